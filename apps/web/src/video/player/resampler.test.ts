import { describe, expect, it } from 'vitest';
import { Resampler } from './resampler.ts';

const tone = (hz: number, rate: number, seconds: number): Float32Array =>
  Float32Array.from({ length: rate * seconds }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rate));

/** All of it in pieces of an odd size, as they come from a microphone. */
function resampled(samples: Float32Array, from: number, to: number, piece = 131): Float32Array {
  const resampler = new Resampler(from, to);
  const out: number[] = [];
  for (let at = 0; at < samples.length; at += piece) out.push(...resampler.push(samples.subarray(at, at + piece)));
  return Float32Array.from(out);
}

/** Root mean square of the middle half: beginning and end are not settled. */
const level = (samples: Float32Array): number => {
  const middle = samples.subarray(samples.length >> 2, (samples.length * 3) >> 2);
  return Math.sqrt(middle.reduce((sum, value) => sum + value * value, 0) / middle.length);
};
const decibel = (value: number): number => 20 * Math.log10(value / Math.SQRT1_2);

describe.each([48_000, 44_100, 96_000, 16_000])('a microphone of %i Hz', (rate) => {
  it('keeps what is spoken as loud as it is', () => {
    for (const hz of [300, 1_000, 2_500]) expect(Math.abs(decibel(level(resampled(tone(hz, rate, 1), rate, 8_000))))).toBeLessThan(0.3);
  });
  it('does not fold back what is too high', () => {
    for (const hz of [5_000, 6_500]) expect(decibel(level(resampled(tone(hz, rate, 1), rate, 8_000)))).toBeLessThan(-45);
  });
  it('gives 8000 samples a second, whatever pieces it comes in', () => {
    const whole = tone(700, rate, 1);
    const [odd, big] = [resampled(whole, rate, 8_000, 97), resampled(whole, rate, 8_000, 4_096)];
    expect(Math.abs(odd.length - 8_000)).toBeLessThanOrEqual(20);
    expect([...odd.subarray(0, 7_900)]).toEqual([...big.subarray(0, 7_900)]);
  });
});

it('keeps the tone where it is', () => {
  const out = resampled(tone(1_000, 44_100, 1), 44_100, 8_000);
  // Against a tone of the same pitch, whatever its phase.
  const [sine, cosine] = [Math.sin, Math.cos].map((wave) =>
    out.subarray(1_000, 7_000).reduce((sum, value, i) => sum + value * wave((2 * Math.PI * i) / 8), 0),
  ) as [number, number];
  expect(Math.hypot(sine, cosine) / 3_000).toBeGreaterThan(0.98);
});
