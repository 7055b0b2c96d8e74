import { ByteReader, ByteWriter, DecodeError } from '@sightline/codec';
import type { DecodedMessage, DeviceCommand, EncodedCommand, Fact, Received, Reply, Session, SessionOptions } from '../protocol.ts';
import { commandContent, commandText, type FuelCut } from './commands.ts';
import { factsOf, fieldsOf, newDraft, type Draft } from './draft.ts';
import { encodeFrame, readEnvelope, type Envelope } from './frame.ts';
import { packetOf, type Answer } from './packets/index.ts';
import { isRefusal, type TextAnswer } from './packets/text.ts';

/** Commands that still wait for an answer; the oldest is given up when there are more. */
const MAX_WAITING = 64;

/** One connection. The IMEI comes with the login and holds for every packet after it. */
export class Gt06Session implements Session {
  private deviceIds: readonly string[] = [];
  private readonly waiting = new Set<number>();
  private readonly hints: Readonly<Record<string, string>>;
  private readonly model: string;
  /** Take what a frame says in spite of its checksum or length: for looking at captures, never on the wire. */
  private readonly lenient: boolean;
  private nextFlag: number;
  private nextSerial = 0;

  constructor(options: SessionOptions = {}) {
    this.hints = options.hints ?? {};
    this.model = (this.hints['model'] ?? '').toUpperCase();
    this.lenient = this.hints['checksum'] === 'ignore';
    this.nextFlag = Number(this.hints['firstServerFlag'] ?? 1) >>> 0;
  }

  get acceptsCommands(): boolean {
    return this.deviceIds.length > 0;
  }

  receive(frame: Uint8Array, receivedAtMs: number): Received {
    let message: DecodedMessage | null = null;
    try {
      const envelope = readEnvelope(frame);
      const definition = packetOf(envelope.start, envelope.number);
      const id = `0x${envelope.number.toString(16).padStart(2, '0')}`;
      message = { id, name: definition.name, fields: { serial: envelope.serial } };
      if (envelope.error !== undefined && !this.lenient) {
        return this.nothing(message, envelope.error);
      }
      const draft = newDraft();
      const reader = new ByteReader(frame, envelope.contentStart, envelope.contentEnd);
      // Some units send a location number without content to keep the connection.
      const answer = reader.remaining === 0 ? undefined : definition.decode({ envelope, reader, draft, receivedAtMs, model: this.model });
      if (draft.imei !== null) this.setIdentity(draft.imei);
      const facts = [...factsOf(draft, frame, envelope, receivedAtMs), ...this.answerFact(answer ?? null)];
      return {
        message: readableMessage(id, definition.name, envelope, draft),
        deviceIds: this.deviceIds,
        facts,
        replies: envelope.error === undefined ? replies(definition.answer, envelope, receivedAtMs) : [],
        ...(envelope.error !== undefined && { error: envelope.error }),
      };
    } catch (error) {
      if (error instanceof DecodeError) return this.nothing(message, error);
      throw error;
    }
  }

  encodeCommand(command: DeviceCommand): EncodedCommand {
    const fuelCut: FuelCut = this.hints['fuelCut'] === 'DYD' ? 'DYD' : 'RELAY';
    const text = commandText(command, fuelCut);
    const flag = this.nextFlag;
    this.nextFlag = (this.nextFlag + 1) >>> 0;
    const language = this.hints['commandLanguage'];
    const content = commandContent(flag, text, language === undefined ? null : Number(language));
    const frame = encodeFrame(0x80, content, this.nextSerial);
    this.nextSerial = (this.nextSerial + 1) & 0xffff;
    this.waiting.add(flag);
    if (this.waiting.size > MAX_WAITING) this.waiting.delete(this.waiting.values().next().value!);
    return { frames: [frame], correlation: String(flag) };
  }

  private nothing(message: DecodedMessage | null, error: DecodeError): Received {
    return { message, deviceIds: this.deviceIds, facts: [], replies: [], error };
  }

  /** The whole IMEI, and its last 12 digits, under which some fleets register. */
  private setIdentity(imei: string): void {
    if (this.deviceIds[0] === imei) return;
    const short = imei.slice(-12);
    this.deviceIds = short === imei ? [imei] : [imei, short];
  }

  /** Texts come without being asked as well (start-up, alarms by text): only a flag that waits is an answer. */
  private answerFact(answer: TextAnswer | null): readonly Fact[] {
    if (answer === null || this.waiting.size === 0) return [];
    const known = this.waiting.has(answer.flag);
    // Firmware that does not echo the flag answers in order.
    if (!known && answer.flag !== 0) return [];
    const flag = known ? answer.flag : this.waiting.values().next().value!;
    this.waiting.delete(flag);
    return [
      {
        kind: 'commandAnswer',
        correlation: String(flag),
        ok: !isRefusal(answer.text),
        text: answer.text,
        fields: { serverFlag: answer.flag },
      },
    ];
  }
}

/** The fields are put together when somebody looks at them: the gateway does not. */
function readableMessage(id: string, name: string, envelope: Envelope, draft: Draft): DecodedMessage {
  return {
    id,
    name,
    get fields() {
      return { serial: envelope.serial, ...fieldsOf(draft) };
    },
  };
}

function replies(answer: Answer, envelope: Envelope, receivedAtMs: number): readonly Reply[] {
  const bytes = answerBytes(answer, envelope, receivedAtMs);
  return bytes === null ? [] : [{ bytes, when: 'committed' }];
}

function answerBytes(answer: Answer, envelope: Envelope, receivedAtMs: number): Uint8Array | null {
  const serial = envelope.serial;
  if (serial === null) return bareAnswer(envelope.number, receivedAtMs);
  if (answer === 'time')
    return encodeFrame(
      envelope.number,
      clock(receivedAtMs, (part) => part),
      serial,
    );
  if (answer === 'address') return encodeFrame(0x97, NO_ADDRESS, serial);
  // A card (packet 17 with a serial) waits for nothing; neither does what has no answer.
  return answer === 'standard' ? encodeFrame(envelope.number, new Uint8Array(0), serial) : null;
}

/** Answer to a WIFI packet: `7878 00 number`, time in BCD, stop. */
function bareAnswer(number: number, receivedAtMs: number): Uint8Array {
  const bcd = clock(receivedAtMs, (part) => ((part / 10) << 4) | (part % 10));
  return new ByteWriter(12).u16(0x7878).u8(0).u8(number).raw(bcd).u16(0x0d0a).finish();
}

/** YY MM DD hh mm ss in UTC. */
function clock(atMs: number, octet: (part: number) => number): Uint8Array {
  const at = new Date(atMs);
  const parts = [
    at.getUTCFullYear() % 100,
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  ];
  return Uint8Array.from(parts, octet);
}

/** Length, server flag 0, and an address that says that there is none: the unit stops asking. */
const NO_ADDRESS = new ByteWriter(16).u8(15).u32(0).ascii('NA&&NA&&0##').finish();
