import { fromHex, toHex } from '@sightline/codec';
import { describe, expect, it } from 'vitest';
import { avcConfiguration } from '../video/h264.ts';
import { mp4OfH264 } from './annex-b-file.ts';
import { flvAudio, flvHeader, flvVideo, flvVideoConfiguration } from './flv.ts';
import { fragment, initSegment, type Mp4Track } from './fmp4.ts';

const configuration = avcConfiguration(fromHex('6764001eacb2016824dff8'), fromHex('68ebc3cb22c0'));
const video: Mp4Track = { id: 1, kind: 'video', sampleEntry: 'avc1', configuration, width: 720, height: 576 };
const audio: Mp4Track = { id: 2, kind: 'audio', codec: 'aac', configuration: fromHex('1588'), sampleRate: 8000, channels: 1 };

/** Boxes as `name` or `name(children)`; every length is checked to fit. */
function tree(bytes: Uint8Array, at = 0, end = bytes.length): string[] {
  const names: string[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  while (at < end) {
    const size = view.getUint32(at);
    expect(size).toBeGreaterThanOrEqual(8);
    expect(at + size).toBeLessThanOrEqual(end);
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const inner = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf'].includes(name) ? tree(bytes, at + 8, at + size) : [];
    names.push(inner.length > 0 ? `${name}(${inner.join(' ')})` : name);
    at += size;
  }
  return names;
}

describe('fragmented MP4', () => {
  it('has the boxes of its tracks', () => {
    const trak = (media: string): string => `trak(tkhd mdia(mdhd hdlr minf(${media} dinf stbl(stsd stts stsc stsz stco))))`;
    expect(tree(initSegment([video, audio]))).toEqual(['ftyp', `moov(mvhd ${trak('vmhd')} ${trak('smhd')} mvex(trex trex))`]);
    expect(toHex(initSegment([video]))).toContain(`61766343${toHex(configuration)}`);
  });
  it('says of Opus what its own header says', () => {
    // "OpusHead", version 1, one channel, 312 samples to skip, 48,000 Hz, no gain, family 0.
    const configuration = fromHex('4f7075734865616401013801' + '80bb0000' + '000000');
    const head = toHex(initSegment([video, { id: 2, kind: 'audio', codec: 'opus', configuration, sampleRate: 48_000, channels: 1 }]));
    expect(head).toContain('00000013' + '644f7073' + '0001' + '0138' + '0000bb80' + '0000' + '00');
    expect(head).toContain('4f707573000000000000000100000000000000000001001000000000bb800000');
    const short = { id: 2, kind: 'audio', codec: 'opus', configuration: fromHex('4f70'), sampleRate: 48_000, channels: 1 } as const;
    expect(() => initSegment([short])).toThrow(RangeError);
  });
  it('points from each fragment to its samples', () => {
    const samples = [
      { timeMs: 5_000_000_000, durationMs: 40, key: true, data: fromHex('00000002aabb') },
      { timeMs: 5_000_000_040, durationMs: 40, key: false, data: fromHex('00000001cc') },
    ];
    const bytes = fragment(7, 1, samples);
    expect(tree(bytes)).toEqual(['moof(mfhd traf(tfhd tfdt trun))', 'mdat']);
    const view = new DataView(bytes.buffer);
    const moofBytes = view.getUint32(0);
    const trun = moofBytes - 8 - 4 - 8 - 2 * 12;
    expect(view.getUint32(trun + 12)).toBe(2);
    const offset = view.getUint32(trun + 16);
    expect(toHex(bytes.subarray(offset))).toBe('00000002aabb00000001cc');
    expect(toHex(bytes)).toContain('7466647401000000' + '000000012a05f200');
  });
});

describe('FLV', () => {
  it('counts each tag back', () => {
    const tags = [
      flvVideoConfiguration('avc', 0, configuration),
      flvVideo('avc', 40, false, fromHex('00000001aa')),
      flvAudio(0x1_0000_28, fromHex('0102')),
    ];
    for (const bytes of tags) {
      const view = new DataView(bytes.buffer);
      expect(view.getUint32(bytes.length - 4)).toBe(bytes.length - 4);
      expect((view.getUint32(0) & 0xff_ffff) + 11).toBe(bytes.length - 4);
    }
    expect(toHex(tags[1]!)).toBe('0900000a00002800000000' + '270100000000000001aa' + '00000015');
    // The highest octet of the time stands behind the other three.
    expect(toHex(tags[2]!.subarray(4, 8))).toBe('00002801');
    expect(toHex(flvHeader(true))).toBe('464c5601050000000900000000');
  });
});

describe('a raw H.264 stream as a file', () => {
  const sps = '6764001eacb2016824dff8';
  const pps = '68ebc3cb22c0';
  const unit = (hex: string, startCode = '00000001'): string => startCode + hex;
  /** Slices: the first of a picture begins with a set bit. */
  const [key, keyGoesOn, delta] = ['6588843a', '65088412', '419a2b3c'];

  it('begins with its first key picture, cuts at each of them, and joins the slices of a picture', () => {
    const stream = [delta, sps, pps, key, keyGoesOn, delta, delta, sps, pps, key, delta].map((u, i) =>
      unit(u, i % 2 ? '000001' : '00000001'),
    );
    const file = mp4OfH264(fromHex(stream.join('')), 25)!;
    expect(tree(file)).toEqual([
      'ftyp',
      expect.stringContaining('vmhd'),
      'moof(mfhd traf(tfhd tfdt trun))',
      'mdat',
      'moof(mfhd traf(tfhd tfdt trun))',
      'mdat',
    ]);
    // With their lengths in place of start codes: a key picture of two slices, then two others; then one of one, and another.
    const data = (...units: string[]): string => units.map((u) => `00000004${u}`).join('');
    expect(toHex(file)).toContain(`6d646174${data(key, keyGoesOn, delta, delta)}`);
    expect(toHex(file).endsWith(`6d646174${data(key, delta)}`)).toBe(true);
  });

  it('leaves out the zeros between units, which belong to the stream', () => {
    const file = mp4OfH264(fromHex([sps, pps, key].map((u) => `${unit(u)}0000`).join('')))!;
    expect(toHex(file).endsWith(`6d64617400000004${key}`)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['no key picture', [sps, pps, delta].map((u) => unit(u)).join('')],
    ['no picture that could be decoded', unit(key)],
    ['what is no stream', 'ffd8ffe000104a46494600010100'],
  ])('is none with %s', (_what, hex) => {
    expect(mp4OfH264(fromHex(hex))).toBeNull();
  });
});
