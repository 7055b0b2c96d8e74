import { sql, type Kysely } from 'kysely';
import type { Database } from '../connection/database.ts';
import type { Schema } from '../schema/index.ts';
import type { MediaFileTable } from '../schema/media-tables.ts';
import { likePattern } from '../tenancy/customer.repository.ts';

/** Live on a screen, by a player outside, or a file that the camera has made; a recording that is played, taken from the camera by playing it, or brought by it; a talk. */
export type LookKind = 'live' | 'link' | 'picture' | 'replay' | 'clip' | 'upload' | 'talk';

export interface NewCameraLook {
  /** Of the ticket that is used up by it; null when it may be used again. */
  readonly nonce: string | null;
  readonly device: { readonly key: string; readonly id: string; readonly name: string; readonly customer_id: string };
  readonly channel: number;
  readonly kind: LookKind;
  readonly stream: number;
  readonly userId: string;
  readonly account: string;
  readonly fromAbove: boolean;
  readonly remote: string | null;
  /** The media node that shows it. */
  readonly node?: string;
}

/** Writes that somebody begins to look. Resolves with the id of the row, or null when the nonce has been used. For the process that shows it. */
export async function beginCameraLook(db: Kysely<Schema>, look: NewCameraLook): Promise<string | null> {
  const { device } = look;
  const { rows } = await sql<{ id: string }>`
    INSERT INTO camera_look (nonce, customer_id, device_key, device_id, device_name, channel, kind, stream, user_id, account, from_above, remote, node)
    VALUES (${look.nonce}, ${device.customer_id}, ${device.key}, ${device.id}, ${device.name}, ${look.channel}, ${look.kind}, ${look.stream},
      ${look.userId}, ${look.account}, ${look.fromAbove}, ${look.remote}, ${look.node ?? ''})
    ON CONFLICT (nonce) DO NOTHING RETURNING id`.execute(db);
  return rows[0]?.id ?? null;
}

export interface MediaLook {
  readonly file: { readonly id: string; readonly size_bytes: string } & Pick<
    MediaFileTable,
    'device_key' | 'device_id' | 'device_name' | 'customer_id' | 'channel'
  >;
  readonly userId: string;
  readonly account: string;
  readonly fromAbove: boolean;
  readonly remote: string | null;
}

/** How long looks at the same file by the same user are one. */
const SAME_LOOK_MS = 3_600_000;

/** Writes that somebody has looked at, or taken away, files of cameras: a row for each file, user and hour. */
export async function logMediaLooks(db: Kysely<Schema>, looks: readonly MediaLook[], nowMs: number): Promise<void> {
  const values = looks.map(
    ({
      file,
      ...l
    }) => sql`(${`file.${file.id}.${l.userId}.${Math.floor(nowMs / SAME_LOOK_MS)}`}, ${file.customer_id}::bigint, ${file.device_key}::bigint,
      ${file.device_id}, ${file.device_name}, ${file.channel}::smallint, ${l.userId}::bigint, ${l.account}, ${l.fromAbove}::boolean, ${l.remote}, ${file.size_bytes}::bigint)`,
  );
  if (values.length === 0) return;
  await sql`
    INSERT INTO camera_look (nonce, customer_id, device_key, device_id, device_name, channel, user_id, account, from_above, remote, octets, kind, stream, ended)
    SELECT v.*, 'picture', 0, 'left' FROM (VALUES ${sql.join(values)})
      AS v (nonce, customer_id, device_key, device_id, device_name, channel, user_id, account, from_above, remote, octets)
    ON CONFLICT (nonce) DO NOTHING`.execute(db);
}

export interface CameraLookProgress {
  readonly id: string;
  readonly octets: number;
  /** Null while it lasts. */
  readonly ended: string | null;
}

/** Moves the ends of looks to now. */
export async function moveCameraLooks(database: Database, looks: readonly CameraLookProgress[]): Promise<void> {
  await database.pool.query(
    `UPDATE camera_look c SET until_at = now(), octets = n.octets, ended = n.ended
     FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS n (id, octets, ended) WHERE c.id = n.id`,
    [looks.map((l) => l.id), looks.map((l) => l.octets), looks.map((l) => l.ended)],
  );
}

export interface CameraLookQuery {
  /** Customers below this path. */
  readonly path: string;
  readonly deviceIds?: readonly string[] | undefined;
  readonly account?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface CameraLookRow {
  readonly id: string;
  readonly device_id: string;
  readonly device_name: string;
  readonly customer_name: string;
  readonly channel: number;
  readonly kind: LookKind;
  readonly stream: 0 | 1;
  readonly account: string;
  readonly from_above: boolean;
  readonly from_at: Date;
  readonly until_at: Date;
  readonly octets: number;
  readonly ended: string | null;
  /** '' for what came from no stream. */
  readonly node: string;
}

/** Looks at cameras of the scope, the newest first. */
export async function pageCameraLooks(db: Kysely<Schema>, q: CameraLookQuery): Promise<{ rows: CameraLookRow[]; total: number }> {
  const parts = [sql`l.customer_path <@ ${q.path}::ltree`];
  if (q.deviceIds !== undefined) parts.push(sql`l.device_id = ANY(${q.deviceIds}::text[])`);
  if (q.account !== undefined && q.account !== '') parts.push(sql`l.account ILIKE ${likePattern(q.account)}`);
  if (q.from !== undefined) parts.push(sql`l.from_at >= ${q.from}`);
  if (q.to !== undefined) parts.push(sql`l.from_at < ${q.to}`);
  const where = sql.join(parts, sql` AND `);
  const { rows } = await sql<CameraLookRow>`
    SELECT l.id, l.device_id, l.device_name, c.name AS customer_name, l.channel, l.kind, l.stream, l.account, l.from_above, l.from_at, l.until_at,
      l.octets::float8 AS octets, l.ended, l.node
    FROM camera_look l JOIN customer c ON c.id = l.customer_id
    WHERE ${where} ORDER BY l.from_at DESC, l.id DESC LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM camera_look l WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}

/** A look that moves on once a minute and has not for longer than this was cut off with its process. */
const CUT_OFF = '150 seconds';

/** A recording of a channel that is being played, or taken. */
export interface RecordingInUse {
  readonly userId: string | null;
  readonly kind: 'replay' | 'clip';
  readonly node: string;
}

/** Who plays a recording of a channel now, or takes one from it; null: nobody. */
export async function recordingInUse(db: Kysely<Schema>, deviceKey: string, channel: number): Promise<RecordingInUse | null> {
  const { rows } = await sql<{ user_id: string | null; kind: 'replay' | 'clip'; node: string }>`
    SELECT user_id, kind, node FROM camera_look
    WHERE device_key = ${deviceKey} AND channel = ${channel} AND kind IN ('replay', 'clip') AND ended IS NULL
      AND from_at > now() - interval '1 day' AND until_at > now() - ${CUT_OFF}::interval
    ORDER BY id DESC LIMIT 1`.execute(db);
  const [row] = rows;
  return row ? { userId: row.user_id, kind: row.kind, node: row.node } : null;
}

/** A live stream that somebody looks at. */
export interface WatchedStream {
  readonly node: string;
  readonly stream: number;
}

/** Over which nodes somebody looks at a channel live now; a node may have gone without a word. By the id of a device that is in service. */
export async function watchedStreams(db: Kysely<Schema>, deviceId: string, channel: number): Promise<WatchedStream[]> {
  const { rows } = await sql<WatchedStream>`
    SELECT DISTINCT node, stream FROM camera_look
    WHERE device_key = (SELECT key FROM device WHERE id = ${deviceId} AND recycled_at IS NULL) AND channel = ${channel}
      AND kind IN ('live', 'link') AND ended IS NULL AND from_at > now() - interval '2 days' AND until_at > now() - ${CUT_OFF}::interval
    ORDER BY node, stream`.execute(db);
  return rows;
}
