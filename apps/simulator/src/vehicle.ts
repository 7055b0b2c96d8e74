import { destination, normaliseCourse } from '@sightline/domain';
import { generator } from './random.ts';
import type { Track, TrackPoint } from './track.ts';

/** How a vehicle spends its time: drive there, park, drive back, park, and so on for ever. */
export interface Plan {
  readonly track: Track;
  /** Where in its cycle it is at the epoch, ms. */
  readonly phaseMs: number;
  /** Parked at either end, ms. */
  readonly parkMs: number;
  /** Engine running before and after a drive, ms; less than half of `parkMs`. */
  readonly idleMs: number;
  /** The lane: metres and direction that the whole way is shifted by, so that two vehicles of a track do not coincide. */
  readonly laneM: number;
  readonly laneDeg: number;
  /** Of the vehicle before it was first seen, m. */
  readonly odometerM: number;
}

/** What the instruments of a vehicle show at an instant. */
export interface VehicleState {
  readonly timeMs: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKph: number;
  readonly course: number;
  readonly altitudeM: number;
  readonly ignition: boolean;
  readonly odometerM: number;
  readonly satellites: number;
  /** Main supply, V. */
  readonly powerV: number;
  /** By a counter that never goes back. */
  readonly fuelUsedL: number;
  readonly fuelPercent: number;
}

/** Fuel lasts this far, m; the tank is filled again at a tenth. */
const RANGE_M = 400_000;

/** The state at any instant, past or future: a pure function, so history can be told as well as the present. */
export function vehicleAt(plan: Plan, timeMs: number): VehicleState {
  const { track, parkMs, idleMs } = plan;
  const legMs = track.durationMs + parkMs;
  const since = timeMs + plan.phaseMs;
  const leg = Math.floor(since / legMs);
  const inLeg = since - leg * legMs;
  const backwards = Math.abs(leg) % 2 === 1;
  const driving = inLeg < track.durationMs;
  const at = pointAt(track, driving ? (backwards ? track.durationMs - inLeg : inLeg) : backwards ? 0 : track.durationMs);
  const place = destination(at, plan.laneDeg, plan.laneM);
  const parkedFor = inLeg - track.durationMs;
  const ignition = driving || parkedFor < idleMs || parkedFor > parkMs - idleMs;
  const legsDone = leg - Math.floor((EPOCH_MS + plan.phaseMs) / legMs);
  const odometerM =
    plan.odometerM + legsDone * track.lengthM + (driving ? (backwards ? track.lengthM - at.alongM : at.alongM) : track.lengthM);
  return {
    timeMs,
    lat: place.lat,
    lon: place.lon,
    speedKph: driving ? at.speedKph : 0,
    course: normaliseCourse(backwards ? at.course + 180 : at.course),
    altitudeM: at.altitudeM,
    ignition,
    odometerM: Math.round(odometerM),
    satellites: 8 + (Math.floor(timeMs / 60_000) % 7),
    powerV: ignition ? 13.9 : 12.5,
    fuelUsedL: odometerM * LITRES_PER_M,
    fuelPercent: Math.round(100 - 90 * ((odometerM % RANGE_M) / RANGE_M)),
  };
}

/** 31 l in 100 km. */
const LITRES_PER_M = 31 / 100_000;
/** Odometers count from here: 2026-01-01. */
const EPOCH_MS = Date.UTC(2026, 0, 1);

function pointAt(track: Track, ms: number): TrackPoint {
  const { points } = track;
  let low = 0;
  let high = points.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (points[middle]!.ms <= ms) low = middle;
    else high = middle;
  }
  const a = points[low]!;
  const b = points[high]!;
  const share = b.ms === a.ms ? 0 : Math.min(1, Math.max(0, (ms - a.ms) / (b.ms - a.ms)));
  const between = (from: number, to: number): number => from + (to - from) * share;
  return {
    ms,
    lat: between(a.lat, b.lat),
    lon: between(a.lon, b.lon),
    speedKph: between(a.speedKph, b.speedKph),
    course: share < 0.5 ? a.course : b.course,
    altitudeM: between(a.altitudeM, b.altitudeM),
    alongM: between(a.alongM, b.alongM),
  };
}

/** A plan that depends on nothing but the device's id: the same world at every start. */
export function planFor(deviceId: string, track: Track): Plan {
  const random = generator(deviceId);
  const parkMs = Math.round((8 + random() * 35) * 60_000);
  return {
    track,
    phaseMs: Math.round(random() * 2 * (track.durationMs + parkMs)),
    parkMs,
    idleMs: Math.round((0.5 + random() * 2.5) * 60_000),
    laneM: random() * 12,
    laneDeg: random() * 360,
    odometerM: Math.round(random() * 180_000_000),
  };
}
