import { crc32, deflateSync } from 'node:zlib';
import type { Picture } from '../camera/h264/picture.ts';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Samples of a tile of brightness, and of colour. */
const LUMA_TILE = 4;
const CHROMA_TILE = 8;

function chunk(type: string, data: Uint8Array): Buffer {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  out.set(data, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

const clamp = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));

/** A picture of flat tiles as a PNG (ISO/IEC 15948), by the colours of ITU-R BT.601. */
export function pngOf({ columns, rows, luma, cb, cr }: Picture): Buffer {
  const width = columns * 16;
  const height = rows * 16;
  const lines = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y++) {
    // the octet in front of each line: no filter
    let at = y * (1 + 3 * width) + 1;
    for (let x = 0; x < width; x++) {
      const l = 1.164 * (luma[Math.floor(y / LUMA_TILE) * columns * 4 + Math.floor(x / LUMA_TILE)]! - 16);
      const chroma = Math.floor(y / CHROMA_TILE) * columns * 2 + Math.floor(x / CHROMA_TILE);
      const u = cb[chroma]! - 128;
      const v = cr[chroma]! - 128;
      lines[at++] = clamp(l + 1.596 * v);
      lines[at++] = clamp(l - 0.392 * u - 0.813 * v);
      lines[at++] = clamp(l + 2.017 * u);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits, red green blue
  head.set([8, 2], 8);
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', deflateSync(lines)), chunk('IEND', new Uint8Array(0))]);
}
