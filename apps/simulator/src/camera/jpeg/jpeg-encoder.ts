import { ByteWriter } from '@sightline/codec';
import type { Picture } from '../h264/picture.ts';
import { AC_TABLES, DC_TABLES, QUANTISERS, ZIGZAG, type HuffmanTable } from './tables.ts';

/** Samples of a block in either direction. */
const SIZE = 8;
/** A tile of a picture in samples of its plane. */
const TILE = 4;
const COSINES = Float64Array.from({ length: SIZE * SIZE }, (_, i) => {
  const [frequency, x] = [Math.floor(i / SIZE), i % SIZE];
  return Math.cos(((2 * x + 1) * frequency * Math.PI) / (2 * SIZE)) * Math.sqrt((frequency === 0 ? 1 : 2) / SIZE);
});

/** Code and length of each value. ISO/IEC 10918-1, C.2. */
function codesOf({ counts, values }: HuffmanTable): Map<number, readonly [code: number, length: number]> {
  const codes = new Map<number, readonly [number, number]>();
  let code = 0;
  let next = 0;
  counts.forEach((count, i) => {
    for (let n = 0; n < count; n++) codes.set(values[next++]!, [code++, i + 1]);
    code <<= 1;
  });
  return codes;
}
const DC_CODES = DC_TABLES.map(codesOf);
const AC_CODES = AC_TABLES.map(codesOf);

/** Entropy-coded bits: an octet FF is followed by 00 (F.1.2.3). */
class BitStream {
  private readonly out: number[] = [];
  private held = 0;
  private bits = 0;

  put(value: number, length: number): void {
    for (let i = length - 1; i >= 0; i--) {
      this.held = (this.held << 1) | ((value >> i) & 1);
      if (++this.bits < 8) continue;
      this.out.push(this.held);
      if (this.held === 0xff) this.out.push(0);
      this.held = 0;
      this.bits = 0;
    }
  }

  finish(): Uint8Array {
    while (this.bits > 0) this.put(1, 1);
    return Uint8Array.from(this.out);
  }
}

/** One colour component: its tiles, and how its samples become those of a file, whose black is 0 and white 255. */
interface Plane {
  readonly tiles: Uint8Array;
  readonly tilesAcross: number;
  readonly scale: number;
  readonly black: number;
  /** 0 brightness, 1 colour. */
  readonly table: 0 | 1;
  before: number;
}

/** Bits that a level needs, and the level in them: negative ones as their complement (F.1.2.1). */
const sizeOf = (level: number): number => (level === 0 ? 0 : 32 - Math.clz32(Math.abs(level)));
const bitsOf = (level: number, size: number): number => (level < 0 ? level + (1 << size) - 1 : level);

/** `quality` 1 to 100, as everybody scales the tables of annex K. */
const scaledQuantisers = (quality: number): number[][] => {
  const scale = quality < 50 ? 5000 / quality : 200 - 2 * quality;
  return QUANTISERS.map((table) => table.map((q) => Math.min(255, Math.max(1, Math.floor((q * scale + 50) / 100)))));
};

/** A picture as a baseline JPEG file with colour at half the resolution. ISO/IEC 10918-1, JFIF 1.01. */
export function encodeJpeg(picture: Picture, quality = 75): Uint8Array {
  const quantisers = scaledQuantisers(quality);
  const bits = new BitStream();
  const luma: Plane = { tiles: picture.luma, tilesAcross: picture.columns * 4, scale: 255 / 219, black: 16, table: 0, before: 0 };
  const colour = (tiles: Uint8Array): Plane => ({
    tiles,
    tilesAcross: picture.columns * 2,
    scale: 255 / 224,
    black: 128,
    table: 1,
    before: 0,
  });
  const [cb, cr] = [colour(picture.cb), colour(picture.cr)];
  for (let row = 0; row < picture.rows; row++)
    for (let column = 0; column < picture.columns; column++) {
      for (const [x, y] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const)
        putBlock(bits, luma, column * 2 + x, row * 2 + y, quantisers[0]!);
      putBlock(bits, cb, column, row, quantisers[1]!);
      putBlock(bits, cr, column, row, quantisers[1]!);
    }
  const out = new ByteWriter(65_536).u16(0xffd8);
  out.u16(0xffe0).u16(16).ascii('JFIF\0').u16(0x0101).u8(0).u16(1).u16(1).u16(0);
  quantisers.forEach((table, i) => {
    out.u16(0xffdb).u16(67).u8(i);
    for (const at of ZIGZAG) out.u8(table[at]!);
  });
  out
    .u16(0xffc0)
    .u16(17)
    .u8(8)
    .u16(picture.rows * 16)
    .u16(picture.columns * 16)
    .u8(3);
  out.u8(1).u8(0x22).u8(0).u8(2).u8(0x11).u8(1).u8(3).u8(0x11).u8(1);
  for (const [kind, tables] of [DC_TABLES, AC_TABLES].entries())
    tables.forEach(({ counts, values }, i) => {
      out
        .u16(0xffc4)
        .u16(19 + values.length)
        .u8((kind << 4) | i);
      for (const octet of [...counts, ...values]) out.u8(octet);
    });
  out.u16(0xffda).u16(12).u8(3).u16(0x0100).u16(0x0211).u16(0x0311).u8(0).u8(63).u8(0);
  return out.raw(bits.finish()).u16(0xffd9).finish();
}

function putBlock(bits: BitStream, plane: Plane, blockX: number, blockY: number, quantiser: readonly number[]): void {
  const levels = transformed(plane, blockX, blockY);
  const dc = Math.round(levels[0]! / quantiser[0]!);
  const difference = dc - plane.before;
  plane.before = dc;
  const code = (codes: (typeof DC_CODES)[number], value: number): void => {
    const [word, length] = codes.get(value)!;
    bits.put(word, length);
  };
  code(DC_CODES[plane.table]!, sizeOf(difference));
  bits.put(bitsOf(difference, sizeOf(difference)), sizeOf(difference));
  const codes = AC_CODES[plane.table]!;
  let zeros = 0;
  for (let i = 1; i < ZIGZAG.length; i++) {
    const at = ZIGZAG[i]!;
    const level = Math.round(levels[at]! / quantiser[at]!);
    if (level === 0) {
      zeros++;
      continue;
    }
    // A run of sixteen has a code of its own.
    for (; zeros > 15; zeros -= 16) code(codes, 0xf0);
    const size = sizeOf(level);
    code(codes, (zeros << 4) | size);
    bits.put(bitsOf(level, size), size);
    zeros = 0;
  }
  if (zeros > 0) code(codes, 0);
}

/** The forward DCT of a block (A.3.3); flat blocks, which most are, have nothing but a mean. */
function transformed({ tiles, tilesAcross, scale, black, table }: Plane, blockX: number, blockY: number): Float64Array {
  const out = new Float64Array(SIZE * SIZE);
  const first = blockY * 2 * tilesAcross + blockX * 2;
  const corners = [tiles[first]!, tiles[first + 1]!, tiles[first + tilesAcross]!, tiles[first + tilesAcross + 1]!].map((value) => {
    const full = table === 0 ? (value - black) * scale - 128 : (value - black) * scale;
    return Math.max(-128, Math.min(127, full));
  });
  if (corners.every((corner) => corner === corners[0])) {
    out[0] = corners[0]! * SIZE;
    return out;
  }
  for (let v = 0; v < SIZE; v++)
    for (let u = 0; u < SIZE; u++) {
      let sum = 0;
      for (let y = 0; y < SIZE; y++) {
        const line = y < TILE ? 0 : 2;
        for (let x = 0; x < SIZE; x++) sum += corners[line + (x < TILE ? 0 : 1)]! * COSINES[u * SIZE + x]! * COSINES[v * SIZE + y]!;
      }
      out[v * SIZE + u] = sum;
    }
  return out;
}
