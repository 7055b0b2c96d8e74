/** Where a NAL unit lies in an Annex-B stream (ITU-T H.264 annex B, H.265 annex B), without its start code. */
export interface NalSpan {
  readonly start: number;
  readonly end: number;
}

/** A start code of three or four octets at `at`. */
export const hasStartCode = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0 && bytes[at + 1] === 0 && (bytes[at + 2] === 1 || (bytes[at + 2] === 0 && bytes[at + 3] === 1));

/** At most this many units are listed: a picture has a handful, a hostile body could be nothing but start codes. */
const MAX_UNITS = 512;

/** The NAL units of a picture. Zeros before a start code belong to it (leading_zero_8bits). */
export function nalUnits(bytes: Uint8Array): NalSpan[] {
  const units: NalSpan[] = [];
  let start = -1;
  let at = 0;
  while (units.length < MAX_UNITS) {
    // Every start code ends with its only octet of 1, which is rare in coded data.
    const one = bytes.indexOf(1, at);
    if (one < 0) break;
    at = one + 1;
    if (one < 2 || bytes[one - 1] !== 0 || bytes[one - 2] !== 0) continue;
    if (start >= 0) push(units, bytes, start, one - 2);
    start = one + 1;
  }
  if (start >= 0 && units.length < MAX_UNITS) push(units, bytes, start, bytes.length);
  return units;
}

function push(units: NalSpan[], bytes: Uint8Array, start: number, before: number): void {
  let end = before;
  // A NAL unit never ends with a zero octet (trailing_zero_8bits belong to the stream).
  while (end > start && bytes[end - 1] === 0) end--;
  if (end > start) units.push({ start, end });
}

/** Units with a length of four octets in front of each, as MP4 and FLV hold them (ISO/IEC 14496-15 §5.3.3). */
export function lengthPrefixed(bytes: Uint8Array, units: readonly NalSpan[]): Uint8Array {
  const out = new Uint8Array(units.reduce((sum, u) => sum + 4 + u.end - u.start, 0));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const { start, end } of units) {
    view.setUint32(at, end - start);
    out.set(bytes.subarray(start, end), at + 4);
    at += 4 + end - start;
  }
  return out;
}

/** Units with start codes of four octets. */
export function annexB(units: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(units.reduce((sum, u) => sum + 4 + u.length, 0));
  let at = 0;
  for (const unit of units) {
    out[at + 3] = 1;
    out.set(unit, at + 4);
    at += 4 + unit.length;
  }
  return out;
}

/** The raw payload of a parameter set: without the octets 3 that keep start codes out (§7.4.1). At most `limit` octets. */
export function withoutEmulation(bytes: Uint8Array, limit = 256): Uint8Array {
  const out = new Uint8Array(Math.min(bytes.length, limit));
  let n = 0;
  let zeros = 0;
  for (let i = 0; i < bytes.length && n < out.length; i++) {
    const octet = bytes[i]!;
    if (zeros >= 2 && octet === 3) {
      zeros = 0;
      continue;
    }
    zeros = octet === 0 ? zeros + 1 : 0;
    out[n++] = octet;
  }
  return out.subarray(0, n);
}
