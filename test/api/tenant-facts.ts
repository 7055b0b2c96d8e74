import type { IngestBatch } from '@sightline/db';
import type { LiveState, Position, Segment } from '@sightline/domain';

export const fixAt = (fixTimeMs: number, lat: number, lon: number, sequence = 1): Position => ({
  fixTimeMs,
  sequence,
  receivedAtMs: fixTimeMs + 1000,
  type: 1,
  valid: true,
  lat,
  lon,
  speedKph: 36,
  course: 90,
  altitudeM: 100,
  buffered: false,
  flags: 0,
  attributes: { ignition: true, sat: 11 },
});

export const stateOf = (deviceKey: number, deviceId: string, p: Position): LiveState => ({
  deviceKey,
  deviceId,
  lastContactMs: p.fixTimeMs,
  fix: {
    fixTimeMs: p.fixTimeMs,
    lat: p.lat ?? 0,
    lon: p.lon ?? 0,
    speedKph: p.speedKph,
    course: p.course,
    altitudeM: p.altitudeM,
    type: p.type,
  },
  motion: 'moving',
  motionSinceMs: p.fixTimeMs - 600_000,
  ignition: true,
  ignitionSinceMs: p.fixTimeMs - 700_000,
  odometerM: 12_345,
  attributes: { ignition: true, sat: 11, batteryLevel: 88, power: 27.4 },
});

export const tripOf = (first: Position, last: Position): Segment => ({
  kind: 'trip',
  startMs: first.fixTimeMs,
  startSequence: first.sequence,
  endMs: last.fixTimeMs,
  startLat: first.lat ?? 0,
  startLon: first.lon ?? 0,
  endLat: last.lat ?? 0,
  endLon: last.lon ?? 0,
  distanceM: 600,
  maxSpeedKph: 36,
  movingS: 60,
  idleS: 0,
  pointCount: 2,
  start: { rule: 'moved', threshold: 5, value: 36, decidedAtMs: first.fixTimeMs, decidedSequence: first.sequence },
  end: null,
});

/** A forward collision with two files. */
export const collisionOf = (deviceKey: number, at: Position): IngestBatch['alarms'][number] => ({
  deviceKey,
  identity: 'adas:1:31',
  family: 'adas',
  kind: 'forwardCollision',
  type: 1,
  level: 3,
  atMs: at.fixTimeMs,
  untilMs: null,
  open: false,
  lat: at.lat,
  lon: at.lon,
  speedKph: at.speedKph,
  course: at.course,
  attributes: { speedKph: 62 },
  sign: '31'.repeat(16),
  files: 2,
});
