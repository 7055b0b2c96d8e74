import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPictureStrip } from '../clock-strip.ts';
import { blankPicture } from '../h264/picture.ts';
import { Scene } from '../scene.ts';
import { encodeJpeg } from './jpeg-encoder.ts';
import { ZIGZAG } from './tables.ts';

/** Brightness (of the file: black 0, white 255) of every sample, by a decoder that shares nothing with the encoder but the order of coefficients. */
function decode(file: Uint8Array): { width: number; height: number; luma: Uint8Array } {
  const quantisers: number[][] = [];
  const codes = new Map<number, Map<string, number>>();
  let [width, height, at] = [0, 0, 2];
  expect([file[0], file[1], ...file.subarray(-2)]).toEqual([0xff, 0xd8, 0xff, 0xd9]);
  for (;;) {
    const marker = file[at + 1]!;
    const length = (file[at + 2]! << 8) | file[at + 3]!;
    const body = file.subarray(at + 4, at + 2 + length);
    at += 2 + length;
    if (marker === 0xdb) quantisers[body[0]!] = [...body.subarray(1)];
    if (marker === 0xc0) [height, width] = [(body[1]! << 8) | body[2]!, (body[3]! << 8) | body[4]!];
    if (marker === 0xc4) {
      const table = new Map<string, number>();
      let [code, next] = [0, 17];
      for (let bits = 1; bits <= 16; bits++, code <<= 1)
        for (let n = 0; n < body[bits]!; n++) table.set((code++).toString(2).padStart(bits, '0'), body[next++]!);
      codes.set(body[0]!, table);
    }
    if (marker === 0xda) break;
  }
  let bit = 0;
  const data = file.subarray(at, -2).filter((octet, i, all) => !(octet === 0 && all[i - 1] === 0xff));
  const read = (): number => (data[bit >> 3]! >> (7 - (bit++ & 7))) & 1;
  const value = (size: number): number => {
    let v = 0;
    for (let i = 0; i < size; i++) v = v * 2 + read();
    return size > 0 && v < 2 ** (size - 1) ? v - 2 ** size + 1 : v;
  };
  const symbol = (id: number): number => {
    for (let text = ''; ;) {
      text += read();
      const found = codes.get(id)!.get(text);
      if (found !== undefined) return found;
      if (text.length > 16) throw new Error('no such code');
    }
  };
  const before = [0, 0, 0];
  const block = (component: number): Float64Array => {
    const table = component === 0 ? 0 : 1;
    const levels = new Float64Array(64);
    before[component]! += value(symbol(table));
    levels[0] = before[component]! * quantisers[table]![0]!;
    for (let i = 1; i < 64;) {
      const said = symbol(16 | table);
      if (said === 0) break;
      i += said >> 4;
      if (said !== 0xf0) levels[ZIGZAG[i]!] = value(said & 15) * quantisers[table]![i]!;
      i++;
    }
    const samples = new Float64Array(64);
    for (let p = 0; p < 64; p++)
      for (let f = 0; f < 64; f++) {
        if (levels[f] === 0) continue;
        const [u, v] = [f % 8, f >> 3];
        const norm = (u === 0 ? Math.SQRT1_2 : 1) * (v === 0 ? Math.SQRT1_2 : 1) * 0.25;
        samples[p]! +=
          norm * levels[f]! * Math.cos(((2 * (p % 8) + 1) * u * Math.PI) / 16) * Math.cos(((2 * (p >> 3) + 1) * v * Math.PI) / 16);
      }
    return samples.map((s) => s + 128);
  };
  const luma = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 16)
    for (let x = 0; x < width; x += 16)
      for (let part = 0; part < 6; part++) {
        const samples = block(Math.max(0, part - 3));
        if (part > 3) continue;
        samples.forEach((s, i) => (luma[(y + (part >> 1) * 8 + (i >> 3)) * width + x + (part & 1) * 8 + (i % 8)] = s));
      }
  return { width, height, luma: Uint8Array.from(luma) };
}

it('a picture of a scene says its time and channel to whoever decodes it', () => {
  const timeMs = Date.UTC(2026, 5, 1, 10, 20, 30, 400);
  const file = encodeJpeg(new Scene('862000000000001 CH3', 3, 2).at(timeMs, 40));
  expect(file.length).toBeLessThan(150_000);
  const { width, height, luma } = decode(file);
  expect([width, height]).toEqual([704, 576]);
  expect(readPictureStrip(width, height, (x, y) => luma[y * width + x]!)).toEqual({ timeMs, channel: 3 });
});

it('every picture of tiles comes back, within what the quantiser leaves', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (tiles) => {
      const picture = blankPicture(2, 1);
      picture.luma.set(tiles.map((t) => 16 + Math.floor((t * 219) / 255)));
      const { luma } = decode(encodeJpeg(picture, 95));
      for (let i = 0; i < 32; i++) {
        const [x, y] = [(i % 8) * 4, Math.floor(i / 8) * 4];
        const wanted = ((picture.luma[i]! - 16) * 255) / 219;
        const mean =
          [0, 1, 2, 3].flatMap((dy) => [0, 1, 2, 3].map((dx) => luma[(y + dy) * 32 + x + dx]!)).reduce((sum, v) => sum + v, 0) / 16;
        expect(Math.abs(mean - wanted)).toBeLessThan(12);
      }
    }),
    { numRuns: 40 },
  );
});
