import { annexB, nalUnits, sameFormat, sampleOf, videoCodecOf, videoFormatOf, WIRE_TYPE } from '../src/index.ts';
import { describe, expect, it } from 'vitest';
import { captureFrames } from './capture-frames.ts';

const frames = captureFrames('smallchi-ch1');
const key = frames[0]!;

describe('the format of a stream', () => {
  it('is read from a key picture of a real camera', () => {
    const format = videoFormatOf('h264', key.data);
    expect(format).toMatchObject({ codec: 'h264', width: 352, height: 288, sampleEntry: 'avc1' });
    expect(format!.codecString).toMatch(/^avc1\.[0-9a-f]{6}$/);
    // Version 1, then profile, compatibility and level as in the codec's name.
    expect([...format!.configuration.subarray(0, 4)].map((octet) => octet.toString(16).padStart(2, '0')).join('')).toBe(
      `01${format!.codecString.slice(5)}`,
    );
  });

  it('stays the same over the whole capture, and is another one for another camera', () => {
    const first = videoFormatOf('h264', key.data)!;
    const keys = frames.filter((frame) => frame.key);
    expect(keys.length).toBeGreaterThan(3);
    for (const frame of keys) expect(sameFormat(first, videoFormatOf('h264', frame.data)!)).toBe(true);
    expect(sameFormat(null, first)).toBe(false);
    const other = videoFormatOf('h264', captureFrames('xtream-sim10-h264-g711a-head')[0]!.data)!;
    expect(sameFormat(first, other)).toBe(false);
  });

  it('is unknown without parameter sets, or with ones that are cut off', () => {
    expect(videoFormatOf('h264', frames[1]!.data)).toBeNull();
    expect(videoFormatOf('h264', annexB([Uint8Array.of(0x67, 0x64, 0, 0x1e), Uint8Array.of(0x68, 0xeb)]))).toBeNull();
    expect(videoFormatOf('h265', key.data)).toBeNull();
  });
});

describe('a sample', () => {
  it('holds the pictures with their lengths and leaves parameter sets out', () => {
    const sample = sampleOf('h264', key.data);
    const view = new DataView(sample.buffer, sample.byteOffset, sample.byteLength);
    const kinds: number[] = [];
    let at = 0;
    for (; at < sample.length; at += 4 + view.getUint32(at)) kinds.push(sample[at + 4]! & 31);
    expect(at).toBe(sample.length);
    expect(kinds).toContain(5);
    expect(kinds).not.toContain(7);
    expect(kinds).not.toContain(8);
    const picture = nalUnits(key.data).find(({ start }) => (key.data[start]! & 31) === 5)!;
    expect(sample.length).toBeGreaterThanOrEqual(picture.end - picture.start + 4);
  });

  it('is of a codec only when the message carries pictures', () => {
    expect([WIRE_TYPE.h264, WIRE_TYPE.h265, WIRE_TYPE.pcm, WIRE_TYPE.aac].map(videoCodecOf)).toEqual(['h264', 'h265', null, null]);
  });
});
