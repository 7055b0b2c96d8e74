import type { EngineState, EngineStore, Position, PositionKey, RecomputeResult } from '@sightline/domain';
import { comparePositions } from '@sightline/domain';
import type pg from 'pg';
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
import { RecordWriter, rowTypes, upsertSql } from './fact-records.ts';
import { clientQuery, type Query } from './query.ts';
import { SqlPositionReader } from './reader.ts';
import type { DirtySpan, RecomputeOutcome, RecomputeTransaction } from './types.ts';

interface CheckpointRow {
  fix_ms: string;
  sequence: number;
  core: string;
}

const checkpointOf = (row: CheckpointRow | undefined) =>
  row === undefined ? null : { fixTimeMs: Number(row.fix_ms), sequence: row.sequence, core: JSON.parse(row.core) as EngineState['core'] };

/** What a re-run reads of one device, in the transaction of `query`. */
export class SqlEngineStore implements EngineStore {
  constructor(
    private readonly query: Query,
    private readonly deviceKey: number,
  ) {}

  async checkpointBefore(key: PositionKey) {
    const [row] = await this.query<CheckpointRow>(
      'SELECT fix_ms, sequence, core FROM checkpoint WHERE device_key = $1 AND (fix_ms, sequence) < ($2, $3) ORDER BY fix_ms DESC, sequence DESC LIMIT 1',
      [this.deviceKey, key.fixTimeMs, key.sequence],
    );
    return checkpointOf(row);
  }

  async checkpointAt(key: PositionKey) {
    const [row] = await this.query<CheckpointRow>(
      'SELECT fix_ms, sequence, core FROM checkpoint WHERE device_key = $1 AND fix_ms = $2 AND sequence = $3',
      [this.deviceKey, key.fixTimeMs, key.sequence],
    );
    return checkpointOf(row);
  }

  async *positionsAfter(key: PositionKey | null): AsyncIterable<readonly Position[]> {
    const reader = new SqlPositionReader(this.query, false);
    for await (const batch of reader.stream(this.deviceKey, key?.fixTimeMs ?? Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) {
      yield key === null ? batch : batch.filter((position) => comparePositions(position, key) > 0);
    }
  }

  async distanceM(fromMs: number, toMs: number | null): Promise<number> {
    const [row] = await this.query<{ sum: number }>(
      'SELECT coalesce(sum(distance_m), 0) AS sum FROM bucket WHERE device_key = $1 AND ($2::bigint IS NULL OR slot_ms >= $2) AND ($3::bigint IS NULL OR slot_ms < $3)',
      [this.deviceKey, Number.isFinite(fromMs) ? fromMs : null, toMs],
    );
    return row!.sum;
  }
}

/** Advisory locks of re-runs: (this class, low bits of the device's key). */
const LOCK_CLASS = 0x51_67;

/**
 * Runs `work` for a device with queued spans in one transaction on `client` and stores what comes of it. False when nothing
 * is queued or another process is at it.
 *
 * READ COMMITTED on purpose: under one snapshot a position would be missed whose day is sealed and dropped meanwhile (see
 * reader.ts). The device's facts cannot change under the run, because who writes them needs the engine state's row, locked
 * here. A late position that is stored while it runs may or may not be seen; its own span stays in the queue.
 */
export async function recomputeDevice(
  client: pg.ClientBase,
  deviceKey: number,
  work: (trx: RecomputeTransaction) => Promise<RecomputeOutcome>,
): Promise<boolean> {
  const query = clientQuery(client);
  const records = new RecordWriter(await rowTypes(client));
  await client.query('BEGIN');
  try {
    const [lock] = await query<{ got: boolean }>('SELECT pg_try_advisory_xact_lock($1, $2) AS got', [LOCK_CLASS, deviceKey % 0x7fff_ffff]);
    const [engine] = lock!.got
      ? await query<{ state: string }>('SELECT state FROM engine_state WHERE device_key = $1 FOR UPDATE', [deviceKey])
      : [];
    const spans = lock!.got ? await queuedSpans(query, deviceKey) : [];
    if (spans.length === 0) {
      await client.query('ROLLBACK');
      return false;
    }
    const outcome = await work({
      deviceKey,
      span: joinSpans(spans),
      store: new SqlEngineStore(query, deviceKey),
      engineState: engine === undefined ? null : (JSON.parse(engine.state) as EngineState),
    });
    await applyOutcome(query, records, deviceKey, outcome);
    await query('DELETE FROM dirty_span WHERE id = ANY($1::bigint[])', [spans.map((s) => s.id)]);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

export interface SpanRow {
  id: string;
  device_key: string;
  from_ms: string;
  from_sequence: number;
  to_ms: string;
  to_sequence: number;
}

const queuedSpans = (query: Query, deviceKey: number): Promise<SpanRow[]> =>
  query<SpanRow>('SELECT * FROM dirty_span WHERE device_key = $1', [deviceKey]);

/** The least span that holds all of them (of one device, at least one). */
export function joinSpans(rows: readonly SpanRow[]): DirtySpan {
  const keys = rows.flatMap((r) => [
    { fixTimeMs: Number(r.from_ms), sequence: r.from_sequence },
    { fixTimeMs: Number(r.to_ms), sequence: r.to_sequence },
  ]);
  keys.sort(comparePositions);
  return { deviceKey: Number(rows[0]!.device_key), from: keys[0]!, to: keys.at(-1)! };
}

async function applyOutcome(
  query: Query,
  records: RecordWriter,
  deviceKey: number,
  { result, engineState, state }: RecomputeOutcome,
): Promise<void> {
  const put = async (table: FactTable, rows: readonly (readonly FactValue[])[]): Promise<void> => {
    if (rows.length > 0) await query(upsertSql(table), [records.encode(table, rows)]);
  };
  const { segmentsFrom, segmentsTo } = result;
  await query(
    `DELETE FROM segment WHERE device_key = $1 AND ($2::bigint IS NULL OR (start_ms, start_sequence) >= ($2, $3)) AND ($4::bigint IS NULL OR (start_ms, start_sequence) < ($4, $5))`,
    [
      deviceKey,
      segmentsFrom?.startMs ?? null,
      segmentsFrom?.startSequence ?? 0,
      segmentsTo?.startMs ?? null,
      segmentsTo?.startSequence ?? 0,
    ],
  );
  await put(
    SEGMENT_TABLE,
    result.segments.map((s) => segmentRow(deviceKey, s)),
  );
  await query(
    'DELETE FROM bucket WHERE device_key = $1 AND ($2::bigint IS NULL OR slot_ms >= $2) AND ($3::bigint IS NULL OR slot_ms < $3)',
    [deviceKey, result.bucketsFromMs, result.bucketsToMs],
  );
  await put(
    BUCKET_TABLE,
    result.buckets.map((b) => bucketRow(deviceKey, b)),
  );
  for (const table of [MARK_TABLE, CHECKPOINT_TABLE]) await deleteBetween(query, table.name, deviceKey, result);
  await put(
    MARK_TABLE,
    result.jumps.map((key) => keyRow(deviceKey, key)),
  );
  await put(
    CHECKPOINT_TABLE,
    result.checkpoints.map((c) => checkpointRow(deviceKey, c)),
  );
  if (engineState) await put(ENGINE_TABLE, [engineRow(deviceKey, engineState)]);
  // A re-run may find that the newest fix was a jump: here an older state does replace a newer one.
  if (state) await put(STATE_TABLE, [stateRow(state)]);
}

/** Rows keyed by position with after < key <= until. */
const deleteBetween = (query: Query, table: string, deviceKey: number, { after, until }: RecomputeResult): Promise<unknown> =>
  query(
    `DELETE FROM ${table} WHERE device_key = $1 AND ($2::bigint IS NULL OR (fix_ms, sequence) > ($2, $3)) AND ($4::bigint IS NULL OR (fix_ms, sequence) <= ($4, $5))`,
    [deviceKey, after?.fixTimeMs ?? null, after?.sequence ?? 0, until?.fixTimeMs ?? null, until?.sequence ?? 0],
  );
