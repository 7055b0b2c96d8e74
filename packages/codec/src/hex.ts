const DIGITS = '0123456789abcdef';

/** Lower-case hex of `bytes`. */
export function toHex(bytes: Uint8Array): string {
  let out = '';
  for (const b of bytes) out += DIGITS[b >>> 4]! + DIGITS[b & 15]!;
  return out;
}

/** Bytes of a hex text; white space is ignored. Throws `RangeError` naming the offset of what is not hex. */
export function fromHex(text: string): Uint8Array {
  const clean = text.replace(/\s+/g, '');
  if (clean.length % 2 !== 0) throw new RangeError(`hex text has an odd number of digits (${clean.length})`);
  const bytes = new Uint8Array(clean.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const pair = clean.slice(2 * i, 2 * i + 2);
    if (!/^[0-9a-fA-F]{2}$/.test(pair)) throw new RangeError(`not hex at digit ${2 * i}: '${pair}'`);
    bytes[i] = Number.parseInt(pair, 16);
  }
  return bytes;
}
