import type { MediaKind, MediaSource } from '@sightline/domain';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { likePattern } from '../tenancy/customer.repository.ts';
import type { MediaFileTable } from '../schema/media-tables.ts';

export type MediaFileRecord = Selectable<MediaFileTable>;

/** A file as it becomes a row; customer, number and name of the device are looked up. */
export interface NewMediaFile {
  readonly deviceKey: number | string;
  /** 0 none. */
  readonly channel: number;
  readonly kind: MediaKind;
  readonly source: MediaSource;
  readonly eventCode: number | null;
  readonly takenAt: Date;
  readonly untilAt: Date | null;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly speedKph: number | null;
  readonly storageName: string;
  readonly contentType: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: Uint8Array;
  readonly alarmId: string | null;
  /** Null: for ever. */
  readonly expiresAt: Date | null;
}

/**
 * Writes a row, or finds the one of the same file that came before (`repeated`; clips are never repeats). Undefined when the device is not (any
 * more) or lies in the recycle bin. For the platform, not for people.
 */
export async function insertMediaFile(
  db: Kysely<Schema>,
  f: NewMediaFile,
): Promise<{ readonly file: MediaFileRecord; readonly repeated: boolean } | undefined> {
  const { rows } = await sql<MediaFileRecord>`
    INSERT INTO media_file (customer_id, device_key, device_id, device_name, channel, kind, source, event_code, taken_at, until_at, lat, lon, speed_kph,
      storage_name, content_type, file_name, size_bytes, sha256, alarm_id, expires_at)
    SELECT d.customer_id, d.key, d.id, d.name, ${f.channel}::smallint, ${f.kind}, ${f.source}, ${f.eventCode}::int, ${f.takenAt}::timestamptz,
      ${f.untilAt}::timestamptz, ${f.lat}::float8, ${f.lon}::float8, ${f.speedKph}::real, ${f.storageName}, ${f.contentType}, ${f.fileName},
      ${f.sizeBytes}::bigint, ${Buffer.from(f.sha256)}::bytea, ${f.alarmId}::bigint, ${f.expiresAt}::timestamptz
    FROM device d WHERE d.key = ${String(f.deviceKey)}::bigint AND d.recycled_at IS NULL
    ON CONFLICT (device_key, channel, taken_at, coalesce(alarm_id, 0), sha256) WHERE source <> 'clip' DO NOTHING
    RETURNING *`.execute(db);
  if (rows[0]) return { file: rows[0], repeated: false };
  const before = await sql<MediaFileRecord>`
    SELECT f.* FROM media_file f JOIN device d ON d.key = f.device_key AND d.recycled_at IS NULL
    WHERE f.device_key = ${String(f.deviceKey)}::bigint AND f.channel = ${f.channel} AND f.taken_at = ${f.takenAt}
      AND coalesce(f.alarm_id, 0) = ${f.alarmId ?? '0'}::bigint AND f.sha256 = ${Buffer.from(f.sha256)} AND f.source <> 'clip'`.execute(db);
  return before.rows[0] && { file: before.rows[0], repeated: true };
}

/** Octets that the files of a customer take. */
export async function mediaUsage(db: Kysely<Schema>, customerId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`SELECT bytes::float8 AS bytes FROM media_usage WHERE customer_id = ${customerId}`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

/** Files looked at in one step of making room. */
const ROOM_STEP = 500;

/**
 * Forgets the oldest files of a customer, those of alarms last, until the others take `maxBytes` at most; `keepId` stays. Returns the storage names
 * whose bytes may go after the commit. The row of its usage, which the insert before has changed, keeps others out meanwhile; rows
 * that somebody else is deleting are passed over, for who deletes waits for that row of usage.
 */
export async function makeMediaRoom(db: Kysely<Schema>, customerId: string, maxBytes: number, keepId: string): Promise<string[]> {
  const gone: string[] = [];
  for (;;) {
    const excess = (await mediaUsage(db, customerId)) - maxBytes;
    if (excess <= 0) return gone;
    const { rows } = await sql<{ storage_name: string }>`
      DELETE FROM media_file WHERE id IN (
        SELECT id FROM (
          SELECT id, sum(size_bytes) OVER (ORDER BY (alarm_id IS NOT NULL), id) - size_bytes AS before FROM (
            SELECT id, alarm_id, size_bytes FROM media_file WHERE customer_id = ${customerId} AND id <> ${keepId}
            ORDER BY (alarm_id IS NOT NULL), id LIMIT ${ROOM_STEP} FOR UPDATE SKIP LOCKED) oldest) summed
        WHERE before < ${excess})
      RETURNING storage_name`.execute(db);
    if (rows.length === 0) return gone;
    gone.push(...rows.map((r) => r.storage_name));
  }
}

/** Of whom files may be seen by whoever asks; within the scope. */
export interface MediaViewer {
  /** Files of other customers are left out where those do not let their superiors watch. */
  readonly customerId: string;
  /** Sees also files of devices that are locked because of their licence. */
  readonly seesLocked: boolean;
}

export interface MediaFileQuery {
  readonly viewer: MediaViewer;
  /** Customers below this path. */
  readonly path?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly deviceIds?: readonly string[] | undefined;
  readonly alarmIds?: readonly string[] | undefined;
  /** A part of the device's number or of the name that it had then. */
  readonly deviceIdOrName?: string | undefined;
  readonly channel?: number | undefined;
  readonly kinds?: readonly MediaKind[] | undefined;
  readonly sources?: readonly MediaSource[] | undefined;
  /** `from` <= taken < `to`. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

function conditionOf(q: MediaFileQuery) {
  const parts = [
    sql`(f.customer_id = ${q.viewer.customerId} OR c.superior_may_watch)`,
    sql`(f.expires_at IS NULL OR f.expires_at > now())`,
  ];
  if (!q.viewer.seesLocked) parts.push(sql`NOT EXISTS (SELECT FROM device d WHERE d.key = f.device_key AND d.locked_at IS NOT NULL)`);
  if (q.path !== undefined) parts.push(sql`f.customer_path <@ ${q.path}::ltree`);
  if (q.ids !== undefined) parts.push(sql`f.id = ANY(${q.ids}::bigint[])`);
  if (q.deviceIds !== undefined) parts.push(sql`f.device_id = ANY(${q.deviceIds}::text[])`);
  if (q.alarmIds !== undefined) parts.push(sql`f.alarm_id = ANY(${q.alarmIds}::bigint[])`);
  if (q.deviceIdOrName !== undefined && q.deviceIdOrName !== '') {
    const pattern = likePattern(q.deviceIdOrName);
    parts.push(sql`(f.device_id ILIKE ${pattern} OR f.device_name ILIKE ${pattern})`);
  }
  if (q.channel !== undefined) parts.push(sql`f.channel = ${q.channel}`);
  if (q.kinds !== undefined) parts.push(sql`f.kind = ANY(${q.kinds}::text[])`);
  if (q.sources !== undefined) parts.push(sql`f.source = ANY(${q.sources}::text[])`);
  if (q.from !== undefined) parts.push(sql`f.taken_at >= ${q.from}`);
  if (q.to !== undefined) parts.push(sql`f.taken_at < ${q.to}`);
  return sql.join(parts, sql` AND `);
}

export type MediaFileRow = MediaFileRecord & { readonly customer_name: string };

/** Files of the scope that the viewer may see, the newest first. */
export async function pageMediaFiles(
  db: Kysely<Schema>,
  q: MediaFileQuery & { readonly limit: number; readonly offset: number },
): Promise<{ rows: MediaFileRow[]; total: number }> {
  const where = conditionOf(q);
  const { rows } = await sql<MediaFileRow>`
    SELECT f.*, c.name AS customer_name FROM media_file f JOIN customer c ON c.id = f.customer_id
    WHERE ${where} ORDER BY f.taken_at DESC, f.id DESC LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const count = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM media_file f JOIN customer c ON c.id = f.customer_id WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}

/** How many files of an alarm are there, whether somebody may see them or not. */
export async function countFilesOfAlarm(db: Kysely<Schema>, alarmId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM media_file WHERE alarm_id = ${alarmId}`.execute(db);
  return rows[0]!.n;
}

/** One file of the scope that the viewer may see. */
export async function findMediaFile(db: Kysely<Schema>, id: string, viewer: MediaViewer): Promise<MediaFileRow | undefined> {
  const { rows } = await sql<MediaFileRow>`
    SELECT f.*, c.name AS customer_name FROM media_file f JOIN customer c ON c.id = f.customer_id
    WHERE ${conditionOf({ viewer, ids: [id] })}`.execute(db);
  return rows[0];
}

/** A file for whoever may see it, with what decides that; for the platform. */
export async function mediaFileForNotice(
  db: Kysely<Schema>,
  id: string,
): Promise<(MediaFileRow & { readonly superior_may_watch: boolean; readonly locked: boolean }) | undefined> {
  const { rows } = await sql<MediaFileRow & { superior_may_watch: boolean; locked: boolean }>`
    SELECT f.*, c.name AS customer_name, c.superior_may_watch, d.locked_at IS NOT NULL AS locked
    FROM media_file f JOIN customer c ON c.id = f.customer_id JOIN device d ON d.key = f.device_key WHERE f.id = ${id}`.execute(db);
  return rows[0];
}

/** Forgets files; returns their storage names, whose bytes may go after the commit. */
export async function deleteMediaFiles(db: Kysely<Schema>, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .deleteFrom('media_file')
    .where('id', '=', sql<string>`ANY(${ids}::bigint[])`)
    .returning('storage_name')
    .execute();
  return rows.map((r) => r.storage_name);
}

/** Forgets files whose time is over, so many at most; returns how many. Their bytes are then nobody's. */
export async function dropExpiredMedia(db: Kysely<Schema>, limit: number): Promise<number> {
  const { rows } = await sql`
    DELETE FROM media_file WHERE id IN (SELECT id FROM media_file WHERE expires_at <= now() ORDER BY expires_at LIMIT ${limit}) RETURNING 1`.execute(
    db,
  );
  return rows.length;
}
