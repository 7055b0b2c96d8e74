import { encodeAlaw } from '@sightline/media';

export const SAMPLE_RATE = 8_000;
/** Samples, and octets of G.711, in a packet: 40 ms. */
export const BLOCK_SAMPLES = 320;
export const BLOCK_MS = (1000 * BLOCK_SAMPLES) / SAMPLE_RATE;

const BEEP_SAMPLES = SAMPLE_RATE / 5;
const AMPLITUDE = 8_000;
const BASE_HZ = 400;
const HZ_PER_CHANNEL = 100;

/** A-law octets of silence. */
export const SILENCE: Uint8Array = new Uint8Array(BLOCK_SAMPLES).fill(0xd5);

const seconds = new Map<number, Uint8Array>();

/** One second as a channel sounds: a beep of 200 ms, then silence. Channels differ in pitch. */
function secondOf(channel: number): Uint8Array {
  const known = seconds.get(channel);
  if (known) return known;
  const turn = (2 * Math.PI * (BASE_HZ + HZ_PER_CHANNEL * channel)) / SAMPLE_RATE;
  const samples = Int16Array.from({ length: SAMPLE_RATE }, (_, i) => (i < BEEP_SAMPLES ? Math.round(AMPLITUDE * Math.sin(i * turn)) : 0));
  const made = encodeAlaw(samples);
  seconds.set(channel, made);
  return made;
}

/** The G.711 A-law block of a channel that begins at an instant, ms; it begins with a beep at each full second. */
export function soundAt(channel: number, timeMs: number): Uint8Array {
  const block = Math.floor((timeMs % 1000) / BLOCK_MS);
  return secondOf(channel).subarray(block * BLOCK_SAMPLES, (block + 1) * BLOCK_SAMPLES);
}
