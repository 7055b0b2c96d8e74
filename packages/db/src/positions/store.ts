import type pg from 'pg';
import type { EngineState } from '@sightline/domain';
import type { Database, ScopedTransaction } from '../connection/database.ts';
import { createPartition, DAY_MS, dayStart, partitionDays } from './partitions.ts';
import { queryOf } from './query.ts';
import { SqlPositionReader } from './reader.ts';
import { joinSpans, recomputeDevice, type SpanRow } from './recompute.ts';
import { dropBefore } from './retention.ts';
import { sealDue } from './seal.ts';
import type { DirtySpan, PositionStore } from './types.ts';
import { CopyWriter } from './writer.ts';

/** Days ahead that have a partition already, should nobody make new ones for a while. */
const DAYS_AHEAD = 2;
const SEAL_GROUP_ROWS = 50_000;

export interface PositionStoreOptions {
  /** Rows that are sealed in one transaction, and held in memory meanwhile (about half a kilobyte each). */
  readonly sealGroupRows?: number;
}

/** The position store over a migrated database. */
export function createPositionStore(database: Database, options: PositionStoreOptions = {}): PositionStore {
  const query = queryOf(database.system);
  const onClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await database.pool.connect();
    let failed: Error | undefined;
    try {
      return await work(client);
    } catch (error) {
      failed = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      // A connection on which something went wrong may hold locks or half a transaction: it is not used again.
      client.release(failed);
    }
  };
  return {
    reader: (trx: ScopedTransaction) => new SqlPositionReader(queryOf(trx), true),
    systemReader: () => new SqlPositionReader(query, false),
    writer: () => new CopyWriter(database.connection),

    ensurePartitions: (nowMs, hotDays) =>
      onClient(async (client) => {
        const present = new Set(await partitionDays(client, 'position'));
        const sealing = new Set(await partitionDays(client, 'position_sealing'));
        for (let day = dayStart(nowMs) - hotDays * DAY_MS; day <= dayStart(nowMs) + DAYS_AHEAD * DAY_MS; day += DAY_MS) {
          if (!present.has(day) && !sealing.has(day)) await createPartition(client, day);
        }
      }),

    engineState: async (deviceKey) => (await engineStates([deviceKey])).get(deviceKey) ?? null,
    engineStates,

    async dirtySpans(limit) {
      const rows = await query<SpanRow>(
        'SELECT s.* FROM dirty_span s JOIN (SELECT device_key, min(id) AS first FROM dirty_span GROUP BY device_key ORDER BY first LIMIT $1) d USING (device_key) ORDER BY d.first, s.id',
        [limit],
      );
      const byDevice = new Map<string, SpanRow[]>();
      for (const row of rows) byDevice.set(row.device_key, [...(byDevice.get(row.device_key) ?? []), row]);
      return [...byDevice.values()].map((spans): DirtySpan => joinSpans(spans));
    },
    async markDirty(deviceKey, { from, to }) {
      await query('INSERT INTO dirty_span (device_key, from_ms, from_sequence, to_ms, to_sequence) VALUES ($1, $2, $3, $4, $5)', [
        deviceKey,
        from.fixTimeMs,
        from.sequence,
        to.fixTimeMs,
        to.sequence,
      ]);
    },
    recompute: (deviceKey, work) => onClient((client) => recomputeDevice(client, deviceKey, work)),

    sealDue: (nowMs, hotDays) => onClient((client) => sealDue(client, nowMs, hotDays, options.sealGroupRows ?? SEAL_GROUP_ROWS)),
    dropBefore: (beforeMs) => onClient((client) => dropBefore(client, beforeMs)),
  };

  async function engineStates(deviceKeys: readonly number[]): Promise<Map<number, EngineState>> {
    if (deviceKeys.length === 0) return new Map();
    const rows = await query<{ device_key: string; state: string }>(
      'SELECT device_key, state FROM engine_state WHERE device_key = ANY($1::bigint[])',
      [deviceKeys],
    );
    return new Map(rows.map((row) => [Number(row.device_key), JSON.parse(row.state) as EngineState]));
  }
}
