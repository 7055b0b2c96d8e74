/** Samples a second of everything that is said to devices. */
export const TONE_RATE = 8_000;

/** Samples of a tone, from the `from`th on: blocks of it follow each other without a seam. */
export const toneBlock = (hz: number, from: number, count: number): Int16Array =>
  Int16Array.from({ length: count }, (_, i) => Math.round(8_000 * Math.sin((2 * Math.PI * hz * (from + i)) / TONE_RATE)));

/** How much of what is heard is this tone: 1 all of it, 0 nothing, or silence. */
export function toneShare(samples: readonly number[], hz: number): number {
  let [sine, cosine, power] = [0, 0, 0];
  samples.forEach((sample, i) => {
    sine += sample * Math.sin((2 * Math.PI * hz * i) / TONE_RATE);
    cosine += sample * Math.cos((2 * Math.PI * hz * i) / TONE_RATE);
    power += sample * sample;
  });
  return power < samples.length ? 0 : (2 * (sine * sine + cosine * cosine)) / (samples.length * power);
}
