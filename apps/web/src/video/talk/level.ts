/** Quieter than this is nothing, dB below the loudest that there is. */
const FLOOR_DB = -60;

/** How loud samples (-1 to 1) are: 0 nothing, 1 the loudest that there is, in even steps for the ear. */
export function levelOf(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const db = 10 * Math.log10(sum / samples.length + 1e-12);
  return Math.min(1, Math.max(0, 1 - db / FLOOR_DB));
}

/** Above this a person speaks, and not only the room. */
export const SPEAKING_LEVEL = 0.35;
