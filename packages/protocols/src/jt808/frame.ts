import { xor8 } from '@sightline/codec';

export const FLAG = 0x7e;
/** Delimiter of a rare variant with its own escapes and a 7-octet terminal id. */
export const FLAG_E7 = 0xe7;
export const TEXT_START = 0x28; // "("
export const TEXT_END = 0x29; // ")"

/** Largest unescaped frame without delimiters: 2019 header with sub-packet item (21), body (1023), check octet, some room for units that exceed it. */
export const MAX_FRAME_BYTES = 1100;

/** What an escape pair stands for, or -1. JT/T 808 §4.4.2: 7D 01 -> 7D, 7D 02 -> 7E; the E7 variant has three more. */
export function unescapedPair(flag: number, first: number, second: number): number {
  if (flag === FLAG) return first === 0x7d && (second === 1 || second === 2) ? 0x7c + second : -1;
  if (first === 0xe6 && (second === 1 || second === 2)) return 0xe5 + second;
  if (first === 0x3e && (second === 1 || second === 2)) return second === 1 ? 0x3e : 0x3d;
  return -1;
}

export const isEscape = (flag: number, octet: number): boolean => (flag === FLAG ? octet === 0x7d : octet === 0xe6 || octet === 0x3e);

/** Removes the escapes of what stands between two delimiters. An octet pair that is no escape stays as it is. */
export function unescape(content: Uint8Array, flag: number = FLAG): Uint8Array {
  const out = new Uint8Array(content.length);
  let n = 0;
  for (let i = 0; i < content.length; i++) {
    const octet = content[i]!;
    const plain = isEscape(flag, octet) && i + 1 < content.length ? unescapedPair(flag, octet, content[i + 1]!) : -1;
    if (plain >= 0) i++;
    out[n++] = plain >= 0 ? plain : octet;
  }
  return out.slice(0, n);
}

/** Second octet of the escape for `octet`, 0 when it stands for itself; the first is {@link escapeLead}. */
function escapeTail(flag: number, octet: number): number {
  if (flag === FLAG) return octet === FLAG ? 2 : octet === 0x7d ? 1 : 0;
  if (octet === 0xe6 || octet === 0x3e) return 1;
  return octet === FLAG_E7 || octet === 0x3d ? 2 : 0;
}
const escapeLead = (flag: number, octet: number): number => (flag === FLAG ? 0x7d : octet >= 0xe6 ? 0xe6 : 0x3e);

/** Adds the check octet and escapes to header and body (the first `length` octets) and puts delimiters around: the bytes to send. */
export function wrapFrame(content: Uint8Array, flag: number = FLAG, length = content.length): Uint8Array {
  let check = 0;
  let escapes = 0;
  for (let i = 0; i < length; i++) {
    const octet = content[i]!;
    check ^= octet;
    if (escapeTail(flag, octet) !== 0) escapes++;
  }
  if (escapeTail(flag, check) !== 0) escapes++;
  const out = new Uint8Array(length + 3 + escapes);
  out[0] = flag;
  let n = 1;
  for (let i = 0; i <= length; i++) {
    const octet = i < length ? content[i]! : check;
    const tail = escapes === 0 ? 0 : escapeTail(flag, octet);
    if (tail === 0) out[n++] = octet;
    else {
      out[n++] = escapeLead(flag, octet);
      out[n++] = tail;
    }
  }
  out[n] = flag;
  return out;
}

export interface FrameContent {
  /** Unescaped header, body and check octet. */
  readonly content: Uint8Array;
  readonly flag: number;
  readonly checksumOk: boolean;
}

/** Whether the length field of the header (at 2, JT/T 808 §4.4.3) agrees with the size of the content. */
function lengthAgrees(content: Uint8Array, flag: number): boolean {
  if (content.length < 13) return false;
  const attributes = (content[2]! << 8) | content[3]!;
  const head = (attributes & 0x4000 ? 17 : flag === FLAG_E7 ? 13 : 12) + (attributes & 0x2000 ? 4 : 0);
  return content.length === head + (attributes & 0x3ff) + 1;
}

/**
 * The content of a frame in any of the forms it is kept in: with or without delimiters, unescaped (as the framer
 * hands it out) or still escaped (as it stands on the wire). The check octet decides which and, as two escapes can
 * cancel out in it, the length field.
 */
export function frameContent(frame: Uint8Array): FrameContent {
  const flag = frame[0] === FLAG_E7 && frame[frame.length - 1] === FLAG_E7 ? FLAG_E7 : FLAG;
  const delimited = frame.length >= 2 && frame[0] === flag && frame[frame.length - 1] === flag;
  const content = delimited ? frame.subarray(1, -1) : frame;
  const checksumOk = xor8(content) === 0;
  if (checksumOk && lengthAgrees(content, flag)) return { content, flag, checksumOk };
  const plain = unescape(content, flag);
  const better = plain.length < content.length && xor8(plain) === 0 && (!checksumOk || lengthAgrees(plain, flag));
  return better ? { content: plain, flag, checksumOk: true } : { content, flag, checksumOk };
}
