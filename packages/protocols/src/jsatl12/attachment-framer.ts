import { MAX_FRAME_BYTES } from '../jt808/frame.ts';

/** T/JSATL 12-2017 table 4-26: "01cd", the name in 50 octets, offset and length of the data. */
const MAGIC = Uint8Array.of(0x30, 0x31, 0x63, 0x64);
const NAME_BYTES = 50;
export const DATA_HEAD_BYTES = MAGIC.length + NAME_BYTES + 8;
/** The standard has 64 KiB in a packet; some units send more at once. */
export const MAX_DATA_BYTES = 1024 * 1024;
const FLAG = 0x7e;
/** Escapes at most double a message. */
const MAX_ESCAPED_BYTES = 2 * MAX_FRAME_BYTES;

/**
 * - `message`: a frame as it stands on the wire, with both delimiters;
 * - `data`: octets of a file, as they came: a packet comes in several pieces, of which `last` ends it;
 * - `skipped`: octets that are neither;
 * - `broken`: a packet longer than any may be. Nothing after it can be told apart, and nothing more comes out.
 */
export type AttachmentEvent =
  | { readonly kind: 'message'; readonly frame: Uint8Array }
  | { readonly kind: 'data'; readonly name: string; readonly offset: number; readonly bytes: Uint8Array; readonly last: boolean }
  | { readonly kind: 'skipped'; readonly count: number }
  | { readonly kind: 'broken'; readonly length: number };

/** Name in a packet: up to the first NUL. Names that are longer than their 50 octets are cut by the units. */
const nameOf = (bytes: Uint8Array): string => {
  const end = bytes.indexOf(0);
  return String.fromCharCode(...(end < 0 ? bytes : bytes.subarray(0, end)));
};

/**
 * Cuts the stream of an attachment connection (T/JSATL 12-2017 §4.6): messages of JT/T 808 and packets of file data in any order. Holds back at
 * most one message or the head of one packet. Any split of the bytes gives the same messages and the same octets at the same places.
 */
export class AttachmentFramer {
  private held: Uint8Array<ArrayBufferLike> = new Uint8Array(0);
  private data: { readonly name: string; offset: number; left: number } | null = null;
  private broken = false;

  get pendingBytes(): number {
    return this.held.length;
  }

  push(chunk: Uint8Array): readonly AttachmentEvent[] {
    const events: AttachmentEvent[] = [];
    let bytes = chunk;
    if (this.held.length > 0) {
      bytes = new Uint8Array(this.held.length + chunk.length);
      bytes.set(this.held);
      bytes.set(chunk, this.held.length);
    }
    let at = 0;
    while (at < bytes.length && !this.broken) {
      const next = this.data ? this.dataPiece(bytes, at, events) : this.boundary(bytes, at, events);
      if (next === null) break;
      at = next;
    }
    this.held = this.broken ? new Uint8Array(0) : bytes.slice(at);
    return events;
  }

  private dataPiece(bytes: Uint8Array, at: number, events: AttachmentEvent[]): number {
    const data = this.data!;
    const size = Math.min(data.left, bytes.length - at);
    data.left -= size;
    events.push({ kind: 'data', name: data.name, offset: data.offset, bytes: bytes.slice(at, at + size), last: data.left === 0 });
    data.offset += size;
    if (data.left === 0) this.data = null;
    return at + size;
  }

  /** Between two of them; null when more octets are needed. */
  private boundary(bytes: Uint8Array, at: number, events: AttachmentEvent[]): number | null {
    if (bytes[at] === FLAG) return this.message(bytes, at, events);
    const left = bytes.length - at;
    if (MAGIC.subarray(0, left).every((octet, i) => bytes[at + i] === octet)) {
      return left < DATA_HEAD_BYTES ? null : this.packet(bytes, at, events);
    }
    let end = at + 1;
    while (end < bytes.length && bytes[end] !== FLAG && bytes[end] !== MAGIC[0]) end++;
    events.push({ kind: 'skipped', count: end - at });
    return end;
  }

  private packet(bytes: Uint8Array, at: number, events: AttachmentEvent[]): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, DATA_HEAD_BYTES);
    const name = nameOf(bytes.subarray(at + MAGIC.length, at + MAGIC.length + NAME_BYTES));
    const offset = view.getUint32(MAGIC.length + NAME_BYTES);
    const length = view.getUint32(MAGIC.length + NAME_BYTES + 4);
    if (length > MAX_DATA_BYTES) {
      this.broken = true;
      events.push({ kind: 'broken', length });
    } else if (length > 0) this.data = { name, offset, left: length };
    return at + DATA_HEAD_BYTES;
  }

  private message(bytes: Uint8Array, at: number, events: AttachmentEvent[]): number | null {
    const end = bytes.indexOf(FLAG, at + 1);
    if (end < 0 && bytes.length - at <= MAX_ESCAPED_BYTES) return null;
    if (end < 0 || end - at > MAX_ESCAPED_BYTES) {
      events.push({ kind: 'skipped', count: 1 });
      return at + 1;
    }
    // one delimiter too many: the second one begins the message
    if (end === at + 1) return end;
    events.push({ kind: 'message', frame: bytes.slice(at, end + 1) });
    return end + 1;
  }
}

/** A packet of file data. `name` is cut to the 50 octets there are for it. */
export function attachmentPacket(name: string, offset: number, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(DATA_HEAD_BYTES + data.length);
  const view = new DataView(out.buffer);
  out.set(MAGIC);
  for (let i = 0; i < Math.min(name.length, NAME_BYTES); i++) out[MAGIC.length + i] = name.charCodeAt(i) & 0xff;
  view.setUint32(MAGIC.length + NAME_BYTES, offset);
  view.setUint32(MAGIC.length + NAME_BYTES + 4, data.length);
  out.set(data, DATA_HEAD_BYTES);
  return out;
}
