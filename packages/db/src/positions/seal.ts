import { buffer } from 'node:stream/consumers';
import type { Position } from '@sightline/domain';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { COPY_OUT_COLUMNS, decodeCopyRows, type KeyedPosition } from './copy-rows.ts';
import { packHours, type DeviceHour, type PackTotals } from './pack-hours.ts';
import {
  DAY_MS,
  dayStart,
  dayText,
  dropPartition,
  freezePartition,
  hourStart,
  inTransaction,
  partitionDays,
  partitionName,
} from './partitions.ts';
import { sealedKeys, keyText } from './sealed-keys.ts';
import type { SealReport } from './types.ts';

/** Less than any device key. */
const FIRST_KEY = '-9223372036854775808';
/** Only one process seals. */
const SEAL_LOCK = 0x51_69;

/** See {@link PositionStore.sealDue}. `groupRows`: about so many rows in one transaction; a device is never cut in two. */
export async function sealDue(client: pg.ClientBase, nowMs: number, hotDays: number, groupRows: number): Promise<SealReport> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [SEAL_LOCK]);
  const totals: PackTotals = { positions: 0, chunks: 0, bytes: 0 };
  const droppedDays: string[] = [];
  if (!rows[0]!.got) return { droppedDays, ...totals };
  try {
    // The present day is never sealed, whatever is asked.
    const beforeMs = dayStart(nowMs) - Math.max(0, hotDays) * DAY_MS;
    for (const dayMs of await partitionDays(client, 'position')) if (dayMs < beforeMs) await freezePartition(client, dayMs);
    for (const dayMs of await partitionDays(client, 'position_sealing')) {
      await packTable(client, { table: partitionName(dayMs), condition: 'true', remove: false, groupRows }, totals);
      await proveSealed(client, dayMs);
      if (await dropPartition(client, dayMs)) droppedDays.push(dayText(dayMs));
    }
    await packTable(client, { table: 'position_late', condition: `fix_ms < ${beforeMs}`, remove: true, groupRows }, totals);
    return { droppedDays, ...totals };
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [SEAL_LOCK]).catch(() => undefined);
  }
}

interface Source {
  readonly table: string;
  readonly condition: string;
  readonly remove: boolean;
  readonly groupRows: number;
}

/**
 * Packs the rows of a table, some devices in one transaction. With `remove` the same transaction deletes exactly the rows
 * that it packed: others may be writing to the table. Without, the rows stay and are found twice until the table is
 * dropped. Run again after a crash it merges what is packed already with the same positions: nothing changes.
 */
async function packTable(client: pg.ClientBase, source: Source, totals: PackTotals): Promise<void> {
  let after: string | null = FIRST_KEY;
  while (after !== null) {
    const from: string = after;
    after = await inTransaction(client, () => packGroup(client, source, from, totals));
  }
}

/** Packs the next devices behind `after`; gives the last device, or null when there is no more. */
async function packGroup(
  client: pg.ClientBase,
  { table, condition, remove, groupRows }: Source,
  after: string,
  totals: PackTotals,
): Promise<string | null> {
  // One snapshot: what is deleted is what was read.
  await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  const { rows: ends } = await client.query<{ device_key: string }>(
    `SELECT device_key FROM ${table} WHERE device_key > $1 AND ${condition} ORDER BY device_key OFFSET ${groupRows} LIMIT 1`,
    [after],
  );
  const until = ends[0]?.device_key ?? null;
  // The keys are numbers that the database gave; COPY takes no parameters.
  const group = `device_key > ${after}${until === null ? '' : ` AND device_key <= ${until}`} AND ${condition}`;
  const copy = client.query(
    copyTo(
      `COPY (SELECT ${COPY_OUT_COLUMNS} FROM ${table} WHERE ${group} ORDER BY device_key, fix_ms, sequence) TO STDOUT (FORMAT binary)`,
    ),
  );
  const rows = decodeCopyRows(await buffer(copy));
  await packHours(client, hoursOf(rows), totals);
  if (remove) {
    const { rowCount } = await client.query(`DELETE FROM ${table} WHERE ${group}`);
    if (rowCount !== rows.length) throw new Error(`${table}: ${rows.length} rows packed, ${rowCount} deleted`);
  }
  return until;
}

/** Cuts sorted rows into device-hours. */
function hoursOf(rows: readonly KeyedPosition[]): DeviceHour[] {
  const hours: (DeviceHour & { positions: Position[] })[] = [];
  for (const { deviceKey, position } of rows) {
    const hourMs = hourStart(position.fixTimeMs);
    const last = hours.at(-1);
    if (last?.deviceKey === deviceKey && last.hourMs === hourMs) last.positions.push(position);
    else hours.push({ deviceKey, hourMs, positions: [position] });
  }
  return hours;
}

/**
 * Proves that the chunks hold every row of a frozen day, before it is dropped. Where an hour holds as many positions in its
 * chunks as in the table, each was compared when it was packed; where the numbers differ (more had been sealed before), every
 * single row is looked up. Nobody writes to a frozen day, so the proof still holds when the table is dropped.
 */
async function proveSealed(client: pg.ClientBase, dayMs: number): Promise<void> {
  const name = partitionName(dayMs);
  const { rows: differing } = await client.query<{ device_key: string; hour_ms: string }>(
    `SELECT r.device_key, r.hour_ms
     FROM (SELECT device_key, fix_ms - mod(fix_ms - ${dayMs}, 3600000) AS hour_ms, count(*) AS n FROM ${name} GROUP BY 1, 2) r
     LEFT JOIN (SELECT device_key, hour_ms, sum(count) AS n FROM position_chunk WHERE hour_ms >= ${dayMs} AND hour_ms < ${dayMs + DAY_MS} GROUP BY 1, 2) c
       USING (device_key, hour_ms)
     WHERE r.n IS DISTINCT FROM c.n`,
  );
  for (const { device_key, hour_ms } of differing) {
    const { rows } = await client.query<{ fix_ms: string; sequence: number }>(
      `SELECT fix_ms, sequence FROM ${name} WHERE device_key = $1 AND fix_ms >= $2 AND fix_ms < $2::bigint + 3600000`,
      [device_key, hour_ms],
    );
    const keys = rows.map((row) => ({
      deviceKey: Number(device_key),
      position: { fixTimeMs: Number(row.fix_ms), sequence: row.sequence },
    }));
    const sealed = await sealedKeys(client, keys, Number.POSITIVE_INFINITY);
    const lost = keys.find((key) => !sealed.has(keyText(key.deviceKey, key.position)));
    if (lost) throw new Error(`${name} is not sealed completely (device key ${device_key}, ${lost.position.fixTimeMs} ms); it stays`);
  }
}
