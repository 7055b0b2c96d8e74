import type { TrackPoint, TripSegment } from '@sightline/contract';
import { PositionFlag, type Boundary, type Position, type Segment } from '@sightline/domain';
import { isoTime } from '../times.ts';

/** `${device key}-${start}-${sequence}`: the sequence as an unsigned number, so that a trip id has no sign in it. */
export const tripId = (deviceKey: string | number, s: Pick<Segment, 'startMs' | 'startSequence'>): string =>
  `${deviceKey}-${s.startMs}-${s.startSequence >>> 0}`;

export function parseTripId(text: string): { deviceKey: string; startMs: number; startSequence: number } {
  const [deviceKey, startMs, sequence] = text.split('-') as [string, string, string];
  return { deviceKey, startMs: Number(startMs), startSequence: Number(sequence) | 0 };
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

export const accOf = (p: Pick<Position, 'attributes'>): 0 | 1 | null => {
  const ignition = p.attributes['ignition'];
  return typeof ignition === 'boolean' ? (ignition ? 1 : 0) : null;
};

export const trackPoint = (p: Position): TrackPoint => ({
  reportTime: isoTime(p.fixTimeMs),
  sequence: p.sequence,
  speed: p.speedKph,
  course: p.course,
  altitude: p.altitudeM,
  acc: accOf(p),
  lat: p.lat,
  lon: p.lon,
  num: numberOf(p.attributes['sat']),
  signal: numberOf(p.attributes['rssi']),
  type: p.type,
  buffered: p.buffered,
  flags: p.flags,
  actual: p.flags === 0 ? 1 : 0,
});

/** Names of the set bits of PositionFlag. */
export const flagNames = (flags: number): string[] =>
  Object.entries(PositionFlag)
    .filter(([, bit]) => (flags & bit) !== 0)
    .map(([name]) => name);

export const boundaryReason = (b: Boundary) => ({
  rule: b.rule,
  threshold: b.threshold,
  value: b.value,
  decidedTime: isoTime(b.decidedAtMs),
  decidedSequence: b.decidedSequence,
});

const MS_PER_S = 1000;
const KPH_PER_MPS = 3.6;

/** km/h over the time that it moved; 0 when it did not. */
export const averageKph = (distanceM: number, movingS: number): number => (movingS > 0 ? (distanceM / movingS) * KPH_PER_MPS : 0);

export const tripSegment = (deviceKey: string, deviceId: string, s: Segment): TripSegment => ({
  tripId: tripId(deviceKey, s),
  deviceId,
  kind: s.kind,
  startTime: isoTime(s.startMs),
  startLat: s.startLat,
  startLon: s.startLon,
  pointType: s.kind === 'trip' ? 1 : 2,
  endTime: isoTime(s.endMs),
  endLat: s.endLat,
  endLon: s.endLon,
  totalTime: (s.endMs - s.startMs) / MS_PER_S,
  totalMileage: s.distanceM,
  avgSpeed: averageKph(s.distanceM, s.movingS),
  maxSpeed: s.maxSpeedKph,
  movingS: s.movingS,
  idleS: s.idleS,
  pointCount: s.pointCount,
  open: s.end === null,
  startReason: boundaryReason(s.start),
  endReason: s.end && boundaryReason(s.end),
});
