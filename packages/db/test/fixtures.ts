import type { LiveState, LocationType, Position, Segment } from '@sightline/domain';
import { comparePositions } from '@sightline/domain';
import fc from 'fast-check';
import { EMPTY_BATCH } from '../src/positions/empty-batch.ts';
import type { IngestBatch } from '../src/positions/types.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** A fixed noon; partitions and seals are always given their time. */
export const NOW = Date.UTC(2026, 5, 15, 12);

export const batchOf = (deviceKey: number, positions: readonly Position[], late = false): IngestBatch => ({
  ...EMPTY_BATCH,
  positions: positions.map((position) => ({ deviceKey, position, late })),
});

export function position(fixTimeMs: number, sequence = 1, change: Partial<Position> = {}): Position {
  return {
    fixTimeMs,
    sequence,
    receivedAtMs: fixTimeMs + 1500,
    type: 1,
    valid: true,
    lat: 48.1 + (fixTimeMs % 977) / 1_800_000,
    lon: 11.5,
    speedKph: 12.3,
    course: 90,
    altitudeM: null,
    buffered: false,
    flags: 0,
    attributes: { ignition: true, power: 12.5 },
    ...change,
  };
}

export const sorted = (positions: readonly Position[]): Position[] => positions.toSorted(comparePositions);

const number = fc.option(
  fc.oneof(
    fc.integer({ min: -1_800_000, max: 1_800_000 }).map((n) => n / 10_000),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  ),
  { nil: null, freq: 5 },
);

/** Anything that a device can make us store, all over three days and some instants far away. */
export const anyPosition: fc.Arbitrary<Position> = fc.record({
  fixTimeMs: fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: NOW - 3 * DAY_MS, max: NOW }) },
    { weight: 1, arbitrary: fc.constantFrom(0, -5, Date.UTC(1980, 0, 6), Date.UTC(2087, 3, 1), 8.64e15, -8.64e15) },
  ),
  sequence: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  receivedAtMs: fc.integer({ min: NOW - 3 * DAY_MS, max: NOW + DAY_MS }),
  type: fc.constantFrom<LocationType>(1, 2, 3),
  valid: fc.boolean(),
  lat: number,
  lon: number,
  speedKph: number,
  course: number,
  altitudeM: number,
  buffered: fc.boolean(),
  flags: fc.nat({ max: 15 }),
  attributes: fc.dictionary(
    fc.oneof(
      fc.constantFrom('ignition', 'power', '__proto__'),
      fc.string({ maxLength: 6 }).map((key) => key.replaceAll('\0', '')),
    ),
    fc.oneof(
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
      fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
    ),
    { maxKeys: 4, noNullPrototype: true },
  ),
});

export const liveState = (
  deviceKey: number,
  fixTimeMs: number | null,
  lastContactMs: number,
  change: Partial<LiveState> = {},
): LiveState => ({
  deviceKey,
  deviceId: `86000000000${deviceKey}`,
  lastContactMs,
  fix: fixTimeMs === null ? null : { fixTimeMs, lat: 1.5, lon: -2.25, speedKph: 33.3, course: 359, altitudeM: null, type: 2 },
  motion: 'moving',
  motionSinceMs: fixTimeMs,
  ignition: true,
  ignitionSinceMs: fixTimeMs,
  odometerM: 1234.567,
  attributes: { ignition: true, networks: 'ä"\\' },
  ...change,
});

export const segment = (startMs: number, endMs: number, change: Partial<Segment> = {}): Segment => ({
  kind: 'trip',
  startMs,
  startSequence: 5,
  endMs,
  startLat: 1,
  startLon: 2,
  endLat: 3,
  endLon: 4,
  distanceM: 1000.001,
  maxSpeedKph: 88.8,
  movingS: 60,
  idleS: 1.5,
  pointCount: 10,
  start: { rule: 'moved', threshold: 3, value: 4, decidedAtMs: startMs, decidedSequence: 5 },
  end: { rule: 'stayed', threshold: 300, value: 301, decidedAtMs: endMs, decidedSequence: -6 },
  ...change,
});
