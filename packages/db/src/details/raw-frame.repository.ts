import { sql, type Kysely } from 'kysely';
import type { Database } from '../connection/database.ts';
import type { Schema } from '../schema/index.ts';

/** A frame to be kept. Instants in ms. */
export interface NewRawFrame {
  readonly deviceKey: number;
  readonly atMs: number;
  readonly direction: 'up' | 'down';
  readonly protocolId: string;
  readonly remote: string;
  readonly connection: number;
  readonly number: number;
  /** Number of the frame that it answers; 0: none. */
  readonly answers: number;
  readonly size: number;
  readonly bytes: Uint8Array;
  readonly errorCode: string | null;
  readonly error: string | null;
}

export interface RawFrameRecord {
  readonly id: string;
  readonly at_ms: string;
  readonly direction: number;
  readonly protocol: string;
  readonly remote: string;
  readonly gateway: number;
  readonly connection: string;
  readonly number: string;
  readonly answers: string | null;
  readonly size: number;
  readonly data: Buffer;
  readonly error_code: string | null;
  readonly error_text: string | null;
}

/** Stores frames of one run of a gateway (`gateway`: a number that tells runs apart). */
export async function insertRawFrames(database: Database, gateway: number, frames: readonly NewRawFrame[]): Promise<void> {
  await database.pool.query(
    `INSERT INTO raw_frame (device_key, at_ms, direction, protocol, remote, gateway, connection, number, answers, size, data, error_code, error_text)
     SELECT k, a, d, p, r, $1, c, n, nullif(s, 0), z, b, e, t
     FROM unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[], $10::integer[],
       $11::bytea[], $12::text[], $13::text[]) AS f (k, a, d, p, r, c, n, s, z, b, e, t)`,
    [
      gateway,
      frames.map((f) => f.deviceKey),
      frames.map((f) => f.atMs),
      frames.map((f) => (f.direction === 'up' ? 1 : 2)),
      frames.map((f) => f.protocolId),
      frames.map((f) => f.remote),
      frames.map((f) => f.connection),
      frames.map((f) => f.number),
      frames.map((f) => f.answers),
      frames.map((f) => f.size),
      frames.map((f) => Buffer.from(f.bytes.buffer, f.bytes.byteOffset, f.bytes.byteLength)),
      frames.map((f) => f.errorCode),
      frames.map((f) => f.error),
    ],
  );
}

/** Leaves the newest `keep` frames of each of these devices. */
export async function pruneRawFrames(database: Database, deviceKeys: readonly number[], keep: number): Promise<void> {
  await database.pool.query(
    `DELETE FROM raw_frame r USING unnest($1::bigint[]) AS k (key)
     WHERE r.device_key = k.key AND r.id <= (SELECT x.id FROM raw_frame x WHERE x.device_key = k.key ORDER BY x.id DESC OFFSET $2 LIMIT 1)`,
    [deviceKeys, keep],
  );
}

/** Removes what is older, of any device. Returns how many. */
export async function dropRawFramesBefore(database: Database, beforeMs: number): Promise<number> {
  return (await database.pool.query('DELETE FROM raw_frame WHERE at_ms < $1', [beforeMs])).rowCount ?? 0;
}

/** The newest frames of a device in the scope, at most `limit`, newest first. */
export async function newestRawFrames(db: Kysely<Schema>, deviceKey: string, limit: number): Promise<RawFrameRecord[]> {
  const { rows } = await sql<RawFrameRecord>`
    SELECT id, at_ms, direction, protocol, remote, gateway, connection, number, answers, size, data, error_code, error_text
    FROM raw_frame WHERE device_key = ${deviceKey} ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}
