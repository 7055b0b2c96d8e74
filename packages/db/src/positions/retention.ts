import type pg from 'pg';
import { dayStart, dayText, dropPartition, partitionDays } from './partitions.ts';
import type { RetentionReport } from './types.ts';

/** Devices whose old data is removed by one statement: small transactions, and each finds its rows by the key. */
const DEVICES_AT_ONCE = 100;

const REMOVALS = {
  chunks: 'DELETE FROM position_chunk WHERE device_key = ANY($1::bigint[]) AND hour_ms < $2',
  marks: 'DELETE FROM position_mark WHERE device_key = ANY($1::bigint[]) AND fix_ms < $2',
  checkpoints: 'DELETE FROM checkpoint WHERE device_key = ANY($1::bigint[]) AND fix_ms < $2',
  buckets: 'DELETE FROM bucket WHERE device_key = ANY($1::bigint[]) AND slot_ms < $2',
  // An open stop may have begun long ago; it goes when it ends before the day.
  segments: 'DELETE FROM segment WHERE device_key = ANY($1::bigint[]) AND start_ms < $2 AND end_ms < $2 AND end_reason IS NOT NULL',
} as const;

/**
 * All devices that something may be stored of, also those whose registration is gone. `chunk_keys` walks the index of
 * the chunks from one device to the next instead of reading it all.
 */
const DEVICE_KEYS = `
  WITH RECURSIVE chunk_keys AS (
    (SELECT device_key FROM position_chunk ORDER BY device_key LIMIT 1)
    UNION ALL
    SELECT (SELECT c.device_key FROM position_chunk c WHERE c.device_key > k.device_key ORDER BY c.device_key LIMIT 1) FROM chunk_keys k WHERE k.device_key IS NOT NULL
  )
  SELECT device_key AS key FROM chunk_keys WHERE device_key IS NOT NULL UNION SELECT key FROM device UNION SELECT device_key FROM device_state ORDER BY key`;

/** See {@link PositionStore.dropBefore}. May be interrupted anywhere and run again. */
export async function dropBefore(client: pg.ClientBase, beforeMs: number): Promise<RetentionReport> {
  const day = dayStart(beforeMs);
  const droppedDays: string[] = [];
  for (const parent of ['position', 'position_sealing'] as const) {
    for (const dayMs of await partitionDays(client, parent)) {
      if (dayMs < day && (await dropPartition(client, dayMs))) droppedDays.push(dayText(dayMs));
    }
  }
  await client.query('DELETE FROM position_late WHERE fix_ms < $1', [day]);
  const removed = { chunks: 0, marks: 0, checkpoints: 0, buckets: 0, segments: 0 };
  const { rows } = await client.query<{ key: string }>(DEVICE_KEYS);
  for (let at = 0; at < rows.length; at += DEVICES_AT_ONCE) {
    const keys = rows.slice(at, at + DEVICES_AT_ONCE).map((row) => row.key);
    for (const what of Object.keys(REMOVALS) as (keyof typeof REMOVALS)[]) {
      removed[what] += (await client.query(REMOVALS[what], [keys, day])).rowCount ?? 0;
    }
  }
  const { chunks, segments, buckets, marks } = removed;
  return { chunks, segments, buckets, marks, droppedDays };
}
