import { distanceM } from '../geo/sphere.ts';
import type { Boundary, BoundaryRule } from './facts.ts';
import { movingKph } from './motion.ts';
import { ENGINE_RULES as R } from './rules.ts';
import { bookMoving, bookTime, slotAt, slotOf } from './slots.ts';
import type { EngineCore, OpenSegment, OpenSlot, Run, Waypoint } from './state.ts';
import { segmentOf } from './work.ts';
import type { Work } from './work.ts';

/** Starts a stop at a point before which nothing is known. */
export const openAt = (work: Work, point: Waypoint, start: Boundary): void => {
  const { core } = work.state;
  core.segment = {
    kind: 'stop',
    startMs: point.ms,
    startSequence: point.sequence,
    startLat: point.lat,
    startLon: point.lon,
    endMs: point.ms,
    endLat: point.lat,
    endLon: point.lon,
    distanceMm: 0,
    maxSpeedKph: 0,
    movingMs: 0,
    idleMs: 0,
    pointCount: 1,
    start,
  };
  core.run = null;
  core.counted = null;
  core.window = null;
  core.place = { lat: point.lat, lon: point.lon };
  core.sameSinceMs = point.ms;
  work.segmentDirty = true;
};

/** Ends the open segment and starts anew at `point`: nothing is said about the time between. */
export const breakAt = (work: Work, point: Waypoint, boundary: Boundary): void => {
  const { core } = work.state;
  // A trip that had come to stand before the silence ended there, not at the last word.
  if (core.run !== null && core.segment?.kind === 'trip') becomeStop(work, core.run, boundary);
  else flowBack(core);
  if (core.segment !== null) work.closed.push(segmentOf(core.segment, boundary));
  openAt(work, point, boundary);
};

export const boundary = (
  rule: BoundaryRule,
  threshold: number | null,
  value: number | null,
  decided: { ms: number; sequence: number },
): Boundary => ({
  rule,
  threshold,
  value,
  decidedAtMs: decided.ms,
  decidedSequence: decided.sequence,
});

/** Books the interval as standing, idle while the ignition was on, and returns the idle milliseconds. */
const bookStanding = (core: EngineCore, slots: OpenSlot[], a: Waypoint, b: Waypoint): number => {
  let at = a.ms;
  let on = a.ignition;
  let idleMs = 0;
  const until = (end: number): void => {
    bookTime(slots, at, end, on === true ? 'idleMs' : 'stoppedMs');
    if (on === true) idleMs += end - at;
    at = end;
  };
  for (const change of core.ignitionChanges) {
    if (change.ms > b.ms) break;
    until(change.ms);
    on = change.on;
  }
  until(b.ms);
  return idleMs;
};

const newRun = (a: Waypoint): Run => ({
  startMs: a.ms,
  startSequence: a.sequence,
  startLat: a.lat,
  startLon: a.lon,
  endMs: a.ms,
  endLat: a.lat,
  endLon: a.lon,
  pointCount: 0,
  movingCount: 0,
  maxSpeedKph: 0,
  distanceMm: 0,
  movingMs: 0,
  idleMs: 0,
  away: false,
  slots: [],
});

const extend = (part: OpenSegment | Run, b: Waypoint): void => {
  part.endMs = b.ms;
  part.endLat = b.lat;
  part.endLon = b.lon;
  part.pointCount++;
};

/** The run did not come to anything: it belongs to the open segment. */
const flowBack = (core: EngineCore): void => {
  const { run, segment } = core;
  if (run === null || segment === null) return;
  segment.endMs = run.endMs;
  segment.endLat = run.endLat;
  segment.endLon = run.endLon;
  segment.idleMs += run.idleMs;
  segment.pointCount += run.pointCount;
  core.run = null;
};

/** Ends the open segment where the run began and opens the next one from there. */
const turn = (work: Work, kind: OpenSegment['kind'], run: Run, why: Boundary): OpenSegment => {
  const { core } = work.state;
  const before = core.segment as OpenSegment;
  // A segment that would end where it began never was; its successor takes its place, its key and its beginning.
  const empty = before.startMs === run.startMs && before.startSequence === run.startSequence;
  if (!empty) work.closed.push(segmentOf(before, why));
  const next: OpenSegment = {
    kind,
    startMs: run.startMs,
    startSequence: run.startSequence,
    startLat: run.startLat,
    startLon: run.startLon,
    endMs: run.endMs,
    endLat: run.endLat,
    endLon: run.endLon,
    distanceMm: kind === 'trip' ? run.distanceMm : 0,
    maxSpeedKph: kind === 'trip' ? run.maxSpeedKph : 0,
    movingMs: kind === 'trip' ? run.movingMs : 0,
    idleMs: kind === 'trip' ? 0 : run.idleMs,
    pointCount: run.pointCount + (empty ? before.pointCount : 0),
    start: empty ? before.start : why,
  };
  core.segment = next;
  core.run = null;
  work.segmentDirty = true;
  return next;
};

const becomeStop = (work: Work, run: Run, why: Boundary): void => {
  const { core } = work.state;
  const stop = turn(work, 'stop', run, why);
  core.counted = null;
  core.place = { lat: stop.endLat, lon: stop.endLon };
};

const becomeTrip = (work: Work, run: Run, why: Boundary): void => {
  const { core } = work.state;
  turn(work, 'trip', run, why);
  core.place = null;
  work.state.odometerMm += run.distanceMm;
  for (const change of run.slots) {
    const slot = slotAt(core.slots, change.slotMs);
    slot.distanceMm += change.distanceMm;
    slot.movingMs += change.movingMs;
    slot.idleMs -= change.idleMs;
    slot.stoppedMs -= change.stoppedMs;
    slot.maxSpeedKph = Math.max(slot.maxSpeedKph, change.maxSpeedKph);
    work.slotsDirtyFromMs = Math.min(work.slotsDirtyFromMs, change.slotMs);
  }
};

/** Millimetres from the last counted point to `b`, which becomes the last counted one. */
const count = (core: EngineCore, b: Waypoint): number => {
  const from = core.counted;
  core.counted = { lat: b.lat, lon: b.lon };
  return from === null ? 0 : Math.round(distanceM(from.lat, from.lon, b.lat, b.lon) * 1000);
};

/** The trip ends on a word about the ignition that came without a place: where it last stood, else where it was last seen. */
export const endTripByIgnition = (work: Work, decided: { ms: number; sequence: number }): void => {
  const { core } = work.state;
  if (core.good === null) return;
  becomeStop(work, core.run ?? newRun(core.good), boundary('ignitionOff', null, null, decided));
};

/**
 * Books an interval and settles whether a boundary is reached; returns true when one is.
 * `moved` as movedBetween says.
 */
export const addInterval = (work: Work, a: Waypoint, b: Waypoint, moved: boolean): boolean => {
  const { core } = work.state;
  work.segmentDirty = true;
  work.slotsDirtyFromMs = Math.min(work.slotsDirtyFromMs, slotOf(a.ms));
  slotAt(core.slots, slotOf(b.ms)).pointCount++;
  return core.segment?.kind === 'trip' ? addToTrip(work, a, b, moved) : addToStop(work, a, b, moved);
};

const addToTrip = (work: Work, a: Waypoint, b: Waypoint, moved: boolean): boolean => {
  const { core } = work.state;
  const trip = core.segment as OpenSegment;
  if (moved && core.run !== null) {
    // One noisy speed does not end a stand: it takes as many as begin a trip, or that the place is left.
    const { run } = core;
    run.movingCount++;
    if (run.movingCount >= core.rules.locationPoints || distanceM(run.startLat, run.startLon, b.lat, b.lon) > R.driftRadiusM)
      flowBack(core);
  }
  if (moved && core.run === null) {
    const distanceMm = count(core, b);
    bookMoving(core.slots, a.ms, b.ms, distanceMm);
    const slot = slotAt(core.slots, slotOf(b.ms));
    const speedKph = b.speedKph ?? 0;
    slot.maxSpeedKph = Math.max(slot.maxSpeedKph, speedKph);
    extend(trip, b);
    trip.distanceMm += distanceMm;
    trip.movingMs += b.ms - a.ms;
    trip.maxSpeedKph = Math.max(trip.maxSpeedKph, speedKph);
    work.state.odometerMm += distanceMm;
    return false;
  }
  const run = (core.run ??= newRun(a));
  if (!moved) run.movingCount = 0;
  extend(run, b);
  run.idleMs += bookStanding(core, core.slots, a, b);
  if (moved) return false;
  const { minStayS } = core.rules;
  // Only an ignition that was switched during the trip tells something: many devices have the wire unconnected.
  if (b.ignition === false && core.ignitionSinceMs !== null && core.ignitionSinceMs >= trip.startMs) {
    becomeStop(work, run, boundary('ignitionOff', null, null, b));
    return true;
  }
  if (b.ms - run.startMs < minStayS * 1000) return false;
  becomeStop(work, run, boundary('stayed', minStayS, (b.ms - run.startMs) / 1000, b));
  return true;
};

const addToStop = (work: Work, a: Waypoint, b: Waypoint, moved: boolean): boolean => {
  const { core } = work.state;
  const stop = core.segment as OpenSegment;
  const place = core.place ?? a;
  const fromPlaceM = distanceM(place.lat, place.lon, b.lat, b.lon);
  const isAway = fromPlaceM > R.provenTripM;
  if (!moved) {
    if (core.run !== null && core.run.away && isAway) {
      becomeTrip(work, core.run, boundary('moved', R.provenTripM, Math.round(fromPlaceM), b));
      addToTrip(work, a, b, false);
      return true;
    }
    if (core.run !== null) {
      flowBack(core);
      core.counted = null;
      core.place = { lat: b.lat, lon: b.lon };
    }
    stop.idleMs += bookStanding(core, core.slots, a, b);
    extend(stop, b);
    return false;
  }
  if (core.run === null) {
    core.run = newRun(a);
    core.counted = { lat: a.lat, lon: a.lon };
  }
  const { run } = core;
  extend(run, b);
  const distanceMm = count(core, b);
  run.movingCount++;
  run.distanceMm += distanceMm;
  run.movingMs += b.ms - a.ms;
  run.idleMs += bookStanding(core, core.slots, a, b);
  bookStanding(core, run.slots, a, b);
  bookMoving(run.slots, a.ms, b.ms, distanceMm);
  const runSlot = slotAt(run.slots, slotOf(b.ms));
  const speedKph = b.speedKph ?? 0;
  runSlot.maxSpeedKph = Math.max(runSlot.maxSpeedKph, speedKph);
  run.maxSpeedKph = Math.max(run.maxSpeedKph, speedKph);
  const why = tripBegins(core, run, b, fromPlaceM, isAway);
  run.away = isAway;
  if (why !== null) {
    becomeTrip(work, run, why);
    return true;
  }
  return false;
};

/** Why the moving run is a trip, or null. A run that stays within the drift for longer than the minimum stay is dropped. */
const tripBegins = (core: EngineCore, run: Run, b: Waypoint, fromPlaceM: number, isAway: boolean): Boundary | null => {
  const points = core.rules.locationPoints;
  const radiusM = b.ignition === false ? R.stayRadiusM : R.driftRadiusM;
  if (fromPlaceM > radiusM) {
    if (run.movingCount >= points) return boundary('moved', points, run.movingCount, b);
    const switchedOn = b.ignition === true && core.ignitionSinceMs !== null && core.ignitionSinceMs >= (core.segment?.startMs ?? Infinity);
    if (switchedOn && run.movingCount >= 2 && (b.speedKph ?? 0) >= movingKph(core)) return boundary('ignitionOn', null, null, b);
  } else if (b.ms - run.startMs > core.rules.minStayS * 1000) {
    flowBack(core);
    core.counted = null;
  }
  // Displacement alone proves a trip only where positions are rare: else it would undercut the number of points that is set.
  const rare = b.ms - run.startMs >= core.rules.minStayS * 1000;
  if (rare && run.away && isAway) return boundary('moved', R.provenTripM, Math.round(fromPlaceM), b);
  return null;
};
