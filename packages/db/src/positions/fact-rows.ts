import type {
  Boundary,
  Bucket,
  Checkpoint,
  EngineState,
  LiveState,
  LocationType,
  MotionStatus,
  Position,
  Segment,
} from '@sightline/domain';
import type { Attributes } from '@sightline/domain';
import { storable } from './copy-rows.ts';
import type { StoredState } from './types.ts';

/**
 * How facts stand in the database: the columns of each table with their types, once. Rows travel as one parameter
 * (fact-records.ts), so a statement does not depend on the number of rows and is prepared once.
 */
export interface FactTable {
  readonly name: string;
  /** `name type`, the key columns first; an instant (`timestamptz`) travels as milliseconds since the epoch. */
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

export const SEGMENT_TABLE: FactTable = {
  name: 'segment',
  columns: [
    'device_key bigint',
    'start_ms bigint',
    'start_sequence integer',
    'end_ms bigint',
    'kind smallint',
    'start_lat float8',
    'start_lon float8',
    'end_lat float8',
    'end_lon float8',
    'distance_m float8',
    'max_speed_kph float8',
    'moving_s float8',
    'idle_s float8',
    'point_count integer',
    'start_reason json',
    'end_reason json',
  ],
  key: ['device_key', 'start_ms', 'start_sequence'],
};
export const BUCKET_TABLE: FactTable = {
  name: 'bucket',
  columns: [
    'device_key bigint',
    'slot_ms bigint',
    'distance_m float8',
    'moving_s float8',
    'idle_s float8',
    'stopped_s float8',
    'max_speed_kph float8',
    'point_count integer',
  ],
  key: ['device_key', 'slot_ms'],
};
export const CHECKPOINT_TABLE: FactTable = {
  name: 'checkpoint',
  columns: ['device_key bigint', 'fix_ms bigint', 'sequence integer', 'core text'],
  key: ['device_key', 'fix_ms', 'sequence'],
};
export const MARK_TABLE: FactTable = {
  name: 'position_mark',
  columns: ['device_key bigint', 'fix_ms bigint', 'sequence integer'],
  key: ['device_key', 'fix_ms', 'sequence'],
};
export const ENGINE_TABLE: FactTable = { name: 'engine_state', columns: ['device_key bigint', 'state text'], key: ['device_key'] };
export const STATE_TABLE: FactTable = {
  name: 'device_state',
  columns: [
    'device_key bigint',
    'last_contact_at timestamptz',
    'fix_time timestamptz',
    'lat float8',
    'lon float8',
    'speed_kph float8',
    'course float8',
    'altitude_m float8',
    'type smallint',
    'motion text',
    'motion_since timestamptz',
    'ignition boolean',
    'ignition_since timestamptz',
    'odometer_m float8',
    'attributes jsonb',
  ],
  key: ['device_key'],
};

/** All of them. */
export const FACT_TABLES: readonly FactTable[] = [SEGMENT_TABLE, BUCKET_TABLE, CHECKPOINT_TABLE, MARK_TABLE, ENGINE_TABLE, STATE_TABLE];

export const columnName = (column: string): string => column.slice(0, column.indexOf(' '));
export const columnType = (column: string): string => column.slice(column.indexOf(' ') + 1);

/** A value of a row, in the order of the columns. An object becomes JSON, in which control characters are always escaped. */
export type FactValue = string | number | boolean | object | null | undefined;

const KINDS = { trip: 1, stop: 2 } as const;

export const segmentRow = (deviceKey: number, s: Segment): FactValue[] => [
  deviceKey,
  s.startMs,
  s.startSequence,
  s.endMs,
  KINDS[s.kind],
  s.startLat,
  s.startLon,
  s.endLat,
  s.endLon,
  s.distanceM,
  s.maxSpeedKph,
  s.movingS,
  s.idleS,
  s.pointCount,
  s.start,
  s.end,
];

export interface SegmentRow {
  device_key: string;
  start_ms: string;
  start_sequence: number;
  end_ms: string;
  kind: number;
  start_lat: number;
  start_lon: number;
  end_lat: number;
  end_lon: number;
  distance_m: number;
  max_speed_kph: number;
  moving_s: number;
  idle_s: number;
  point_count: number;
  start_reason: Boundary;
  end_reason: Boundary | null;
}

export const segmentOf = (r: SegmentRow): Segment => ({
  kind: r.kind === KINDS.trip ? 'trip' : 'stop',
  startMs: Number(r.start_ms),
  startSequence: r.start_sequence,
  endMs: Number(r.end_ms),
  startLat: r.start_lat,
  startLon: r.start_lon,
  endLat: r.end_lat,
  endLon: r.end_lon,
  distanceM: r.distance_m,
  maxSpeedKph: r.max_speed_kph,
  movingS: r.moving_s,
  idleS: r.idle_s,
  pointCount: r.point_count,
  start: r.start_reason,
  end: r.end_reason,
});

export const bucketRow = (deviceKey: number, b: Bucket): FactValue[] => [
  deviceKey,
  b.slotMs,
  b.distanceM,
  b.movingS,
  b.idleS,
  b.stoppedS,
  b.maxSpeedKph,
  b.pointCount,
];

export interface BucketRow {
  device_key: string;
  slot_ms: string;
  distance_m: number;
  moving_s: number;
  idle_s: number;
  stopped_s: number;
  max_speed_kph: number;
  point_count: number;
}

export const bucketOf = (r: BucketRow): Bucket => ({
  slotMs: Number(r.slot_ms),
  distanceM: r.distance_m,
  movingS: r.moving_s,
  idleS: r.idle_s,
  stoppedS: r.stopped_s,
  maxSpeedKph: r.max_speed_kph,
  pointCount: r.point_count,
});

export const stateRow = (s: StoredState | LiveState): FactValue[] => [
  s.deviceKey,
  s.lastContactMs,
  s.fix?.fixTimeMs,
  s.fix?.lat,
  s.fix?.lon,
  s.fix?.speedKph,
  s.fix?.course,
  s.fix?.altitudeM,
  s.fix?.type,
  s.motion,
  s.motionSinceMs,
  s.ignition,
  s.ignitionSinceMs,
  s.odometerM,
  storable(s.attributes),
];

export interface StateRow {
  device_key: string;
  last_contact_at: Date;
  fix_time: Date | null;
  lat: number | null;
  lon: number | null;
  speed_kph: number | null;
  course: number | null;
  altitude_m: number | null;
  type: number | null;
  motion: MotionStatus;
  motion_since: Date | null;
  ignition: boolean | null;
  ignition_since: Date | null;
  odometer_m: number;
  attributes: Attributes;
}

export const stateOf = (r: StateRow): StoredState => ({
  deviceKey: Number(r.device_key),
  lastContactMs: r.last_contact_at.getTime(),
  fix:
    r.fix_time === null || r.lat === null || r.lon === null
      ? null
      : {
          fixTimeMs: r.fix_time.getTime(),
          lat: r.lat,
          lon: r.lon,
          speedKph: r.speed_kph,
          course: r.course,
          altitudeM: r.altitude_m,
          type: (r.type ?? 1) as LocationType,
        },
  motion: r.motion,
  motionSinceMs: r.motion_since?.getTime() ?? null,
  ignition: r.ignition,
  ignitionSinceMs: r.ignition_since?.getTime() ?? null,
  odometerM: r.odometer_m,
  attributes: r.attributes,
});

export interface PositionRow {
  device_key: string;
  fix_ms: string;
  sequence: number;
  received_ms: string;
  type: number;
  valid: boolean;
  buffered: boolean;
  lat: number | null;
  lon: number | null;
  speed_kph: number | null;
  course: number | null;
  altitude_m: number | null;
  flags: number;
  attributes?: Attributes;
}

export const positionOf = (r: PositionRow): Position => ({
  fixTimeMs: Number(r.fix_ms),
  sequence: r.sequence,
  receivedAtMs: Number(r.received_ms),
  type: r.type as LocationType,
  valid: r.valid,
  buffered: r.buffered,
  lat: r.lat,
  lon: r.lon,
  speedKph: r.speed_kph,
  course: r.course,
  altitudeM: r.altitude_m,
  flags: r.flags,
  attributes: r.attributes ?? {},
});

export const keyRow = (deviceKey: number, key: { readonly fixTimeMs: number; readonly sequence: number }): FactValue[] => [
  deviceKey,
  key.fixTimeMs,
  key.sequence,
];

export const checkpointRow = (deviceKey: number, checkpoint: Checkpoint): FactValue[] => [
  ...keyRow(deviceKey, checkpoint),
  checkpoint.core,
];

export const engineRow = (deviceKey: number, state: EngineState): FactValue[] => [deviceKey, state];
