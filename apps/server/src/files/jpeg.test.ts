import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pictureOfJpeg } from './jpeg.ts';
import { pictureSize } from './picture-size.ts';

const segment = (marker: number, body: Buffer | string): Buffer => {
  const bytes = Buffer.from(body as string, 'latin1');
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(bytes.length + 2, 2);
  return Buffer.concat([head, bytes]);
};
const SOI = Buffer.from([0xff, 0xd8]);
const EOI = Buffer.from([0xff, 0xd9]);
const FRAME = segment(0xc0, Buffer.from([8, 0, 16, 0, 32, 1, 1, 0x11, 0]));
/** A scan with a stuffed byte and a restart marker in its data. */
const SCAN = Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3])]);
const JFIF = segment(0xe0, 'JFIF\0');
const plain = Buffer.concat([SOI, JFIF, FRAME, SCAN, SCAN, EOI]);

it('keeps the picture, and leaves out what stands beside and behind it', () => {
  expect(pictureOfJpeg(plain)).toEqual(plain);
  const place = segment(0xe1, 'Exif\0\0 47.5 N');
  const script = segment(0xfe, '<script>alert(1)</script>');
  const preview = segment(0xe2, Buffer.concat([SOI, EOI]));
  const polyglot = Buffer.concat([
    SOI,
    JFIF,
    place,
    script,
    FRAME,
    preview,
    SCAN,
    SCAN,
    EOI,
    Buffer.from('<svg onload="alert(1)">PK\x03\x04'),
  ]);
  expect(pictureOfJpeg(polyglot)).toEqual(plain);
  expect(pictureSize(pictureOfJpeg(polyglot)!)).toEqual({ contentType: 'image/jpeg', width: 32, height: 16 });
});

it('takes nothing that is no whole JPEG', () => {
  for (const bytes of [
    Buffer.alloc(0),
    SOI,
    Buffer.concat([SOI, EOI]),
    Buffer.concat([SOI, FRAME, SCAN]),
    Buffer.concat([SOI, FRAME, segment(0xda, Buffer.alloc(6)), Buffer.from('no end')]),
    Buffer.concat([SOI, SOI, FRAME, SCAN, EOI]),
    Buffer.concat([SOI, Buffer.from('<html>'), FRAME, SCAN, EOI]),
    Buffer.concat([SOI, Buffer.from([0xff, 0xc0, 0, 1]), SCAN, EOI]),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ]) {
    expect([bytes.toString('latin1'), pictureOfJpeg(bytes)]).toEqual([bytes.toString('latin1'), null]);
  }
});

it('ends with any bytes, and what it keeps stays as it is', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(plain.length), (noise, at) => {
      const kept = pictureOfJpeg(Buffer.concat([plain.subarray(0, at), noise, plain.subarray(at)]));
      if (kept !== null) expect(pictureOfJpeg(kept)).toEqual(kept);
    }),
  );
});
