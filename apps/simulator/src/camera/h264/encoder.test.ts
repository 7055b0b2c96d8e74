import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { generator } from '../../random.ts';
import { readPictureStrip } from '../clock-strip.ts';
import { Scene } from '../scene.ts';
import { blankPicture, type Picture } from './picture.ts';
import { PictureEncoder } from './picture-encoder.ts';

/** Samples of a picture, 4:2:0, as a decoder gives them. */
function samplesOf({ columns, rows, luma, cb, cr }: Picture): Uint8Array {
  const [width, height] = [16 * columns, 16 * rows];
  const out = new Uint8Array((width * height * 3) / 2);
  const plane = (at: number, tiles: Uint8Array, w: number, h: number): void => {
    for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) out[at + y * w + x] = tiles[(y >> 2) * (w >> 2) + (x >> 2)]!;
  };
  plane(0, luma, width, height);
  plane(width * height, cb, width / 2, height / 2);
  plane((width * height * 5) / 4, cr, width / 2, height / 2);
  return out;
}

/** Pictures of noise, weak and strong, sparse and dense: every code word of the tables occurs in them. */
function* noise(picture: Picture, count: number): Generator<number> {
  const random = generator('pictures of noise');
  for (let frame = 0; frame < count; frame++) {
    const density = random();
    const strength = [1, 2, 4, 10, 40, 255][Math.floor(random() * 6)]!;
    for (const plane of [picture.luma, picture.cb, picture.cr])
      for (let i = 0; i < plane.length; i++) {
        if (random() >= density) continue;
        const from = frame % 3 === 0 ? 128 : plane[i]!;
        plane[i] = Math.max(0, Math.min(255, Math.round(from + (2 * random() - 1) * strength)));
      }
    yield frame;
  }
}

const sha1 = (parts: readonly Uint8Array[]): string => {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

describe('the encoder', () => {
  /**
   * ffmpeg 5.1 decodes the stream of the first sum to the samples of the second one, without a word:
   * `ffmpeg -v warning -i stream.h264 -f rawvideo -pix_fmt yuv420p - | sha1sum`.
   */
  it('writes what an independent decoder has read as the very same pictures', () => {
    const encoder = new PictureEncoder(11, 9);
    const picture = blankPicture(11, 9);
    const stream: Uint8Array[] = [];
    const samples: Uint8Array[] = [];
    for (const frame of noise(picture, 300)) {
      stream.push(encoder.encode(picture, frame % 20 === 0));
      samples.push(samplesOf(encoder.shown));
    }
    expect([sha1(stream), sha1(samples)]).toEqual(['719e0c6d577bf00314b76125c0c57aed98237d50', 'd54f081f93559377fdedab2a28be74d334bd5e4c']);
  });

  it.each([1, 2] as const)('shows a scene of scale %s with its clock on the strip in each picture', (scale) => {
    const scene = new Scene('013912345678 CH3', 3, scale);
    const encoder = new PictureEncoder(22 * scale, 18 * scale);
    const startMs = Date.UTC(2026, 10, 21, 23, 59, 59);
    const [width, height] = [352 * scale, 288 * scale];
    for (let frame = 0; frame < 45; frame++) {
      const timeMs = startMs + Math.round(frame * 66.7);
      encoder.encode(scene.at(timeMs, frame), frame % 30 === 0);
      const samples = samplesOf(encoder.shown);
      expect(readPictureStrip(width, height, (x, y) => samples[y * width + x]!)).toEqual({ timeMs, channel: 3 });
    }
  });

  it('says little where little changes', () => {
    const scene = new Scene('x', 1, 1);
    const encoder = new PictureEncoder(22, 18);
    const key = encoder.encode(scene.at(0, 0), true);
    expect(encoder.encode(scene.at(0, 0), false).length).toBeLessThan(16);
    expect(encoder.encode(scene.at(67, 1), false).length).toBeLessThan(key.length / 5);
  });
});

it('a strip with a wrong cell is none', () => {
  const scene = new Scene('x', 1, 1);
  const { luma } = scene.at(Date.UTC(2026, 0, 1), 0);
  const at = (wrong: number) =>
    readPictureStrip(352, 288, (x, y) => {
      const cell = Math.floor(y / 16) * 22 + Math.floor(x / 16);
      const value = luma[Math.floor(y / 4) * 88 + Math.floor(x / 4)]!;
      return cell === wrong ? 255 - value : value;
    });
  expect(at(-1)).not.toBeNull();
  for (let cell = 15 * 22; cell < 18 * 22; cell++) expect(at(cell)).toBeNull();
});
