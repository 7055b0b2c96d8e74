import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
/** Taken by whoever changes the set of partitions. */
const PARTITION_LOCK = 0x51_68;
const NAME = /^position_(\d{4})(\d{2})(\d{2})$/;
/** Everybody who wants the table waits behind us while we wait for our lock, so we do not wait for long reads. */
const LOCK_TIMEOUT_MS = 500;
const LOCK_ATTEMPTS = 8;
/** SQLSTATE lock_not_available */
const LOCK_NOT_AVAILABLE = '55P03';

export const dayStart = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;
export const hourStart = (ms: number): number => Math.floor(ms / HOUR_MS) * HOUR_MS;
export const dayText = (dayMs: number): string => new Date(dayMs).toISOString().slice(0, 10);
export const partitionName = (dayMs: number): string => `position_${dayText(dayMs).replaceAll('-', '')}`;

/** Runs `work` in a transaction that is rolled back when it rejects. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Runs `work` in a transaction that no other change of partitions runs beside. Each of its locks is waited for only
 * shortly; after some attempts it gives up. Returns whether it was done: if not, a later call does it.
 */
export async function withPartitionLock(client: pg.ClientBase, work: () => Promise<unknown>): Promise<boolean> {
  for (let attempt = 1; attempt <= LOCK_ATTEMPTS; attempt++) {
    try {
      await inTransaction(client, async () => {
        await client.query('SELECT pg_advisory_xact_lock($1)', [PARTITION_LOCK]);
        await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
        await work();
      });
      return true;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
      await sleep(50 * attempt);
    }
  }
  return false;
}

/** UTC days that have a partition below `parent`, ms, in order. */
export async function partitionDays(client: pg.ClientBase, parent: 'position' | 'position_sealing'): Promise<number[]> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = $1::regclass',
    [parent],
  );
  return rows
    .flatMap(({ name }) => {
      const match = NAME.exec(name);
      return match ? [Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]))] : [];
    })
    .sort((a, b) => a - b);
}

/** Makes the partition of a day. Rows of it that went to `position_late` before move into it. */
export async function createPartition(client: pg.ClientBase, dayMs: number): Promise<boolean> {
  const name = partitionName(dayMs);
  const bounds = `fix_ms >= ${dayMs} AND fix_ms < ${dayMs + DAY_MS}`;
  return await withPartitionLock(client, async () => {
    const { rows } = await client.query<{ taken: boolean }>('SELECT to_regclass($1) IS NOT NULL AS taken', [name]);
    if (rows[0]!.taken) return;
    await client.query('LOCK TABLE position_late IN ACCESS EXCLUSIVE MODE');
    // ATTACH lets the readers and writers of other days go on; CREATE TABLE .. PARTITION OF would lock all of them out.
    await client.query(`CREATE TABLE ${name} (LIKE position INCLUDING ALL, CHECK (${bounds}))`);
    await client.query(`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY`);
    await client.query(`WITH moved AS (DELETE FROM position_late WHERE ${bounds} RETURNING *) INSERT INTO ${name} SELECT * FROM moved`);
    await client.query(`ALTER TABLE position ATTACH PARTITION ${name} FOR VALUES FROM (${dayMs}) TO (${dayMs + DAY_MS})`);
  });
}

/** Takes a day out of the hot table: from here on nothing is written to it, late data of the day goes to `position_late`. */
export async function freezePartition(client: pg.ClientBase, dayMs: number): Promise<boolean> {
  const name = partitionName(dayMs);
  return await withPartitionLock(client, async () => {
    await client.query(`ALTER TABLE position DETACH PARTITION ${name}`);
    await client.query(`ALTER TABLE position_sealing ATTACH PARTITION ${name} FOR VALUES FROM (${dayMs}) TO (${dayMs + DAY_MS})`);
  });
}

/** Drops the table of a day, wherever it hangs. */
export const dropPartition = (client: pg.ClientBase, dayMs: number): Promise<boolean> =>
  withPartitionLock(client, () => client.query(`DROP TABLE IF EXISTS ${partitionName(dayMs)}`));
