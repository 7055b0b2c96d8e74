import { ALARM_STATEMENTS, endedAlarmRows, raisedAlarmRows } from '../alarms/alarm-statements.ts';
import type { PipelinedStatement } from '../connection/pipelined.ts';
import { recordsSql, upsertSql, type RecordWriter } from './fact-records.ts';
import {
  BUCKET_TABLE,
  bucketRow,
  checkpointRow,
  CHECKPOINT_TABLE,
  engineRow,
  ENGINE_TABLE,
  keyRow,
  MARK_TABLE,
  SEGMENT_TABLE,
  segmentRow,
  STATE_TABLE,
  stateRow,
  type FactTable,
  type FactValue,
} from './fact-rows.ts';
import { keyText } from './sealed-keys.ts';
import type { IncomingPosition, IngestBatch } from './types.ts';

/** By fix, then by contact: what is older never replaces what is newer. */
const NEWER_STATE = `(coalesce(excluded.fix_time, '-infinity'), excluded.last_contact_at) >= (coalesce(device_state.fix_time, '-infinity'), device_state.last_contact_at)`;

/** Each takes one parameter: records of a fact table, or JSON where it is rare or narrow. */
const STATEMENTS = {
  engine_states: upsertSql(ENGINE_TABLE),
  // An older state is not written, but that the device was heard holds all the same.
  states: `WITH told AS MATERIALIZED (${recordsSql(STATE_TABLE)}),
      written AS (${upsertSql(STATE_TABLE, NEWER_STATE, 'SELECT * FROM told')} RETURNING device_key)
    UPDATE device_state s SET last_contact_at = told.last_contact_at FROM told
    WHERE s.device_key = told.device_key AND s.last_contact_at < told.last_contact_at
      AND told.device_key NOT IN (SELECT device_key FROM written)`,
  contacts: `INSERT INTO device_state (device_key, last_contact_at) SELECT device_key, last_contact_at FROM json_to_recordset($1::json) AS r (device_key bigint, last_contact_at timestamptz)
    ON CONFLICT (device_key) DO UPDATE SET last_contact_at = excluded.last_contact_at WHERE device_state.last_contact_at < excluded.last_contact_at`,
  segments: upsertSql(SEGMENT_TABLE),
  buckets: upsertSql(BUCKET_TABLE),
  marks: upsertSql(MARK_TABLE),
  unmark: `DELETE FROM position_mark m USING (${recordsSql(MARK_TABLE)}) r
    WHERE m.device_key = r.device_key AND m.fix_ms = r.fix_ms AND m.sequence = r.sequence`,
  checkpoints: upsertSql(CHECKPOINT_TABLE),
  dirty: `INSERT INTO dirty_span (device_key, from_ms, from_sequence, to_ms, to_sequence)
    SELECT * FROM json_to_recordset($1::json) AS r (device_key bigint, from_ms bigint, from_sequence integer, to_ms bigint, to_sequence integer)`,
  ...ALARM_STATEMENTS,
} as const;

/**
 * What of a batch is to be written beside its positions, in the order of locking: the engine's memory first, as a re-run takes that
 * row first. Whoever has it may change the device's facts, and nobody waits crosswise.
 * @param isNew as in WriteResult
 */
export function factStatements(batch: IngestBatch, isNew: Uint8Array, records: RecordWriter): PipelinedStatement[] {
  const statements: PipelinedStatement[] = [];
  const add = (name: keyof typeof STATEMENTS, table: FactTable, rows: readonly (readonly FactValue[])[]): void => {
    if (rows.length > 0) statements.push({ name, text: STATEMENTS[name], values: [records.encode(table, rows)] });
  };
  const addJson = (name: keyof typeof STATEMENTS, rows: readonly object[]): void => {
    if (rows.length > 0) statements.push({ name, text: STATEMENTS[name], values: [JSON.stringify(rows)] });
  };
  add(
    'engine_states',
    ENGINE_TABLE,
    lastOf(batch.engineStates, (e) => e.deviceKey).map((e) => engineRow(e.deviceKey, e.state)),
  );
  add('states', STATE_TABLE, lastOf(batch.states, (s) => s.deviceKey).map(stateRow));
  const newestLast = batch.contacts.toSorted((a, b) => a.atMs - b.atMs);
  addJson(
    'contacts',
    lastOf(newestLast, (c) => c.deviceKey).map((c) => ({ device_key: c.deviceKey, last_contact_at: new Date(c.atMs) })),
  );
  const segments = lastOf(batch.segments, (s) => `${s.deviceKey} ${s.segment.startMs} ${s.segment.startSequence}`);
  add(
    'segments',
    SEGMENT_TABLE,
    segments.map((s) => segmentRow(s.deviceKey, s.segment)),
  );
  const buckets = lastOf(batch.buckets, (b) => `${b.deviceKey} ${b.bucket.slotMs}`);
  add(
    'buckets',
    BUCKET_TABLE,
    buckets.map((b) => bucketRow(b.deviceKey, b.bucket)),
  );
  const marks = lastOf(batch.marks, (m) => keyText(m.deviceKey, m.mark));
  const rowsOf = (jump: boolean) => marks.filter((m) => m.mark.jump === jump).map((m) => keyRow(m.deviceKey, m.mark));
  add('marks', MARK_TABLE, rowsOf(true));
  add('unmark', MARK_TABLE, rowsOf(false));
  const checkpoints = lastOf(batch.checkpoints, (c) => keyText(c.deviceKey, c.checkpoint));
  add(
    'checkpoints',
    CHECKPOINT_TABLE,
    checkpoints.map((c) => checkpointRow(c.deviceKey, c.checkpoint)),
  );
  addJson('dirty', dirtySpans(batch.positions, isNew));
  addJson('ended_alarms', endedAlarmRows(batch.endedAlarms));
  addJson('alarms', raisedAlarmRows(batch.alarms));
  return statements;
}

/** Of several values with one key the last; sorted, so that writers lock rows in one order. */
function lastOf<T>(values: readonly T[], keyOf: (value: T) => number | string): T[] {
  if (values.length === 0) return [];
  const last = new Map<number | string, T>();
  for (const value of values) last.set(keyOf(value), value);
  return [...last].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, value]) => value);
}

/** Per device the least and greatest of the late positions that were new. */
function dirtySpans(incoming: readonly IncomingPosition[], isNew: Uint8Array): object[] {
  const spans = new Map<number, { device_key: number; from_ms: number; from_sequence: number; to_ms: number; to_sequence: number }>();
  incoming.forEach(({ deviceKey, position, late }, i) => {
    if (!late || isNew[i] !== 1) return;
    const { fixTimeMs: ms, sequence } = position;
    const span = spans.get(deviceKey);
    if (!span) spans.set(deviceKey, { device_key: deviceKey, from_ms: ms, from_sequence: sequence, to_ms: ms, to_sequence: sequence });
    else {
      if (ms < span.from_ms || (ms === span.from_ms && sequence < span.from_sequence))
        Object.assign(span, { from_ms: ms, from_sequence: sequence });
      if (ms > span.to_ms || (ms === span.to_ms && sequence > span.to_sequence)) Object.assign(span, { to_ms: ms, to_sequence: sequence });
    }
  });
  return [...spans.values()];
}
