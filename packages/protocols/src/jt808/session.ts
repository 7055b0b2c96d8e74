import { ByteWriter, DecodeError, toHex } from '@sightline/codec';
import type {
  DecodedMessage,
  DeviceMedia,
  DeviceCommand,
  EncodedCommand,
  Fact,
  FieldSpan,
  FieldValue,
  Received,
  Reply,
  Session,
  SessionOptions,
} from '../protocol.ts';
import { CommandMemory } from './command-memory.ts';
import { commandBody } from './commands.ts';
import { factsOf } from './facts.ts';
import type { FactsInput } from './facts.ts';
import { FLAG, frameContent, TEXT_START, wrapFrame } from './frame.ts';
import type { Edition, Header } from './header.ts';
import { bodyLength, deviceIdsOf, encryption, isShortHeader, MAX_HEADER_BYTES, putMessage, readHeader } from './header.ts';
import { decodeBody, encodeBody, messageById, messageIdText } from './messages/index.ts';
import type { DecodedBody } from './messages/index.ts';
import { mediaIdOf } from './media-data.ts';
import { Reassembler } from './reassembly.ts';
import { wallTextOf } from './time.ts';

export const DEFAULT_UTC_OFFSET_MINUTES = 480;
/** Longer bodies are cut into sub-packets of this size; 1023 is the limit, some units have smaller buffers. */
const PIECE_BYTES = 900;

/** How to address the device: as its own last frame did. */
interface Address {
  readonly version: number | null;
  readonly phone: Uint8Array;
  readonly flag: number;
}

/** Working buffers of all sessions: every position is answered, and only the bytes that leave are worth an allocation. */
const outgoing = new Uint8Array(MAX_HEADER_BYTES + 1023);
const generalBody = new Uint8Array(5);

const Result = { ok: 0, failure: 1, unsupported: 3 } as const;
/** 0x8100: "terminal not in database". */
const NOT_IN_DATABASE = 4;

const emptyReceived = (error: DecodeError): Received => ({ message: null, deviceIds: [], facts: [], replies: [], error });

/** A body that is read when somebody looks at it: a gateway that only wants the position never does. */
class LazyBody {
  private known: DecodedBody | null = null;

  constructor(
    private readonly header: Header,
    private readonly bytes: Uint8Array,
    private readonly start: number,
    private readonly end: number,
  ) {}

  get(): DecodedBody {
    const { header } = this;
    return (this.known ??= decodeBody(header.id, this.bytes, this.start, this.end, header.edition));
  }
}

/** The same for the message. The getters are the prototype's, because an object with getters of its own costs more than decoding the position. */
class LazyMessage implements DecodedMessage {
  private known: Readonly<Record<string, FieldValue>> | null = null;

  constructor(
    private readonly header: Header,
    protected readonly body: LazyBody,
  ) {}

  get id(): string {
    return messageIdText(this.header.id);
  }

  get name(): string {
    return nameOf(this.header.id);
  }

  get fields(): Readonly<Record<string, FieldValue>> {
    return (this.known ??= { header: headerFields(this.header), ...this.body.get().fields });
  }

  toJSON(): DecodedMessage {
    return { id: this.id, name: this.name, fields: this.fields };
  }
}

class LaidOutMessage extends LazyMessage {
  get layout(): readonly FieldSpan[] {
    return this.body.get().layout;
  }

  override toJSON(): DecodedMessage {
    return { ...super.toJSON(), layout: this.layout };
  }
}

/**
 * One connection. Hints: `model` (maker's model, for items that makers use differently), `deviceId` (to send before the
 * first frame came), `checksum: 'ignore'` (read frames whose check octet is wrong, e.g. edited by hand), `layout: 'yes'`
 * (say where each field lies).
 */
export class Jt808Session implements Session {
  private readonly model: string | undefined;
  private readonly ignoreChecksum: boolean;
  private readonly wantLayout: boolean;
  private readonly reassembler: Reassembler;
  private address: Address | null;
  private deviceIds: readonly string[] = [];
  private readonly sentCommands = new CommandMemory();
  private serial = 0;
  private nowMs = 0;
  /** Anything but a registration: units that never authenticate exist. */
  acceptsCommands = false;

  constructor(options: SessionOptions = {}) {
    const hints = options.hints ?? {};
    this.reassembler = new Reassembler(options.memory);
    this.model = hints['model'];
    this.ignoreChecksum = hints['checksum'] === 'ignore';
    this.wantLayout = hints['layout'] !== undefined;
    this.address = hints['deviceId'] === undefined ? null : { version: null, phone: phoneOf(hints['deviceId']), flag: FLAG };
  }

  receive(frame: Uint8Array, receivedAtMs: number): Received {
    this.nowMs = receivedAtMs;
    try {
      return frame[0] === TEXT_START ? this.sentence(frame) : this.binary(frame);
    } catch (error) {
      // a typed failure of the head; anything else would be a fault of this program
      if (error instanceof DecodeError) return emptyReceived(error);
      throw error;
    }
  }

  encodeCommand(command: DeviceCommand): EncodedCommand {
    if (!this.address) throw new DecodeError('state', 'the device has not said its number yet');
    const edition: Edition = this.address.version === null ? 2013 : 2019;
    const { id, body } = commandBody(command, {
      edition,
      model: this.model,
      nowMs: this.nowMs,
      utcOffsetMinutes: DEFAULT_UTC_OFFSET_MINUTES,
    });
    const correlation = String(this.serial);
    this.sentCommands.add(this.serial, Math.max(1, body.length <= 1023 ? 1 : Math.ceil(body.length / PIECE_BYTES)), id);
    if (body.length <= 1023) return { frames: [this.frame(id, body, this.nextSerial())], correlation };
    const total = Math.ceil(body.length / PIECE_BYTES);
    const frames = Array.from({ length: total }, (_, i) =>
      this.frame(id, body.subarray(i * PIECE_BYTES, (i + 1) * PIECE_BYTES), this.nextSerial(), { total, index: i + 1 }),
    );
    return { frames, correlation };
  }

  private sentence(frame: Uint8Array): Received {
    const text = String.fromCharCode(...frame);
    const message: DecodedMessage = { id: 'text', name: 'sentence', fields: { text } };
    const id = /^\((\d{6,20}),/.exec(text)?.[1];
    const deviceIds = id === undefined ? this.deviceIds : [id, ...this.deviceIds.filter((known) => known !== id)];
    if (text.includes('BASE,2')) {
      const digits = wallTextOf(this.nowMs, 0).replace(/\D/g, '');
      const answer = new ByteWriter().ascii(text.replace('TIME', digits)).finish();
      return { message, deviceIds, facts: [], replies: [{ bytes: answer, when: 'committed' }] };
    }
    const facts: Fact[] = [
      { kind: 'commandAnswer', correlation: null, ok: true, text, fields: { text } },
      { kind: 'status', timeMs: null, attributes: { result: text } },
    ];
    return { message, deviceIds, facts: this.sentCommands.recognise(facts, null), replies: [] };
  }

  private binary(frame: Uint8Array): Received {
    const { content, flag, checksumOk } = frameContent(frame);
    const header = readHeader(content, flag);
    if (!checksumOk && !this.ignoreChecksum) {
      const error = new DecodeError('checksum', 'the check octet does not match', content.length - 1, 'checksum');
      return {
        message: this.message(header, new LazyBody(header, content, header.bodyStart, header.bodyEnd)),
        deviceIds: [],
        facts: [],
        replies: [],
        error,
      };
    }
    this.addressedBy(header, flag);
    if (encryption(header) !== 0) return this.encrypted(header, content);
    if (header.packet) return this.piece(header, content);
    const replies = this.askForMissing();
    // the check octet is right: then the bytes that came are the body, whatever the length field says
    const declared = header.bodyEnd - header.bodyStart === bodyLength(header) || isShortHeader(header.id);
    const lengthError = declared
      ? null
      : new DecodeError('length', `body of ${header.bodyEnd - header.bodyStart} bytes, ${bodyLength(header)} declared`, 2, 'attributes');
    return this.whole(header, content, header.bodyStart, header.bodyEnd, replies, lengthError);
  }

  /** Remembers how the device names itself; the same as before most of the time. */
  private addressedBy(header: Header, flag: number): void {
    const known = this.address;
    const same =
      known !== null &&
      this.deviceIds.length > 0 &&
      known.version === header.version &&
      known.flag === flag &&
      equalBytes(known.phone, header.phone);
    if (same) return;
    this.address = { version: header.version, phone: header.phone.slice(), flag };
    this.deviceIds = deviceIdsOf(header.phone);
  }

  private encrypted(header: Header, content: Uint8Array): Received {
    const error = new DecodeError('unsupported', `body encrypted by method ${encryption(header)}`, 2, 'attributes');
    const fields = { header: headerFields(header), data: toHex(content.subarray(header.bodyStart, header.bodyEnd)) };
    const message = { id: messageIdText(header.id), name: nameOf(header.id), fields };
    return { message, deviceIds: this.deviceIds, facts: [], replies: [this.general(header, Result.unsupported, 'committed')], error };
  }

  private piece(header: Header, content: Uint8Array): Received {
    const { body, acknowledge } = this.reassembler.add(header, content.subarray(header.bodyStart, header.bodyEnd), this.nowMs);
    // media data have an answer of their own at the end; everything else is acknowledged piece by piece
    const silent = header.id === 0x0801 || header.id >= 0x8000;
    const replies = this.askForMissing();
    if (body instanceof DecodeError && (!silent || header.id === 0x0801)) replies.push(this.general(header, Result.failure, 'committed'));
    // the answer to the whole message names the piece that made it whole
    for (const serial of silent ? [] : acknowledge.filter((s) => s !== header.serial || body === null))
      replies.push(this.general({ ...header, serial }, Result.ok, 'committed'));
    if (body instanceof Uint8Array) return this.whole(header, body, 0, body.length, replies, null);
    const data = toHex(content.subarray(header.bodyStart, header.bodyEnd));
    const message = { id: messageIdText(header.id), name: nameOf(header.id), fields: { header: headerFields(header), data } };
    return { message, deviceIds: this.deviceIds, facts: [], replies, ...(body instanceof DecodeError && { error: body }) };
  }

  private whole(
    header: Header,
    bytes: Uint8Array,
    start: number,
    end: number,
    before: readonly Reply[],
    lengthError: DecodeError | null,
  ): Received {
    const body = new LazyBody(header, bytes, start, end);
    const message = this.message(header, body);
    const input: FactsInput = {
      id: header.id,
      bytes,
      start,
      end,
      edition: header.edition,
      model: this.model,
      utcOffsetMinutes: DEFAULT_UTC_OFFSET_MINUTES,
      fields: () => body.get().fields,
    };
    const { facts: said, error } = factsOf(input);
    const facts = this.sentCommands.recognise(said, header.id);
    if (header.id !== 0x0100) this.acceptsCommands = true;
    // a location report is judged by its fast path; reading it again for people waits until somebody looks
    const isLocation = header.id === 0x0200 || header.id === 0x0704;
    const fault = error ?? lengthError ?? (isLocation || header.id === 0x0801 ? null : body.get().error);
    const own = isLocation
      ? [this.general(header, Result.ok, 'committed')]
      : this.repliesTo(header, facts.find((fact) => fact.kind === 'media')?.media);
    const replies = before.length === 0 ? own : [...before, ...own];
    return { message, deviceIds: this.deviceIds, facts, replies, ...(fault && { error: fault }) };
  }

  private message(header: Header, body: LazyBody): DecodedMessage {
    return this.wantLayout ? new LaidOutMessage(header, body) : new LazyMessage(header, body);
  }

  private repliesTo(header: Header, media: DeviceMedia | undefined): Reply[] {
    switch (header.id) {
      case 0x0100: {
        const serial = this.nextSerial();
        const answer = (result: number, authCode?: string): Uint8Array =>
          this.frame(0x8100, encodeBody(0x8100, { answeredSerial: header.serial, result, authCode }), serial);
        return [
          { bytes: answer(Result.ok, this.deviceIds[0]!.slice(0, 20)), when: 'committed' },
          { bytes: answer(NOT_IN_DATABASE), when: 'unknown' },
        ];
      }
      case 0x0102: {
        const serial = this.nextSerial();
        return [this.general(header, Result.ok, 'committed', serial), this.general(header, Result.failure, 'unknown', serial)];
      }
      case 0x0004:
        return [this.reply(0x8004, { time: wallTextOf(this.nowMs, 0) })];
      case 0x0109: {
        const now = new Date(this.nowMs);
        return [
          this.reply(0x8109, {
            year: now.getUTCFullYear(),
            month: now.getUTCMonth() + 1,
            day: now.getUTCDate(),
            hour: now.getUTCHours(),
            minute: now.getUTCMinutes(),
            second: now.getUTCSeconds(),
            result: 0,
          }),
        ];
      }
      case 0x0801:
        return media ? [this.reply(0x8800, { mediaId: media.mediaId })] : [this.general(header, Result.failure, 'committed')];
      case 0x5501:
      case 0x5502:
        return header.attributes & 0x8000 ? [this.shortAnswer(header)] : [];
      default:
        return fromPlatform(header.id) ? [] : [this.general(header, Result.ok, 'committed')];
    }
  }

  private askForMissing(): Reply[] {
    const edition: Edition = this.address?.version == null ? 2013 : 2019;
    return this.reassembler.overdue(this.nowMs).map(({ messageId, firstSerial, indexes, head }) =>
      // media data are asked for by their id once that is known, everything else by its first serial
      messageId === 0x0801 && head && head.length >= 4
        ? this.reply(0x8800, { mediaId: mediaIdOf(head, 0), missing: indexes })
        : {
            bytes: this.frame(0x8003, encodeBody(0x8003, { originalSerial: firstSerial, indexes }, edition), this.nextSerial()),
            when: 'committed' as const,
          },
    );
  }

  private general(header: Header, result: number, when: Reply['when'], serial = this.nextSerial()): Reply {
    generalBody[0] = header.serial >>> 8;
    generalBody[1] = header.serial;
    generalBody[2] = header.id >>> 8;
    generalBody[3] = header.id;
    generalBody[4] = result;
    return { bytes: this.frame(0x8001, generalBody, serial), when };
  }

  /** 0x4401 of lock trackers: a serial of one octet, always 1. */
  private shortAnswer(header: Header): Reply {
    const body = encodeBody(0x4401, { answeredId: header.id, result: Result.ok });
    const content = new ByteWriter(16).u16(0x4401).u16(body.length).raw(header.phone).u8(1).raw(body).finish();
    return { bytes: wrapFrame(content, this.address!.flag), when: 'committed' };
  }

  private reply(id: number, fields: Readonly<Record<string, unknown>>): Reply {
    return { bytes: this.frame(id, encodeBody(id, fields), this.nextSerial()), when: 'committed' };
  }

  private frame(id: number, body: Uint8Array, serial: number, packet: { total: number; index: number } | null = null): Uint8Array {
    const { version, phone, flag } = this.address!;
    return wrapFrame(outgoing, flag, putMessage(outgoing, { id, version, phone, serial, packet }, body));
  }

  private nextSerial(): number {
    const serial = this.serial;
    this.serial = (serial + 1) & 0xffff;
    return serial;
  }
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

const nameOf = (id: number): string => messageById(id)?.name ?? LOCK_NAMES[id] ?? 'unknown';
const LOCK_NAMES: Readonly<Record<number, string>> = { 0x5501: 'lockReport', 0x5502: 'lockBlindReport' };

/** Messages that a platform sends; a device's own ids above 0x8000 are known to the table. */
function fromPlatform(id: number): boolean {
  const known = messageById(id);
  return known ? known.direction === 'down' : (id >= 0x8000 && id < 0xe000) || id >= 0xf000;
}

const headerFields = (header: Header): Readonly<Record<string, FieldValue>> => ({
  phone: toHex(header.phone),
  serial: header.serial,
  edition: header.edition === 2019 ? '2019' : '2013',
  bodyLength: bodyLength(header),
  encryption: encryption(header),
  ...(header.version !== null && { version: header.version }),
  ...(header.packet && { packetTotal: header.packet.total, packetIndex: header.packet.index }),
});

/** The 6 octets for an identity: digits, or an IMEI packed as its first 14 digits in 48 bits. */
function phoneOf(deviceId: string): Uint8Array {
  if (!/^\d{1,15}$/.test(deviceId)) throw new DecodeError('bad-value', 'deviceId must be up to 15 digits', null, 'deviceId');
  if (deviceId.length <= 12) return new ByteWriter(6).bcd(deviceId, 6).finish();
  const body = Number(deviceId.slice(0, -1));
  return new ByteWriter(6)
    .u16(Math.floor(body / 0x1_0000_0000))
    .u32(body % 0x1_0000_0000)
    .finish();
}
