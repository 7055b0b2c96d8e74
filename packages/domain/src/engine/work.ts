import { DEFAULT_DEVICE_SETTINGS } from '../device/settings.ts';
import type { DeviceSettings } from '../device/settings.ts';
import type { Bucket, Segment } from './facts.ts';
import type { Effects, Mark } from './effects.ts';
import { bucketOf } from './slots.ts';
import type { Checkpoint, EngineCore, EngineState, OpenSegment, OpenSlot } from './state.ts';
import type { Boundary } from './facts.ts';

/** The settings that steer the engine; the others of a device do not touch its facts. */
export type EngineSettings = Pick<DeviceSettings, 'minMovingSpeedKph' | 'minStayS' | 'locationPoints'>;

const rulesOf = (settings: EngineSettings): EngineCore['rules'] => ({
  minMovingSpeedKph: settings.minMovingSpeedKph,
  minStayS: settings.minStayS,
  locationPoints: settings.locationPoints,
});

/** The state of a device that has said nothing yet. */
export const newEngineState = (settings: EngineSettings = DEFAULT_DEVICE_SETTINGS): EngineState => ({
  core: {
    version: 1,
    rules: rulesOf(settings),
    last: null,
    good: null,
    ignition: null,
    ignitionSinceMs: null,
    ignitionChanges: [],
    sameSinceMs: 0,
    counted: null,
    window: null,
    place: null,
    segment: null,
    run: null,
    slots: [],
    outliers: [],
    status: 'stopped',
    statusSinceMs: null,
  },
  odometerMm: 0,
});

/** A state in progress and what it has changed since the effects were last taken. */
export interface Work {
  readonly state: EngineState;
  closed: Segment[];
  segmentDirty: boolean;
  settled: Bucket[];
  /** Slots from here on differ from what was given out. */
  slotsDirtyFromMs: number;
  marks: Mark[];
  checkpoints: Checkpoint[];
}

/** Takes over the state (it is mutated). `asNew`: everything still open counts as changed. */
export const beginWork = (settings: EngineSettings, state: EngineState, asNew = false): Work => {
  state.core.rules = rulesOf(settings);
  return {
    state,
    closed: [],
    segmentDirty: asNew && state.core.segment !== null,
    settled: [],
    slotsDirtyFromMs: asNew ? -Infinity : Infinity,
    marks: [],
    checkpoints: [],
  };
};

/** The public form of a segment. */
export const segmentOf = (open: OpenSegment, end: Boundary | null): Segment => ({
  kind: open.kind,
  startMs: open.startMs,
  startSequence: open.startSequence,
  endMs: open.endMs,
  startLat: open.startLat,
  startLon: open.startLon,
  endLat: open.endLat,
  endLon: open.endLon,
  distanceM: open.distanceMm / 1000,
  maxSpeedKph: open.maxSpeedKph,
  movingS: open.movingMs / 1000,
  idleS: open.idleMs / 1000,
  pointCount: open.pointCount,
  start: open.start,
  end,
});

/** The open segment as it stands: with the run that may yet break off from it. */
const openSegmentOf = ({ segment, run }: EngineCore): Segment[] => {
  if (segment === null) return [];
  if (run === null) return [segmentOf(segment, null)];
  return [
    segmentOf(
      {
        ...segment,
        endMs: run.endMs,
        endLat: run.endLat,
        endLon: run.endLon,
        idleMs: segment.idleMs + run.idleMs,
        pointCount: segment.pointCount + run.pointCount,
      },
      null,
    ),
  ];
};

/** Gives out the slots before `liveFromMs`, which nothing can change any more. */
export const settleSlots = (work: Work, liveFromMs: number): void => {
  const { slots } = work.state.core;
  while (slots.length > 0 && (slots[0] as OpenSlot).slotMs < liveFromMs) {
    const slot = slots.shift() as OpenSlot;
    if (slot.slotMs >= work.slotsDirtyFromMs) work.settled.push(bucketOf(slot));
  }
};

/** What changed since the last call. */
export const takeEffects = (work: Work): Effects => {
  const { core } = work.state;
  const buckets = work.settled;
  for (const slot of core.slots) if (slot.slotMs >= work.slotsDirtyFromMs) buckets.push(bucketOf(slot));
  const segments = work.closed;
  if (work.segmentDirty) segments.push(...openSegmentOf(core));
  const effects: Effects = { segments, buckets, marks: work.marks, checkpoints: work.checkpoints };
  work.closed = [];
  work.segmentDirty = false;
  work.settled = [];
  work.slotsDirtyFromMs = Infinity;
  work.marks = [];
  work.checkpoints = [];
  return effects;
};
