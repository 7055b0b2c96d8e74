import { decodeGbk, DecodeError, fieldContext, fromHex, TracingReader, unpadded, type TracedRead } from '@sightline/codec';
import { leafOf, scaledBy, tile, type FrameAnnotation, type Meaning } from '../annotation.ts';
import { FLAG, FLAG_E7, frameContent, TEXT_START } from './frame.ts';
import { isShortHeader, readHeader, type Header } from './header.ts';
import { itemMeaning } from './messages/location.ts';
import { decodeBody, messageById } from './messages/index.ts';

/** Names of the table carry their unit at the end: suffix -> divisor, unit. The first that fits counts. */
const SUFFIXES: readonly (readonly [suffix: RegExp, divisor: number, unit: string])[] = [
  [/E6$/, 1e6, '°'],
  [/DeciKph$/, 10, 'km/h'],
  [/Kph$/, 1, 'km/h'],
  [/DeciKm$/, 10, 'km'],
  [/DeciLitre$/, 10, 'l'],
  [/Deg$/, 1, '°'],
  [/Percent$/, 1, '%'],
  [/Kpa$/, 1, 'kPa'],
  [/Min$/, 1, 'min'],
  [/100Ms$/, 10, 's'],
  [/Ms$/, 1, 'ms'],
  [/[a-z]M$/, 1, 'm'],
  [/[a-z]S$/, 1, 's'],
];
/** Fields that hold GBK text; others are shown as text when they are printable ASCII. */
const TEXTS = new Set(['plate', 'text', 'driverName', 'authority', 'name', 'makerId', 'model', 'terminalId', 'authCode']);
const HEX_WORDS = new Set(['messageId', 'attributes', 'alarmBits', 'statusBits', 'answeredId', 'warningBits', 'eventBits']);

/** What an additional item of a maker says, through the item table: `batteryLevel 80, rssi 20`. */
function itemText(bytes: Uint8Array, read: TracedRead): string | null {
  const id = bytes[read.offset - 2];
  if (id === undefined) return null;
  const said = Object.entries(itemMeaning(id, bytes, read.offset, read.offset + read.size, fieldContext(2013)));
  return said.length === 0 ? null : said.map(([key, value]) => `${key} ${String(value)}`).join(', ');
}

const meaning: Meaning = (read, bytes) => {
  const leaf = leafOf(read.field);
  if (HEX_WORDS.has(leaf))
    return {
      value: `0x${Number(read.value)
        .toString(16)
        .padStart(2 * read.size, '0')}`,
      unit: null,
    };
  if (typeof read.value === 'number') {
    const known = SUFFIXES.find(([suffix]) => suffix.test(leaf));
    return known === undefined ? null : { value: scaledBy(read.value, known[1]), unit: known[2] };
  }
  if (read.size === 6 && leaf !== 'phone' && /^\d{12}$/.test(read.value) && /time$/i.test(leaf)) {
    const [year, month, day, hour, minute, second] = read.value.match(/../g)!;
    return { value: `20${year}-${month}-${day}T${hour}:${minute}:${second}`, unit: null };
  }
  if (TEXTS.has(leaf)) return { value: unpadded(decodeGbk(fromHex(read.value))), unit: null };
  const item = /items\[\d+\]\.\w+$/.test(read.field) ? itemText(bytes, read) : null;
  return item === null ? null : { value: item, unit: null };
};

/** Takes a frame (of either direction, escaped or not) apart with the message and item tables. Never throws. */
export function annotateJt808(frame: Uint8Array): FrameAnnotation {
  if (frame[0] === TEXT_START) {
    return tile(
      frame,
      [{ field: 'sentence', offset: 0, size: frame.length, value: String.fromCharCode(...frame.subarray(0, 1100)) }],
      () => null,
    );
  }
  const { content, flag } = frameContent(frame);
  const delimited = frame.length >= 2 && frame[0] === frame.at(-1) && (frame[0] === FLAG || frame[0] === FLAG_E7);
  // The delimiters stay, so that the offsets are those of what goes over the wire but for the escapes.
  const head = delimited ? 1 : 0;
  const bytes = new Uint8Array(content.length + 2 * head);
  bytes.set(content, head);
  const reads: TracedRead[] = [];
  if (delimited) {
    bytes[0] = bytes[bytes.length - 1] = flag;
    for (const offset of [0, bytes.length - 1]) reads.push({ field: 'delimiter', offset, size: 1, value: flag.toString(16) });
  }
  try {
    const header = readHeader(content, flag);
    readHead(bytes, head, header, reads);
    readBody(bytes, head, header, reads);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
  }
  return tile(bytes, reads, meaning);
}

function readHead(bytes: Uint8Array, head: number, header: Header, reads: TracedRead[]): void {
  const reader = new TracingReader(bytes, head, bytes.length - head, reads);
  reader.u16('messageId');
  reader.u16('attributes');
  if (header.version !== null) reader.u8('version');
  reader.bcd(header.phone.length, 'phone');
  if (isShortHeader(header.id)) reader.u8('serial');
  else reader.u16('serial');
  if (header.packet) {
    reader.u16('packetTotal');
    reader.u16('packetIndex');
  }
  new TracingReader(bytes, head + header.bodyEnd, bytes.length - head, reads).slice(1, 'checksum');
}

/** A piece of a longer message has no layout of its own; of a whole one the edition that fits is read again, traced. */
function readBody(bytes: Uint8Array, head: number, header: Header, reads: TracedRead[]): void {
  const start = head + header.bodyStart;
  const end = head + header.bodyEnd;
  const definition = header.packet ? undefined : messageById(header.id);
  const reader = new TracingReader(bytes, start, end, reads);
  if (definition === undefined) {
    if (end > start) reader.rest(header.packet ? 'piece' : 'body');
    return;
  }
  const { edition } = decodeBody(header.id, bytes, start, end, header.edition);
  definition.body.read(reader, '', fieldContext(edition));
  if (reader.remaining > 0) reader.rest('trailing');
}
