import fc from 'fast-check';
import type { Attributes } from '../src/position/attributes.ts';
import type { Position } from '../src/position/position.ts';
import { PositionFlag } from '../src/position/position.ts';
import { destination } from '../src/geo/sphere.ts';

/** A good position with everything a test does not care about filled in. */
export const positionAt = (fixTimeMs: number, lat: number, lon: number, more: Partial<Position> = {}): Position => ({
  fixTimeMs,
  sequence: 0,
  receivedAtMs: fixTimeMs + 1000,
  type: 1,
  valid: true,
  lat,
  lon,
  speedKph: 0,
  course: null,
  altitudeM: null,
  buffered: false,
  flags: 0,
  attributes: {},
  ...more,
});

/** One stretch of a made-up journey. */
interface Leg {
  readonly kind: 'drive' | 'stand' | 'silence' | 'relocate' | 'outliers' | 'noFix' | 'sameInstant' | 'badClock' | 'ignition';
  readonly count: number;
  readonly intervalS: number;
  readonly kph: number;
  readonly course: number;
  readonly noiseM: number;
  readonly speedKnown: boolean;
  readonly on: boolean;
}

const leg: fc.Arbitrary<Leg> = fc.record({
  kind: fc.constantFrom(
    'drive',
    'drive',
    'drive',
    'stand',
    'stand',
    'stand',
    'silence',
    'relocate',
    'outliers',
    'noFix',
    'sameInstant',
    'badClock',
    'ignition',
    'ignition',
  ),
  count: fc.integer({ min: 1, max: 14 }),
  intervalS: fc.constantFrom(1, 10, 30, 60, 120, 300, 1200),
  kph: fc.integer({ min: 3, max: 140 }),
  course: fc.integer({ min: 0, max: 359 }),
  noiseM: fc.constantFrom(0, 5, 20, 80, 300),
  speedKnown: fc.boolean(),
  on: fc.boolean(),
});

const start = fc.record({
  ms: fc.constantFrom(Date.UTC(2026, 0, 1, 22, 50), Date.UTC(2026, 5, 30, 5, 59, 30), Date.UTC(2026, 2, 3, 11, 44)),
  lat: fc.constantFrom(1.32, -33.9, 51.5, 69.6),
  lon: fc.constantFrom(103.82, -179.99, 179.995, -58.4, 0),
});

/** Positions of a device in order of time, with every oddity that the engine knows; keys are unique. */
export const journey: fc.Arbitrary<Position[]> = fc
  .record({ start, legs: fc.array(leg, { minLength: 1, maxLength: 14 }), salt: fc.integer({ min: -1000, max: 1000 }) })
  .map(({ start: begin, legs, salt }) => build(begin, legs, salt));

const build = (begin: { ms: number; lat: number; lon: number }, legs: readonly Leg[], salt: number): Position[] => {
  const out: Position[] = [];
  let at = begin.ms;
  let here = { lat: begin.lat, lon: begin.lon };
  let ignition: boolean | null = null;
  let n = salt;
  const add = (lat: number | null, lon: number | null, more: Partial<Position>): void => {
    n++;
    const attributes: Attributes = ignition === null ? {} : { ignition };
    out.push({ ...positionAt(at, 0, 0), lat, lon, sequence: (n * 7919) % 1013, attributes, ...more });
  };
  for (const step of legs) {
    if (step.kind === 'ignition') {
      ignition = step.on;
      continue;
    }
    if (step.kind === 'silence') {
      at += step.intervalS * step.count * 10_000;
      continue;
    }
    if (step.kind === 'relocate') here = destination(here, step.course, step.kph * step.count * 100);
    for (let i = 0; i < step.count; i++) {
      if (step.kind !== 'sameInstant') at += step.intervalS * 1000;
      if (step.kind === 'drive') here = destination(here, (step.course + i * 7) % 360, (step.kph / 3.6) * step.intervalS);
      const noisy = destination(here, (i * 137) % 360, (step.noiseM * ((i * 31) % 10)) / 10);
      switch (step.kind) {
        case 'drive':
          add(here.lat, here.lon, { speedKph: step.speedKnown ? step.kph : null });
          break;
        case 'outliers': {
          const wrong = destination(here, step.course, 3000 + step.kph * 1000);
          if (i % 3 === 2) add(here.lat, here.lon, {});
          else add(wrong.lat, wrong.lon, { speedKph: 10 });
          break;
        }
        case 'noFix':
          add(i % 2 ? here.lat : null, i % 2 ? here.lon : null, {
            valid: false,
            flags: PositionFlag.noFix,
            attributes: { ignition: i % 3 === 0 },
          });
          break;
        case 'badClock':
          add(here.lat, here.lon, { fixTimeMs: at + 10 * 365 * 86_400_000, flags: PositionFlag.wrongClock });
          break;
        default:
          add(noisy.lat, noisy.lon, { speedKph: step.speedKnown ? (i % 4 === 3 ? step.noiseM / 10 : 0) : null, type: i % 9 === 8 ? 2 : 1 });
      }
    }
  }
  const seen = new Set<string>();
  return out
    .filter((position) => {
      const key = `${position.fixTimeMs}/${position.sequence}`;
      return !seen.has(key) && seen.add(key) !== undefined;
    })
    .sort((a, b) => a.fixTimeMs - b.fixTimeMs || a.sequence - b.sequence);
};
