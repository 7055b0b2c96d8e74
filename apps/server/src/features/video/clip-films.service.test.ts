import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ChannelPictures } from '@sightline/simulator/camera/channel-pictures';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filmsOf, type BroughtFile } from './clip-films.service.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sightline-films-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function brought(bytes: Uint8Array): BroughtFile {
  const file = path.join(folder, String(count++));
  writeFileSync(file, bytes);
  return { path: file, sizeBytes: bytes.length };
}
/** Two seconds of a camera. */
function raw(): Uint8Array {
  const pictures = new ChannelPictures('13800000001', 1, 1);
  return Buffer.concat(Array.from({ length: 30 }, (_, i) => pictures.next(Date.UTC(2026, 0, 1) + i * 66).data));
}
const durationOf = (mp4: Uint8Array): number => Number(Buffer.from(mp4).readBigUInt64BE(Buffer.from(mp4).indexOf('mehd') + 8));
const bytesOf = (film: { source: () => unknown }): Uint8Array => film.source() as Uint8Array;

it('makes one film of raw streams, as long as was asked for', async () => {
  const [film, ...more] = await filmsOf([brought(raw()), brought(raw())], 4_000);
  expect(more).toEqual([]);
  expect(film).toMatchObject({ contentType: 'video/mp4', extension: 'mp4' });
  expect(Math.abs(durationOf(bytesOf(film!)) - 4_000)).toBeLessThan(100);
  // A length that cannot be that of the film is not believed.
  const [odd] = await filmsOf([brought(raw())], 600_000);
  expect(durationOf(bytesOf(odd!))).toBe(2_000);
});

it('keeps an MP4 as it is when it is whole, and nothing of one that was cut', async () => {
  const [film] = await filmsOf([brought(raw())], 2_000);
  const mp4 = bytesOf(film!);
  const kept = await filmsOf([brought(mp4), brought(mp4)], 2_000);
  expect(kept.map(({ contentType }) => contentType)).toEqual(['video/mp4', 'video/mp4']);
  for (const cut of [mp4.subarray(0, -1), mp4.subarray(0, 200), Buffer.concat([mp4, Buffer.alloc(3)])])
    expect(await filmsOf([brought(cut)], 2_000)).toEqual([]);
});

it('keeps other recordings as they are, and leaves out what is none', async () => {
  const rest = Buffer.alloc(400, 7);
  const ts = Buffer.alloc(376, 1);
  ts[0] = ts[188] = 0x47;
  const found = await filmsOf(
    [
      brought(Buffer.concat([Buffer.from('000001ba', 'hex'), rest])),
      brought(ts),
      brought(Buffer.concat([Buffer.from('000000014001', 'hex'), rest])),
      brought(Buffer.concat([Buffer.from('30316364', 'hex'), rest])),
      brought(Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), rest])),
      brought(Buffer.from('<html>')),
      // It begins like one, and has no picture.
      brought(Buffer.concat([Buffer.from('0000000167', 'hex'), rest])),
    ],
    2_000,
  );
  expect(found.map(({ extension }) => extension)).toEqual(['h264', 'mpg', 'ts', 'h265', 'jt1078']);
});
