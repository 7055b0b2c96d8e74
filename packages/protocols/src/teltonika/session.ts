import { ByteReader, ByteWriter, DecodeError } from '@sightline/codec';
import type { AttributeValue } from '@sightline/domain';
import type {
  DecodedMessage,
  DeviceCommand,
  EncodedCommand,
  Fact,
  FieldValue,
  Received,
  Reply,
  Session,
  SessionOptions,
} from '../protocol.ts';
import { commandText, encodeCommandPacket, isRefusal, readTextMessages, type TextMessage } from './commands.ts';
import { avlFact, gh3000Fact } from './facts.ts';
import { readGh3000Record } from './gh3000.ts';
import { dataRange, startOf } from './packet.ts';
import { AVL_SHAPES, readRecord, type AvlShape } from './record.ts';

/** Packets without a good checksum are answered with no accepted record, so that the unit sends them again. */
const NONE_ACCEPTED = new ByteWriter(4).u32(0).finish();
const GH3000 = 0x07;
const MAX_WAITING = 64;

const LOGIN_REPLIES: readonly Reply[] = [
  { bytes: Uint8Array.of(1), when: 'committed' },
  { bytes: Uint8Array.of(0), when: 'unknown' },
];

/** One connection, or one sender of datagrams. */
export class TeltonikaSession implements Session {
  private deviceIds: readonly string[] = [];
  /** Commands sent and not answered yet; answers carry nothing to tell them apart and come in order. */
  private waiting = 0;
  private readonly hints: Readonly<Record<string, string>>;
  private readonly model: string;
  /** Take what a frame says in spite of its checksum or length: for looking at captures, never on the wire. */
  private readonly lenient: boolean;
  private readonly stream: boolean;

  constructor(options: SessionOptions = {}) {
    this.hints = options.hints ?? {};
    this.model = (this.hints['model'] ?? '').toUpperCase();
    this.stream = options.transport !== 'udp';
    this.lenient = this.hints['checksum'] === 'ignore';
  }

  /** Not by datagram: the codecs of commands belong to the stream. */
  get acceptsCommands(): boolean {
    return this.deviceIds.length > 0 && this.stream;
  }

  receive(frame: Uint8Array, receivedAtMs: number): Received {
    try {
      return this.read(frame, receivedAtMs);
    } catch (error) {
      if (error instanceof DecodeError) return this.result(null, [], [], error);
      throw error;
    }
  }

  encodeCommand(command: DeviceCommand): EncodedCommand {
    const imei = this.hints['commandCodec'] === '14' ? (this.deviceIds[0] ?? null) : null;
    const frame = encodeCommandPacket(commandText(command), imei);
    this.waiting = Math.min(this.waiting + 1, MAX_WAITING);
    return { frames: [frame], correlation: null };
  }

  private result(message: DecodedMessage | null, facts: readonly Fact[], replies: readonly Reply[], error?: DecodeError): Received {
    return { message, deviceIds: this.deviceIds, facts, replies, ...(error !== undefined && { error }) };
  }

  private read(frame: Uint8Array, receivedAtMs: number): Received {
    const start = startOf(frame, 0, frame.length);
    if (start === null || start === 'more') {
      throw new DecodeError('framing', 'neither login, data, ping nor datagram', 0, 'packet');
    }
    switch (start.kind) {
      case 'ping':
        return this.result({ id: 'ff', name: 'ping', fields: {} }, [], []);
      case 'login':
        this.identify(asciiOf(frame.subarray(2, start.total)));
        return this.result({ id: '000f', name: 'login', fields: { imei: this.deviceIds[0]! } }, [], LOGIN_REPLIES);
      case 'datagram':
        return this.readDatagram(frame, start.total, receivedAtMs);
      case 'data': {
        const range = dataRange(frame);
        if (range.error !== undefined && !this.lenient) {
          return this.result(null, [], [{ bytes: NONE_ACCEPTED, when: 'committed' }], range.error);
        }
        const reader = new ByteReader(frame, range.start, range.end);
        return this.readData(reader, receivedAtMs, range.error, (count) => new ByteWriter(4).u32(count).finish());
      }
    }
  }

  /** Length, packet id, 01, AVL packet id, IMEI length, IMEI, then as in a stream but without preamble and CRC. */
  private readDatagram(frame: Uint8Array, total: number, receivedAtMs: number): Received {
    const end = Math.min(total, frame.length);
    const error =
      total === frame.length ? undefined : new DecodeError('length', `length ${total - 2} in ${frame.length} bytes`, 0, 'length');
    if (error !== undefined && !this.lenient) return this.result(null, [], [], error);
    const reader = new ByteReader(frame, 2, end);
    const packetId = reader.u16('packetId');
    reader.skip(1, 'type');
    const avlId = reader.u8('avlPacketId');
    this.identify(reader.ascii(reader.u16('imeiLength'), 'imei'));
    return this.readData(reader, receivedAtMs, error, (count) => new ByteWriter(7).u16(5).u16(packetId).u8(1).u8(avlId).u8(count).finish());
  }

  private readData(
    reader: ByteReader,
    receivedAtMs: number,
    envelopeError: DecodeError | undefined,
    acknowledge: (count: number) => Uint8Array,
  ): Received {
    const codec = reader.u8('codec');
    const id = codec.toString(16).padStart(2, '0');
    const count = reader.u8('count');
    const shape = AVL_SHAPES[codec];
    if (shape === undefined && codec !== GH3000) return this.readTexts(reader, codec, count, envelopeError);
    const records = shape === undefined ? this.readGh3000(reader, count, receivedAtMs) : this.readAvl(reader, shape, count, receivedAtMs);
    const message = { id, name: shape === undefined ? 'gh3000Records' : 'records', fields: { codec: id, count } };
    const error = envelopeError ?? records.error;
    const refused = records.error !== undefined || (error !== undefined && records.facts.length < count);
    const bytes = acknowledge(refused ? 0 : count);
    const replies: Reply[] = envelopeError !== undefined ? [] : [{ bytes, when: 'committed' }];
    // A packet that does not add up is sent again whole: nothing of it is taken, unless someone is just looking.
    const facts = refused && !this.lenient ? [] : records.facts;
    return this.result(message, facts, replies, error);
  }

  /** Tries the layout with a 16-octet group when the usual one does not come out at the second count. */
  private readAvl(reader: ByteReader, shape: AvlShape, count: number, receivedAtMs: number): Records {
    const from = reader.offset;
    const narrow = this.readAvlAs(reader, shape, count, receivedAtMs, this.hints['extended'] === 'true');
    if (narrow.error === undefined) return narrow;
    reader.offset = from;
    const wide = this.readAvlAs(reader, shape, count, receivedAtMs, this.hints['extended'] !== 'true');
    return wide.error === undefined ? wide : narrow;
  }

  private readAvlAs(reader: ByteReader, shape: AvlShape, count: number, receivedAtMs: number, wide: boolean): Records {
    return readAll(reader, count, () => avlFact(readRecord(reader, shape, wide), reader.bytes, receivedAtMs, this.model));
  }

  private readGh3000(reader: ByteReader, count: number, receivedAtMs: number): Records {
    return readAll(reader, count, () => gh3000Fact(readGh3000Record(reader), reader.bytes, receivedAtMs));
  }

  private readTexts(reader: ByteReader, codec: number, count: number, error: DecodeError | undefined): Received {
    const messages = readTextMessages(reader, codec, count);
    const id = codec.toString(16).padStart(2, '0');
    const fields = { codec: id, messages: messages.map((one) => ({ ...one })) } satisfies Record<string, FieldValue>;
    return this.result(
      { id, name: 'text', fields },
      messages.flatMap((one) => this.textFacts(one)),
      [],
      error,
    );
  }

  private textFacts(message: TextMessage): readonly Fact[] {
    if (message.kind === 'photo') return [];
    const facts: Fact[] = [];
    if (this.waiting > 0 && (message.kind === 'answer' || message.kind === 'refused')) {
      this.waiting--;
      facts.push({ kind: 'commandAnswer', correlation: null, ok: !isRefusal(message), text: message.text, fields: {} });
    }
    const attributes: Record<string, AttributeValue> = { result: message.text };
    // Card readers on the serial port: GTSL|type|..|..|card|..
    const card = /^GTSL\|(?:[^|]*\|){3}([^|]+)\|/.exec(message.text);
    if (card !== null) attributes['driverUniqueId'] = card[1]!;
    facts.push({ kind: 'status', timeMs: message.timeMs, attributes });
    return facts;
  }

  private identify(imei: string): void {
    if (this.deviceIds[0] === imei) return;
    const short = imei.slice(-12);
    this.deviceIds = short === imei ? [imei] : [imei, short];
  }
}

interface Records {
  readonly facts: readonly Fact[];
  readonly error?: DecodeError;
}

/** `count` records and the second count. What was read before a failure is kept beside the error. */
function readAll(reader: ByteReader, count: number, read: () => Fact): Records {
  const facts: Fact[] = [];
  try {
    for (let i = 0; i < count; i++) facts.push(read());
    const at = reader.offset;
    const second = reader.u8('count2');
    if (second !== count) throw new DecodeError('length', `counts differ: ${count} and ${second}`, at, 'count2');
    if (reader.remaining > 0) throw new DecodeError('length', `${reader.remaining} bytes behind the records`, at + 1, 'count2');
    return { facts };
  } catch (error) {
    if (error instanceof DecodeError) return { facts, error };
    throw error;
  }
}

function asciiOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
