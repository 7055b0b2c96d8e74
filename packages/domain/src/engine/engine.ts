import type { Position } from '../position/position.ts';
import { PositionFlag } from '../position/position.ts';
import { distanceM } from '../geo/sphere.ts';
import type { Arrival, Effects, Engine } from './effects.ts';
import type { MotionStatus } from './facts.ts';
import { canReach, isGap, movedBetween, reallyThereMs } from './motion.ts';
import { ENGINE_RULES as R } from './rules.ts';
import { addInterval, boundary, breakAt, endTripByIgnition, openAt } from './segments.ts';
import { slotAt, slotOf } from './slots.ts';
import type { DeviceSummary, EngineCore, EngineState, PositionKey, Waypoint } from './state.ts';
import { beginWork, newEngineState, settleSlots, takeEffects } from './work.ts';
import type { EngineSettings, Work } from './work.ts';

/** Flags that follow from the record alone: such a position has no place in motion, distances and trips. */
const UNUSABLE = PositionFlag.noFix | PositionFlag.nullIsland | PositionFlag.outOfRange;

/** The engine of one device, from its stored state or from nothing. The state is taken over and mutated. */
export const createEngine = (settings: EngineSettings, state: EngineState = newEngineState(settings)): Engine => {
  const work = beginWork(settings, state);
  return {
    state,
    arrival: (position) => arrivalOf(state.core, position),
    push(position) {
      step(work, position);
      return takeEffects(work);
    },
    pushAll(positions): Effects {
      for (const position of positions) step(work, position);
      return takeEffects(work);
    },
    summary: () => summarise(state),
  };
};

/** See {@link Engine.arrival}. */
export const arrivalOf = (core: EngineCore, position: PositionKey & { readonly flags: number }): Arrival => {
  if ((position.flags & PositionFlag.wrongClock) !== 0) return 'ignored';
  if (core.last === null) return 'next';
  const order = position.fixTimeMs - core.last.ms || position.sequence - core.last.sequence;
  return order > 0 ? 'next' : order === 0 ? 'repeat' : 'late';
};

/** Takes one position into the work. Throws RangeError for a late one. */
export const step = (work: Work, position: Position): void => {
  const { core } = work.state;
  const arrival = arrivalOf(core, position);
  if (arrival === 'late')
    throw new RangeError(`position ${position.fixTimeMs}/${position.sequence} is before the last one taken in; it needs a recompute`);
  if (arrival !== 'next') return;
  core.last = { ms: position.fixTimeMs, sequence: position.sequence };
  const switchedOff = noteIgnition(core, position);
  const usable = (position.flags & UNUSABLE) === 0 && position.type === 1 && position.lat !== null && position.lon !== null;
  const before = core.good;
  let turned = false;
  if (usable) {
    turned = place(work, {
      ms: position.fixTimeMs,
      sequence: position.sequence,
      lat: position.lat as number,
      lon: position.lon as number,
      speedKph: position.speedKph,
      ignition: core.ignition,
    });
  } else if (switchedOff && core.segment?.kind === 'trip') {
    endTripByIgnition(work, core.last);
    setStatus(core, 'stopped', position.fixTimeMs);
    turned = true;
  } else if (core.status !== 'moving') {
    setStatus(core, core.ignition === true ? 'idle' : 'stopped', position.fixTimeMs);
  }
  finish(work, before, turned);
};

/** Ignition is told by any record with a right clock. Returns whether it was switched off. */
const noteIgnition = (core: EngineCore, position: Position): boolean => {
  const on = position.attributes['ignition'];
  if (typeof on !== 'boolean' || on === core.ignition) return false;
  core.ignition = on;
  core.ignitionSinceMs = position.fixTimeMs;
  if (core.good !== null) {
    if (core.ignitionChanges.length >= R.ignitionChanges) core.ignitionChanges.pop();
    core.ignitionChanges.push({ ms: position.fixTimeMs, on });
  }
  return !on;
};

/** Decides whether the point can be true; returns whether a boundary was reached. */
const place = (work: Work, point: Waypoint): boolean => {
  const { core } = work.state;
  const from = core.good;
  if (from === null) {
    openAt(work, point, boundary('first', null, null, point));
    return arrive(work, point);
  }
  const metres = distanceM(from.lat, from.lon, point.lat, point.lon);
  if (point.ms === from.ms) {
    // A second word about the same instant: counted, but it makes no interval.
    const part = core.run ?? core.segment;
    if (part !== null) part.pointCount++;
    slotAt(core.slots, slotOf(point.ms)).pointCount++;
    touch(work, point.ms);
    return false;
  }
  if (canReach(from, point, metres, reallyThereMs(core, from))) {
    core.outliers.length = 0;
    return follow(work, from, point, metres);
  }
  const previous = core.outliers.at(-1);
  if (previous !== undefined && !canReach(previous, point, distanceM(previous.lat, previous.lon, point.lat, point.lon)))
    core.outliers.length = 0;
  core.outliers.push(point);
  if (core.outliers.length < R.relocationPoints) {
    work.marks.push({ fixTimeMs: point.ms, sequence: point.sequence, jump: true });
    return false;
  }
  return relocate(work, from);
};

/** The outliers agree with each other: they were right, and their marks go. */
const relocate = (work: Work, from: Waypoint): boolean => {
  const { core } = work.state;
  const points = core.outliers.splice(0);
  for (const point of points.slice(0, -1)) work.marks.push({ fixTimeMs: point.ms, sequence: point.sequence, jump: false });
  const [first, ...rest] = points as [Waypoint, ...Waypoint[]];
  const metres = distanceM(from.lat, from.lon, first.lat, first.lon);
  let turned = true;
  if (metres > R.relocationSplitM) {
    breakAt(work, first, boundary('relocated', R.relocationSplitM, Math.round(metres), first));
    arrive(work, first);
  } else {
    // The device goes on with what it did, from another place and without the distance.
    const moving = core.segment?.kind === 'trip' && core.run === null;
    core.window = null;
    core.sameSinceMs = first.ms;
    if (moving) core.counted = null;
    turned = addInterval(work, from, first, moving);
    if (!moving) core.place &&= { lat: first.lat, lon: first.lon };
    core.counted = core.segment?.kind === 'trip' ? { lat: first.lat, lon: first.lon } : null;
    settle(core, from, first, moving);
  }
  let previous = first;
  for (const point of rest) {
    // Points of one instant after a relocation: the first one stands for it.
    if (point.ms === previous.ms) {
      slotAt(core.slots, slotOf(point.ms)).pointCount++;
      const part = core.run ?? core.segment;
      if (part !== null) part.pointCount++;
      continue;
    }
    turned = follow(work, previous, point, distanceM(previous.lat, previous.lon, point.lat, point.lon)) || turned;
    previous = point;
  }
  return turned;
};

const follow = (work: Work, from: Waypoint, point: Waypoint, metres: number): boolean => {
  const { core } = work.state;
  const elapsedMs = point.ms - from.ms;
  if (isGap(elapsedMs, metres)) {
    breakAt(work, point, boundary('gap', R.gapMs / 1000, elapsedMs / 1000, point));
    return arrive(work, point);
  }
  const moved = movedBetween(core, from, point, metres);
  const turned = addInterval(work, from, point, moved);
  settle(core, from, point, moved);
  return turned;
};

/** The point opens a segment: there is no interval before it. */
const arrive = (work: Work, point: Waypoint): boolean => {
  const { core } = work.state;
  slotAt(core.slots, slotOf(point.ms)).pointCount++;
  touch(work, point.ms);
  settle(core, point, point, false);
  return true;
};

const touch = (work: Work, ms: number): void => {
  work.slotsDirtyFromMs = Math.min(work.slotsDirtyFromMs, slotOf(ms));
  work.segmentDirty = true;
};

const settle = (core: EngineCore, from: Waypoint, point: Waypoint, moved: boolean): void => {
  core.good = point;
  while (core.ignitionChanges.length > 0 && (core.ignitionChanges[0] as { ms: number }).ms <= point.ms) core.ignitionChanges.shift();
  const standing = point.ignition === true ? 'idle' : 'stopped';
  // In a stop with the ignition off, motion is drift until it is proven.
  const moving = moved && !(core.segment?.kind === 'trip' ? core.run !== null : point.ignition === false);
  setStatus(core, moving ? 'moving' : standing, from.ms);
};

const setStatus = (core: EngineCore, status: MotionStatus, sinceMs: number): void => {
  if (core.status === status && core.statusSinceMs !== null) return;
  core.status = status;
  core.statusSinceMs = sinceMs;
};

/** Gives out what can no longer change, and a checkpoint where there is to be one. */
const finish = (work: Work, before: Waypoint | null, turned: boolean): void => {
  const { core } = work.state;
  const { good, last } = core;
  if (good === null || last === null) return;
  const undecided = core.segment?.kind === 'stop' && core.run !== null;
  settleSlots(work, slotOf(undecided ? (core.run as { startMs: number }).startMs : good.ms));
  const newBlock = before !== null && Math.floor(before.ms / R.checkpointBlockMs) !== Math.floor(good.ms / R.checkpointBlockMs);
  if (!(turned || newBlock) || undecided || core.outliers.length > 0) return;
  work.checkpoints.push({ fixTimeMs: last.ms, sequence: last.sequence, core: structuredClone(core) });
};

/** What the live map shows; see {@link DeviceSummary}. */
export const summarise = ({ core, odometerMm }: EngineState): DeviceSummary => ({
  odometerM: odometerMm / 1000,
  lastGood: core.good && {
    fixTimeMs: core.good.ms,
    sequence: core.good.sequence,
    lat: core.good.lat,
    lon: core.good.lon,
    speedKph: core.good.speedKph,
  },
  ignition: core.ignition,
  ignitionSinceMs: core.ignitionSinceMs,
  status: core.status,
  statusSinceMs: core.statusSinceMs,
  segmentKind: core.segment?.kind ?? null,
  segmentStartMs: core.segment?.startMs ?? null,
});
