import { fromHex, toHex } from '@sightline/codec';
import { describe, expect, it } from 'vitest';
import { adtsFrames } from './adts.ts';
import { decodeAdpcm, encodeAdpcm, type AdpcmState } from './adpcm.ts';
import { decodeAlaw, decodeUlaw, encodeAlaw, encodeUlaw } from './g711.ts';
import { G726Decoder, G726Encoder, type G726Bits } from './g726.ts';
import { hasHisiliconHeader, withHisiliconHeader, withoutHisiliconHeader } from './hisilicon.ts';

/** A second that glides from 300 to 700 Hz. */
const glide = Int16Array.from({ length: 8000 }, (_, i) => Math.round(9000 * Math.sin(2 * Math.PI * (i / 8000) * (300 + (200 * i) / 8000))));

/** dB of the signal over the error. */
function signalToNoise(wanted: Int16Array, got: Int16Array): number {
  let signal = 0;
  let noise = 0;
  for (let i = 0; i < wanted.length; i++) {
    signal += wanted[i]! ** 2;
    noise += (wanted[i]! - got[i]!) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

describe('G.711', () => {
  it('decodes the example of a camera', () => {
    expect([...decodeAlaw(fromHex('d5d5d4d7d6d1d0d3'))]).toEqual([8, 8, 24, 40, 56, 72, 88, 104]);
  });
  it('gives every code back', () => {
    const codes = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(toHex(encodeAlaw(decodeAlaw(codes)))).toBe(toHex(codes));
    // µ-law has two zeros; the positive one is sent.
    expect(toHex(encodeUlaw(decodeUlaw(codes)))).toBe(toHex(codes.map((c) => (c === 0x7f ? 0xff : c))));
  });
  it('keeps a tone', () => {
    expect(signalToNoise(glide, decodeAlaw(encodeAlaw(glide)))).toBeGreaterThan(35);
    expect(signalToNoise(glide, decodeUlaw(encodeUlaw(glide)))).toBeGreaterThan(35);
  });
});

describe('ADPCM', () => {
  it('decodes the example of a camera, behind its header', () => {
    const body = fromHex('0001060088ff11001089a3f2c4b57e10');
    expect(hasHisiliconHeader(body)).toBe(true);
    expect([...decodeAdpcm(withoutHisiliconHeader(body)).samples]).toEqual([
      -107, -103, -106, -116, -131, -113, -151, -124, -170, -114, -166, -92, 58, -222, -108, -74,
    ]);
    expect(toHex(withHisiliconHeader(withoutHisiliconHeader(body)))).toBe(toHex(body));
  });
  it('goes on from block to block and keeps a tone', () => {
    const state: AdpcmState = { predictor: 0, index: 0 };
    const decoded = new Int16Array(glide.length);
    for (let at = 0; at < glide.length; at += 320) {
      const block = decodeAdpcm(encodeAdpcm(glide.subarray(at, at + 320), state));
      expect(block.state).toEqual(state);
      decoded.set(block.samples, at);
    }
    expect(signalToNoise(glide, decoded)).toBeGreaterThan(25);
  });
  it('refuses what is no block', () => {
    expect(() => decodeAdpcm(fromHex('0000ff00aa'))).toThrow(/step index/);
    expect(() => decodeAdpcm(fromHex('00'))).toThrow(/four octets/);
  });
});

describe('G.726', () => {
  it.each([
    [2, 6],
    [3, 14],
    [4, 20],
    [5, 25],
  ] as [G726Bits, number][])('of %i bits keeps a tone, packed from either end', (bits, decibel) => {
    for (const packing of ['little', 'big'] as const) {
      const coded = new G726Encoder(bits, packing).encode(glide);
      expect(coded).toHaveLength(1000 * bits);
      const decoder = new G726Decoder(bits, packing);
      const decoded = new Int16Array(glide.length);
      for (let at = 0; at < coded.length; at += 40 * bits) decoded.set(decoder.decode(coded.subarray(at, at + 40 * bits)), (at * 8) / bits);
      expect(signalToNoise(glide, decoded)).toBeGreaterThan(decibel);
    }
  });
  it('decodes what another encoder made of a rising tone', () => {
    // The first 20 ms of a 500 Hz tone, coded by ffmpeg (adpcm_g726le, code_size 4); its decoder gives these samples.
    const coded = fromHex('ff425534cf99bbec31543412cebbcbed315434f2');
    const theirs = [
      0, 0, 16, 36, 52, 56, 48, 36, 0, -32, -84, -132, -136, -148, -132, -64, 0, 92, 148, 232, 248, 216, 172, 108, 0, -128, -232, -288,
      -332, -304, -244, -156, -20, 144, 288, 428, 464, 436, 344, 164,
    ];
    const ours = new G726Decoder(4).decode(coded);
    // It rounds the scale factor another way than clause 4.2.4 (MIX): two steps of the 14-bit signal at most here.
    expect(Math.max(...theirs.map((sample, i) => Math.abs(sample - ours[i]!)))).toBeLessThanOrEqual(8);
  });
});

describe('AAC', () => {
  it('is taken out of its ADTS frames', () => {
    // AAC-LC, 8000 Hz, mono, frames of 9 and 8 octets with a header of 7.
    const frames = adtsFrames(fromHex('fff16c40013ffc0102' + 'fff16c40011ffc03'));
    expect(frames.map((f) => [f.codec, f.sampleRate, f.channels, toHex(f.config), toHex(f.data)])).toEqual([
      ['mp4a.40.2', 8000, 1, '1588', '0102'],
      ['mp4a.40.2', 8000, 1, '1588', '03'],
    ]);
    expect(() => adtsFrames(fromHex('fff16c40013ffc'))).toThrow(/ADTS frame of 9/);
  });
});
