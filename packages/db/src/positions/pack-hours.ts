import type { Position } from '@sightline/domain';
import type pg from 'pg';
import { decodeChunk, decodeColumns, encodeChunk, MAX_CHUNK_POSITIONS } from './codec/chunk.ts';
import { uniquePositions } from './merge.ts';

const CHUNKS_AT_ONCE = 200;

/** Positions of one device in one hour, sorted. */
export interface DeviceHour {
  readonly deviceKey: number;
  readonly hourMs: number;
  readonly positions: readonly Position[];
}

export interface PackTotals {
  positions: number;
  chunks: number;
  bytes: number;
}

/**
 * Writes device-hours as chunks, merged with what is sealed of the same hours already: the chunks of an hour always hold
 * all of it that was ever sealed, each position once. Runs in the caller's transaction.
 */
export async function packHours(client: pg.ClientBase, hours: readonly DeviceHour[], totals: PackTotals): Promise<void> {
  for (let at = 0; at < hours.length; at += CHUNKS_AT_ONCE) {
    const part = hours.slice(at, at + CHUNKS_AT_ONCE);
    await writeChunks(client, await mergedWithStored(client, part), totals);
    for (const hour of part) totals.positions += hour.positions.length;
  }
}

const keysOf = (hours: readonly DeviceHour[]): [number[], number[]] => [hours.map((h) => h.deviceKey), hours.map((h) => h.hourMs)];

async function mergedWithStored(client: pg.ClientBase, hours: readonly DeviceHour[]): Promise<DeviceHour[]> {
  const { rows } = await client.query<{ device_key: string; hour_ms: string; data: Buffer }>(
    `DELETE FROM position_chunk c USING unnest($1::bigint[], $2::bigint[]) AS w (device_key, hour_ms)
     WHERE c.device_key = w.device_key AND c.hour_ms = w.hour_ms RETURNING c.device_key, c.hour_ms, c.data`,
    keysOf(hours),
  );
  const stored = new Map<string, Buffer[]>();
  for (const { device_key, hour_ms, data } of rows) {
    const id = `${device_key} ${hour_ms}`;
    stored.set(id, [...(stored.get(id) ?? []), data]);
  }
  return hours.map((hour) => {
    const chunks = stored.get(`${hour.deviceKey} ${hour.hourMs}`);
    if (chunks === undefined) return hour;
    return { ...hour, positions: uniquePositions([...chunks.flatMap((data) => decodeChunk(hour.hourMs, data)), ...hour.positions]) };
  });
}

async function writeChunks(client: pg.ClientBase, hours: readonly DeviceHour[], totals: PackTotals): Promise<void> {
  const chunks = hours.flatMap((hour) => cut(hour).map((chunk, seq) => ({ ...chunk, seq })));
  await client.query(
    `INSERT INTO position_chunk (device_key, hour_ms, seq, count, data)
     SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::integer[], $5::bytea[])`,
    [...keysOf(chunks), chunks.map((c) => c.seq), chunks.map((c) => c.positions.length), chunks.map((c) => c.data)],
  );
  totals.chunks += chunks.length;
  for (const chunk of chunks) totals.bytes += chunk.data.length;
}

/** An hour as chunks within the bounds of the codec, each read back and compared before it is trusted. */
function cut(hour: DeviceHour): (DeviceHour & { data: Buffer })[] {
  const { hourMs, positions } = hour;
  const data = positions.length > MAX_CHUNK_POSITIONS ? null : encodeChunk(hourMs, positions);
  if (data === null) {
    const middle = positions.length >> 1;
    if (middle === 0) throw new Error(`a position of device key ${hour.deviceKey} at ${hourMs} is too large to be sealed`);
    return [...cut({ ...hour, positions: positions.slice(0, middle) }), ...cut({ ...hour, positions: positions.slice(middle) })];
  }
  const { count, fixTimeMs, sequence } = decodeColumns(hourMs, data);
  const same = count === positions.length && positions.every((p, row) => fixTimeMs[row] === p.fixTimeMs && sequence[row] === p.sequence);
  if (!same) throw new Error(`the chunk of device key ${hour.deviceKey} at ${hourMs} does not read back`);
  return [{ ...hour, data }];
}
