/** Boxes of ISO/IEC 14496-12: four octets of length, four of name, then the content. */
export type BoxPart = Uint8Array | readonly number[];

const lengthOf = (parts: readonly BoxPart[]): number => parts.reduce((sum, part) => sum + part.length, 0);

export function box(name: string, ...parts: BoxPart[]): Uint8Array {
  const out = new Uint8Array(8 + lengthOf(parts));
  new DataView(out.buffer).setUint32(0, out.length);
  for (let i = 0; i < 4; i++) out[4 + i] = name.charCodeAt(i);
  let at = 8;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** A box with a version and flags (FullBox, §4.2). */
export const fullBox = (name: string, version: number, flags: number, ...parts: BoxPart[]): Uint8Array =>
  box(name, [version, (flags >> 16) & 0xff, (flags >> 8) & 0xff, flags & 0xff], ...parts);

export const u16 = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff];
export const u32 = (value: number): number[] => [(value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
/** Up to 2^53. */
export const u64 = (value: number): number[] => [...u32(Math.floor(value / 0x1_0000_0000)), ...u32(value >>> 0)];
export const zeros = (count: number): number[] => Array<number>(count).fill(0);

export function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
