import { describe, expect, it } from 'vitest';
import { captureFrames } from '../../../../../packages/media/test/capture-frames.ts';
import { Recording, RECORDING_LIMITS } from '@sightline/media';
import { Segmenter } from './segmenter.ts';

const frames = captureFrames('smallchi-ch1');

/** The boxes of a piece of MP4: type and content. */
const boxes = (bytes: Uint8Array): { type: string; body: Uint8Array }[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = [];
  for (let at = 0; at < bytes.length; at += view.getUint32(at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    out.push({ type, body: bytes.subarray(at + 8, at + view.getUint32(at)) });
  }
  return out;
};
const inside = (bytes: Uint8Array, ...path: string[]): Uint8Array =>
  path.reduce((body, type) => boxes(body).find((box) => box.type === type)!.body, bytes);
const decodeTimeMs = (piece: Uint8Array): number => {
  const tfdt = inside(piece, 'moof', 'traf', 'tfdt');
  return Number(new DataView(tfdt.buffer, tfdt.byteOffset).getBigUint64(4));
};
/** Durations of the samples of a fragment. */
const durations = (piece: Uint8Array): number[] => {
  const trun = inside(piece, 'moof', 'traf', 'trun');
  const view = new DataView(trun.buffer, trun.byteOffset);
  return Array.from({ length: view.getUint32(4) }, (_, i) => view.getUint32(12 + i * 12));
};

describe('fragments for MediaSource', () => {
  it('begin with one head and give each picture at once, at its time', () => {
    const segmenter = new Segmenter();
    expect(segmenter.push(frames[1]!)).toEqual([]);
    const segments = frames.flatMap((frame) => segmenter.push(frame));
    expect(segments.map(({ kind }) => kind)).toEqual(['head', ...frames.map(() => 'picture')]);
    const [head, ...pictures] = segments;
    expect(head).toMatchObject({ mime: expect.stringMatching(/^video\/mp4; codecs="avc1\.[0-9a-f]{6}"$/) });
    expect(boxes(head!.bytes).map(({ type }) => type)).toEqual(['ftyp', 'moov']);
    expect(pictures.map(({ bytes }) => decodeTimeMs(bytes))).toEqual(frames.map(({ timestampMs }) => timestampMs - frames[0]!.timestampMs));
  });

  it('say a new head when the camera changes its format', () => {
    const segmenter = new Segmenter();
    const other = captureFrames('xtream-sim10-h264-g711a-head');
    const kinds = [...frames.slice(0, 2), other[0]!, ...frames.slice(0, 1)]
      .flatMap((frame) => segmenter.push(frame))
      .map(({ kind }) => kind);
    expect(kinds).toEqual(['head', 'picture', 'picture', 'head', 'picture', 'head', 'picture']);
  });
});

describe('a recording', () => {
  it('begins with a key picture, has every picture once, without holes, and says how long it is', () => {
    const recording = new Recording();
    const from = frames.findIndex((frame, i) => i > 0 && frame.key);
    for (const frame of frames.slice(1)) expect(recording.push(frame)).toBe('taken');
    const [head, ...parts] = recording.finish()!;
    const taken = frames.slice(from);
    expect(parts.length).toBe(taken.filter(({ key }) => key).length);
    let timeMs = 0;
    for (const part of parts) {
      expect(decodeTimeMs(part)).toBe(timeMs);
      timeMs += durations(part).reduce((sum, duration) => sum + duration, 0);
    }
    expect(parts.flatMap(durations)).toHaveLength(taken.length);
    const mehd = inside(head!, 'moov', 'mvex', 'mehd');
    expect(Number(new DataView(mehd.buffer, mehd.byteOffset).getBigUint64(4))).toBe(timeMs);
    expect(timeMs).toBeGreaterThan(taken.at(-1)!.timestampMs - taken[0]!.timestampMs);
  });

  it('is nothing without a key picture, and full when the format changes or its time is over', () => {
    const empty = new Recording();
    expect(empty.push(frames[1]!)).toBe('taken');
    expect(empty.finish()).toBeNull();
    const recording = new Recording();
    recording.push(frames[0]!);
    expect(recording.push(captureFrames('xtream-sim10-h264-g711a-head')[0]!)).toBe('full');
    const long = new Recording();
    long.push(frames[0]!);
    expect(long.push({ ...frames[1]!, timestampMs: frames[0]!.timestampMs + RECORDING_LIMITS.maxMs })).toBe('full');
  });
});
