const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const COM = 0xfe;
/** ITU-T T.81, table B.1: markers without a length behind them. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/** Application data, but what says how the colours are meant: JFIF (APP0) and Adobe (APP14). */
const isLeftOut = (marker: number): boolean => marker === COM || (marker >= 0xe1 && marker <= 0xef && marker !== 0xee);

/** Where the entropy-coded data after a scan header ends: at the first 0xFF that is neither stuffed nor a restart marker (T.81, B.1.1.5). */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]!;
    if (next === 0xff || next === 0x00 || (next >= 0xd0 && next <= 0xd7)) continue;
    return at;
  }
  return -1;
}

/**
 * A JPEG file by its segments (ITU-T T.81, annex B) with the picture alone: comments, what cameras write into it (place, time, previews) and whatever
 * stands behind the end are left out. Null for what is no whole JPEG. Nothing of it is unpacked.
 */
export function pictureOfJpeg(bytes: Buffer): Buffer | null {
  if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== SOI) return null;
  const parts: Buffer[] = [bytes.subarray(0, 2)];
  let hasScan = false;
  for (let at = 2; at + 1 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) return hasScan ? Buffer.concat([...parts, bytes.subarray(at, at + 2)]) : null;
    if (marker === SOI || marker === 0x00) return null;
    const length = isBare(marker) ? 0 : at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : -1;
    if (!isBare(marker) && length < 2) return null;
    const headEnd = at + 2 + length;
    const end = marker === SOS ? endOfScan(bytes, headEnd) : headEnd;
    if (end < 0 || end > bytes.length) return null;
    hasScan ||= marker === SOS;
    if (!isLeftOut(marker)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}
