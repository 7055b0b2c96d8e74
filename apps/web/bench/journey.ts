import { TrackColumnsWriter, type TripSegment } from '@sightline/contract';
import {
  bearingDeg,
  DEFAULT_DEVICE_SETTINGS,
  deriveAll,
  destination,
  PositionFlag,
  type Boundary,
  type Position,
  ENGINE_RULES,
  outlineOf,
} from '@sightline/domain';
import { seeded } from './random.ts';

const DAY_MS = 86_400_000;

/** What a device drives: from town to town with stays between, seen by a receiver with noise and an odd wild point. */
export interface Journey {
  readonly positions: readonly Position[];
  readonly segments: readonly TripSegment[];
}

interface Leg {
  readonly kind: 'drive' | 'stay';
  readonly seconds: number;
}

const STEP_S = 10;

/** Positions of `days` days at 10 s, the same in every run. */
const record = (startMs: number, days: number, lat: number, lon: number, seed: number): Position[] => {
  const random = seeded(seed);
  const alarms = seeded(seed + 1000);
  const positions: Position[] = [];
  let at = { lat, lon };
  const home = at;
  let course = random() * 360;
  let speedKph = 0;
  const nextLeg = (secondOfDay: number, driving: boolean): Leg => {
    if (secondOfDay < 6 * 3600 || secondOfDay > 21 * 3600) return { kind: 'stay', seconds: 3600 };
    return driving ? { kind: 'stay', seconds: 900 + random() * 5400 } : { kind: 'drive', seconds: 1200 + random() * 5000 };
  };
  let leg: Leg = { kind: 'stay', seconds: 0 };
  for (let second = 0; second < days * 86_400; second += STEP_S) {
    if (leg.seconds <= 0) {
      leg = nextLeg(second % 86_400, leg.kind === 'drive');
      course = bearingDeg(at, home) + (random() - 0.5) * 220;
    }
    leg = { ...leg, seconds: leg.seconds - STEP_S };
    const cruise = 25 + 45 * (1 + Math.sin(second / 900)) + random() * 6;
    const wanted = leg.kind === 'drive' ? (random() < 0.06 ? 0 : cruise) : 0;
    speedKph += Math.max(-22, Math.min(14, wanted - speedKph));
    if (speedKph > 3) {
      course += (random() - 0.5) * 14 + (random() < 0.02 ? (random() < 0.5 ? 90 : -90) : 0);
      at = destination(at, course, (speedKph / 3.6) * STEP_S);
    }
    const wild = random() < 0.0005;
    const noFix = random() < 0.0004;
    const seen = destination(at, random() * 360, wild ? 9000 : random() * 2.5);
    positions.push({
      fixTimeMs: startMs + second * 1000,
      sequence: 0,
      receivedAtMs: startMs + second * 1000 + 400,
      type: 1,
      valid: !noFix,
      lat: seen.lat,
      lon: seen.lon,
      speedKph: Math.round(speedKph * 10) / 10,
      course: (Math.round(course) + 3600) % 360,
      altitudeM: 20,
      buffered: false,
      flags: noFix ? PositionFlag.noFix : 0,
      attributes: { ignition: leg.kind === 'drive', ...alarmOf(alarms(), speedKph) },
    });
  }
  return positions;
};

/** Fast driving is an alarm as long as it lasts; now and then there is another one. */
const alarmOf = (chance: number, kph: number): { readonly alarm?: string } =>
  kph > 99
    ? { alarm: 'overspeed' }
    : chance < 0.0003
      ? { alarm: ['sos', 'vibration', 'powerCut'][Math.floor(chance * 10_000)] ?? 'sos' }
      : {};

const reason = ({ rule, threshold, value, decidedAtMs, decidedSequence }: Boundary): TripSegment['startReason'] => ({
  rule,
  threshold,
  value,
  decidedTime: new Date(decidedAtMs).toISOString(),
  decidedSequence,
});

/** A journey and what the product's own engine makes of it: jumps marked, trips and stops with their reasons. */
export const makeJourney = (deviceId: string, startMs: number, days: number, lat: number, lon: number, seed: number): Journey => {
  const raw = record(startMs, days, lat, lon, seed);
  const facts = deriveAll(DEFAULT_DEVICE_SETTINGS, raw);
  const jumps = new Set(facts.jumps.map((key) => key.fixTimeMs));
  const open = facts.segments.length - 1;
  return {
    positions: raw.map((position) =>
      jumps.has(position.fixTimeMs) ? { ...position, flags: position.flags | PositionFlag.jump } : position,
    ),
    segments: facts.segments.map((segment, i) => ({
      tripId: String(segment.startMs),
      deviceId,
      kind: segment.kind,
      pointType: segment.kind === 'trip' ? 1 : 2,
      startTime: new Date(segment.startMs).toISOString(),
      startLat: segment.startLat,
      startLon: segment.startLon,
      endTime: new Date(segment.endMs).toISOString(),
      endLat: segment.endLat,
      endLon: segment.endLon,
      totalTime: (segment.endMs - segment.startMs) / 1000,
      totalMileage: segment.distanceM,
      avgSpeed: segment.movingS === 0 ? 0 : (segment.distanceM / segment.movingS) * 3.6,
      maxSpeed: segment.maxSpeedKph,
      movingS: segment.movingS,
      idleS: segment.idleS,
      pointCount: segment.pointCount,
      open: i === open,
      startReason: reason(segment.start),
      endReason: segment.end === null ? null : reason(segment.end),
    })),
  };
};

/** The columns of a window as the server writes them. */
export const columnsOf = ({ positions }: Journey, fromMs: number, toMs: number) => {
  const writer = new TrackColumnsWriter(true);
  for (const { fixTimeMs, lat, lon, speedKph, course, flags, type, attributes } of positions) {
    if (fixTimeMs < fromMs || fixTimeMs > toMs) continue;
    writer.add({
      timeMs: fixTimeMs,
      lat,
      lon,
      speedKph,
      course,
      flags,
      acc: attributes['ignition'] === true ? 1 : 0,
      said: { type, alarm: String(attributes['alarm'] ?? '') },
    });
  }
  return writer.finish();
};

export const monthStartMs = (days: number): number => Date.UTC(2026, 9, 1) - (days - 30) * DAY_MS;

/** The overview of a window as the server writes it. */
export const overviewOf = ({ positions }: Journey, fromMs: number, toMs: number) => {
  const within = positions.filter(({ fixTimeMs }) => fixTimeMs >= fromMs && fixTimeMs <= toMs);
  const points = {
    count: within.length,
    fixTimeMs: within.map(({ fixTimeMs }) => fixTimeMs),
    lat: within.map(({ lat }) => lat ?? NaN),
    lon: within.map(({ lon }) => lon ?? NaN),
    speedKph: within.map(({ speedKph }) => speedKph ?? NaN),
  };
  const writer = new TrackColumnsWriter(false);
  const counts = (i: number): boolean => within[i]?.flags === 0 && !Number.isNaN(points.lat[i]);
  let timeMs = fromMs;
  for (const i of outlineOf(points, { counts, gapMs: ENGINE_RULES.gapMs, sidePx: 2000 })) {
    const at = within[i];
    if (at !== undefined) timeMs = at.fixTimeMs;
    writer.add({
      timeMs,
      lat: at?.lat ?? null,
      lon: at?.lon ?? null,
      speedKph: at?.speedKph ?? null,
      course: at?.course ?? null,
      flags: 0,
      acc: 2,
    });
  }
  return writer.finish();
};
