import type { Track } from '@sightline/contract';

/** A point of a track for tests; what is left out stands still at one place. */
export interface Sample {
  readonly t: number;
  readonly lat?: number;
  readonly lon?: number;
  readonly kph?: number;
  readonly flags?: number;
  readonly acc?: number;
}

/** A track of such points, which counts them all unless they say otherwise. */
export const trackOf = (samples: readonly Sample[]): Track => ({
  count: samples.length,
  timeMs: Float64Array.from(samples, ({ t }) => t),
  lat: Float64Array.from(samples, ({ lat }) => lat ?? 1),
  lon: Float64Array.from(samples, ({ lon }) => lon ?? 103),
  speedKph: Float32Array.from(samples, ({ kph }) => kph ?? 0),
  course: new Float32Array(samples.length).fill(90),
  flags: Uint8Array.from(samples, ({ flags }) => flags ?? 0),
  acc: Uint8Array.from(samples, ({ acc }) => acc ?? 2),
  changes: [],
});
