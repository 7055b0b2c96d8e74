import { ByteWriter, DecodeError, type ByteReader } from '@sightline/codec';
import type { DeviceCommand, FieldValue } from '../protocol.ts';
import { hexOf } from './io-table.ts';
import { encodePacket } from './packet.ts';

type Params = DeviceCommand['params'];

const PRINTABLE = /^[\x20-\x7e]{1,1000}$/;
const HOST = /^[A-Za-z0-9.-]{1,54}$/;

function text(params: Params, name: string, pattern: RegExp): string {
  const value = params[name];
  const shown = typeof value === 'number' ? String(value) : value;
  if (typeof shown !== 'string' || !pattern.test(shown)) throw new RangeError(`parameter ${name} is missing or malformed`);
  return shown;
}

function whole(params: Params, name: string, min: number, max: number): number {
  const value: FieldValue | undefined = params[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    throw new RangeError(`parameter ${name} must be a whole number from ${min} to ${max}`);
  }
  return value;
}

/** Parameters of the FMB basic set: 2004 host, 2005 port, 10050 / 10150 send periods while moving in the home network. */
const TEXTS: Readonly<Record<string, (params: Params) => string>> = {
  custom: (params) => text(params, 'data', PRINTABLE),
  engineStop: () => 'setdigout 1',
  engineResume: () => 'setdigout 0',
  outputControl: (params) => `setdigout ${text(params, 'data', /^[01?]{1,4}( [\d?]+){0,4}$/)}`,
  positionSingle: () => 'getgps',
  positionPeriodic: (params) => `setparam 10050:${whole(params, 'frequency', 1, 2_592_000)}`,
  getStatus: () => 'getstatus',
  getInfo: () => 'getinfo',
  getVersion: () => 'getver',
  getInputs: () => 'getio',
  getParameter: (params) => `getparam ${whole(params, 'parameter', 1, 99_999)}`,
  setParameter: (params) => `setparam ${whole(params, 'parameter', 1, 99_999)}:${text(params, 'value', /^[\x20-\x7e]{0,200}$/)}`,
  setServer: (params) => `setparam 2004:${text(params, 'host', HOST)};2005:${whole(params, 'port', 1, 65_535)}`,
  rebootDevice: () => 'cpureset',
};

/** Names that {@link commandText} knows. */
export const TELTONIKA_COMMANDS: readonly string[] = Object.keys(TEXTS);

/** @throws RangeError for an unknown command or a bad parameter, naming it. */
export function commandText(command: DeviceCommand): string {
  const make = Object.hasOwn(TEXTS, command.name) ? TEXTS[command.name] : undefined;
  if (make === undefined) throw new RangeError(`Teltonika has no command '${command.name}'`);
  return make(command.params);
}

const TYPE_COMMAND = 0x05;
export const TYPE_ANSWER = 0x06;
const TYPE_TIMED = 0x0b;
const TYPE_PHOTO = 0x0d;
const TYPE_REFUSED = 0x11;

/** Codec 12, or 14 when an IMEI is given (the unit refuses the command when it is not its own). */
export function encodeCommandPacket(body: string, imei: string | null): Uint8Array {
  const writer = new ByteWriter(body.length + 24);
  writer
    .u8(imei === null ? 0x0c : 0x0e)
    .u8(1)
    .u8(TYPE_COMMAND);
  writer.u32(body.length + (imei === null ? 0 : 8));
  if (imei !== null) writer.bcd(imei, 8);
  return encodePacket(writer.ascii(body).u8(1).finish());
}

/** One message of the codecs 12-15. */
export interface TextMessage {
  readonly kind: 'command' | 'answer' | 'refused' | 'photo' | 'other';
  readonly type: number;
  readonly timeMs: number | null;
  readonly imei: string | null;
  /** Printable text, else the bytes in hexadecimal. */
  readonly text: string;
}

const KINDS: Readonly<Record<number, TextMessage['kind']>> = {
  [TYPE_COMMAND]: 'command',
  [TYPE_ANSWER]: 'answer',
  [TYPE_TIMED]: 'answer',
  [TYPE_PHOTO]: 'photo',
  [TYPE_REFUSED]: 'refused',
};

/**
 * The messages between the counts: type, size DWORD, [timestamp DWORD: 13, 15], [IMEI[8]: 14, 15], text. Units do not
 * agree whether the size counts the timestamp, so in a packet of one message the text runs to the second count.
 * @throws DecodeError
 */
export function readTextMessages(reader: ByteReader, codec: number, count: number): readonly TextMessage[] {
  const messages: TextMessage[] = [];
  for (let i = 0; i < count; i++) {
    const type = reader.u8('type');
    const size = reader.u32('size');
    const timed = codec === 0x0d || codec === 0x0f;
    const identified = codec === 0x0e || codec === 0x0f;
    const timeMs = timed ? reader.u32('timestamp') * 1000 : null;
    const imei = identified ? reader.bcd(8, 'imei').replace(/^0/, '') : null;
    const rest = reader.remaining - 1;
    const head = (timed ? 4 : 0) + (identified ? 8 : 0);
    const length = count === 1 ? rest : size - head;
    if (length < 0 || length > rest) {
      throw new DecodeError('length', `a text of ${length} bytes, ${rest} left`, reader.offset, 'size');
    }
    messages.push({ kind: KINDS[type] ?? 'other', type, timeMs, imei, text: readable(reader.slice(length, 'text')) });
  }
  return messages;
}

function readable(bytes: Uint8Array): string {
  if (bytes.some((b) => b > 0x7e || (b < 0x20 && b !== 0x0d && b !== 0x0a && b !== 0x09 && b !== 0))) return hexOf(bytes);
  let out = '';
  for (const b of bytes) if (b !== 0) out += String.fromCharCode(b);
  return out.trim();
}

/** Words by which a unit says that it did not do what it was told. */
const REFUSAL = /\b(error|unknown|invalid|failed|not supported|warning)\b/i;

export const isRefusal = (message: TextMessage): boolean => message.kind === 'refused' || REFUSAL.test(message.text);
