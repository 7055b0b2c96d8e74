import { describe, expect, it } from 'vitest';
import { pictureSize } from '../../files/picture-size.ts';
import { checkPictures } from './brand-pictures.service.ts';

const png = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(33);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
/** SOI, an APP0 segment, a Huffman table, and the frame header of a progressive picture. */
const jpeg = (width: number, height: number): Buffer => {
  const frame = Buffer.from([0xff, 0xc2, 0, 17, 8, 0, 0, 0, 0, 3]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc4, 0, 3, 9]), frame, Buffer.alloc(8)]);
};
const webp = (chunk: string, body: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${chunk}\0\0\0\0`, 'latin1'), Buffer.from(body), Buffer.alloc(16)]);

const url = (kind: string, bytes: Buffer): string => `data:image/${kind};base64,${bytes.toString('base64')}`;

describe('pictureSize', () => {
  it('reads PNG, JPEG and the three kinds of WebP', () => {
    expect(pictureSize(png(64, 32))).toEqual({ contentType: 'image/png', width: 64, height: 32 });
    expect(pictureSize(jpeg(640, 480))).toEqual({ contentType: 'image/jpeg', width: 640, height: 480 });
    expect(pictureSize(webp('VP8X', [0, 0, 0, 0, 0x8f, 1, 0, 0xc7, 0, 0]))).toMatchObject({ width: 400, height: 200 });
    expect(pictureSize(webp('VP8L', [0x2f, 0x8f, 0xc1, 0x31, 0]))).toMatchObject({ width: 400, height: 200 });
    expect(pictureSize(webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 0x90, 1, 0xc8, 0]))).toMatchObject({ width: 400, height: 200 });
  });

  it('finds nothing in what is none, and ends where a picture breaks off', () => {
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.alloc(64),
      png(1, 1).subarray(0, 20),
    ]) {
      expect(pictureSize(bytes)).toBeNull();
    }
    const whole = jpeg(9, 9);
    for (let end = 0; end < whole.length - 9; end++) expect(pictureSize(whole.subarray(0, end))).toBeNull();
    // A segment that says it has no length does not hold the search up.
    expect(pictureSize(Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(40, 0xff)]))).toBeNull();
    expect(pictureSize(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), Buffer.alloc(40)]))).toBeNull();
  });
});

describe('checkPictures', () => {
  it('takes what is what it calls itself, and nothing else', () => {
    expect(() => checkPictures({ logoLight: url('png', png(200, 40)), icon: url('jpeg', jpeg(32, 32)), logoDark: '' })).not.toThrow();
    for (const wrong of [
      url('jpeg', png(10, 10)),
      url('png', Buffer.from('<script>')),
      url('png', png(20_000, 20_000)),
      url('png', png(0, 10)),
    ]) {
      expect(() => checkPictures({ loginPageImage: wrong })).toThrow(expect.objectContaining({ code: 9012 }));
    }
  });
});
