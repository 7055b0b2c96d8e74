import type { AlarmFamily } from '@sightline/domain';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { likePattern } from '../tenancy/customer.repository.ts';

export type UploadState = 'none' | 'wanted' | 'asked' | 'receiving' | 'complete' | 'failed';

export interface AlarmRecord {
  readonly id: string;
  readonly customer_id: string;
  readonly customer_path: string;
  readonly customer_name: string;
  readonly device_key: string;
  readonly device_id: string;
  readonly device_name: string;
  readonly family: AlarmFamily;
  readonly kind: string;
  readonly type: number | null;
  readonly level: 1 | 2 | 3;
  readonly at: Date;
  readonly until_at: Date | null;
  readonly open: boolean;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly speed_kph: number | null;
  readonly course: number | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly files_expected: number;
  readonly files_done: number;
  readonly upload_state: UploadState;
  readonly upload_asked_at: Date | null;
  readonly invalid_status: 0 | 1;
  readonly verdict_at: Date | null;
  readonly verdict_account: string | null;
  readonly comment: string | null;
}

export interface AlarmFilter {
  /** Customers below this path. */
  readonly path?: string | undefined;
  readonly deviceIds?: readonly string[] | undefined;
  /** Part of a device's name or id. */
  readonly search?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly families?: readonly AlarmFamily[] | undefined;
  readonly levels?: readonly number[] | undefined;
  readonly verdict?: 'open' | 'valid' | 'invalid' | undefined;
  /** Those of which files are here or to come. */
  readonly withFiles?: boolean | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Also of devices that are locked by their licence. */
  readonly seesLocked: boolean;
}

const COLUMNS = sql`a.id, a.customer_id, a.customer_path::text AS customer_path, c.name AS customer_name, a.device_key, a.device_id, a.device_name, a.family, a.kind, a.type,
  a.level, a.at, a.until_at, a.open, a.lat, a.lon, a.speed_kph, a.course, a.attributes, a.files_expected, a.files_done, a.upload_state,
  a.upload_asked_at, a.invalid_status, a.verdict_at, a.verdict_account, a.comment`;
const FROM = sql`device_alarm a JOIN customer c ON c.id = a.customer_id`;

function whereOf(f: AlarmFilter): RawBuilder<unknown> {
  const parts = [sql`true`];
  if (f.path !== undefined) parts.push(sql`a.customer_path <@ ${f.path}::ltree`);
  if (f.deviceIds !== undefined) parts.push(sql`a.device_id = ANY(${f.deviceIds}::text[])`);
  if (f.search !== undefined && f.search !== '')
    parts.push(sql`(a.device_name ILIKE ${likePattern(f.search)} OR a.device_id ILIKE ${likePattern(f.search)})`);
  if (f.kinds !== undefined) parts.push(sql`a.kind = ANY(${f.kinds}::text[])`);
  if (f.families !== undefined) parts.push(sql`a.family = ANY(${f.families}::text[])`);
  if (f.levels !== undefined) parts.push(sql`a.level = ANY(${f.levels}::smallint[])`);
  if (f.verdict === 'open') parts.push(sql`a.verdict_at IS NULL`);
  if (f.verdict === 'valid') parts.push(sql`a.verdict_at IS NOT NULL AND a.invalid_status = 0`);
  if (f.verdict === 'invalid') parts.push(sql`a.invalid_status = 1`);
  if (f.withFiles === true) parts.push(sql`a.upload_state <> 'none'`);
  if (f.from !== undefined) parts.push(sql`a.at >= ${f.from}`);
  if (f.to !== undefined) parts.push(sql`a.at < ${f.to}`);
  if (!f.seesLocked) parts.push(sql`NOT EXISTS (SELECT FROM device d WHERE d.key = a.device_key AND d.locked_at IS NOT NULL)`);
  return sql.join(parts, sql` AND `);
}

/** Alarms of the scope, the newest first. */
export async function pageAlarms(
  db: Kysely<Schema>,
  q: AlarmFilter & { readonly limit: number; readonly offset: number; readonly ascending?: boolean },
): Promise<{ rows: AlarmRecord[]; total: number }> {
  const where = whereOf(q);
  const order = q.ascending ? sql`a.at, a.id` : sql`a.at DESC, a.id DESC`;
  const { rows } = await sql<AlarmRecord>`
    SELECT ${COLUMNS} FROM ${FROM} WHERE ${where} ORDER BY ${order} LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM device_alarm a WHERE ${where}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}

/** Alarms of the scope by their ids, in any order; those of locked devices only for who sees them. */
export async function alarmsByIds(db: Kysely<Schema>, ids: readonly string[], seesLocked: boolean): Promise<AlarmRecord[]> {
  const { rows } = await sql<AlarmRecord>`
    SELECT ${COLUMNS} FROM ${FROM} WHERE a.id = ANY(${ids}::bigint[]) AND ${whereOf({ seesLocked })}`.execute(db);
  return rows;
}

/** Alarms of the scope that came from an instant on and were no more than an hour late: the newest ones, the oldest of them first. None of locked devices. */
export async function alarmsCameSince(
  db: Kysely<Schema>,
  since: Date,
  limit: number,
): Promise<(AlarmRecord & { readonly created_at: Date })[]> {
  const { rows } = await sql<AlarmRecord & { readonly created_at: Date }>`
    SELECT ${COLUMNS}, a.created_at FROM ${FROM}
    WHERE a.created_at >= ${since} AND a.at > a.created_at - interval '1 hour' AND ${whereOf({ seesLocked: false })}
    ORDER BY a.created_at DESC, a.id DESC LIMIT ${limit}`.execute(db);
  return rows.toReversed();
}

export interface AlarmVerdict {
  /** Undefined leaves it as it is. */
  readonly invalidStatus?: 0 | 1 | undefined;
  /** Null clears it, undefined leaves it as it is. */
  readonly comment?: string | null | undefined;
  readonly userId: string;
  readonly account: string;
}

/** Notes what somebody says about alarms of the scope. Gives back the ids that there were. */
export async function judgeAlarms(db: Kysely<Schema>, ids: readonly string[], v: AlarmVerdict): Promise<string[]> {
  const sets = [sql`comment = ${v.comment === undefined ? sql`comment` : v.comment}`];
  if (v.invalidStatus !== undefined)
    sets.push(
      sql`invalid_status = ${v.invalidStatus}, verdict_at = now(), verdict_by = ${v.userId}::bigint, verdict_account = ${v.account}`,
    );
  const { rows } = await sql<{ id: string }>`
    UPDATE device_alarm SET ${sql.join(sets)} WHERE id = ANY(${ids}::bigint[]) RETURNING id`.execute(db);
  return rows.map((row) => row.id);
}

export interface AlarmCount {
  readonly day: number;
  readonly kind: string;
  readonly family: AlarmFamily;
  readonly level: number;
  readonly total: number;
  readonly invalid: number;
  readonly open: number;
}

/**
 * How many alarms there were, by day of a list of days and by kind. `day` is the place in `starts`, of which the last one is
 * the end of the last day; all ascending.
 */
export async function countAlarms(db: Kysely<Schema>, filter: AlarmFilter, starts: readonly Date[]): Promise<AlarmCount[]> {
  const { rows } = await sql<AlarmCount>`
    SELECT width_bucket(a.at, ${starts}::timestamptz[]) - 1 AS day, a.kind, a.family, a.level, count(*)::int AS total,
      count(*) FILTER (WHERE a.invalid_status = 1)::int AS invalid, count(*) FILTER (WHERE a.verdict_at IS NULL)::int AS open
    FROM device_alarm a WHERE ${whereOf({ ...filter, from: starts[0], to: starts.at(-1) })}
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`.execute(db);
  return rows;
}

/** Keys of the devices whose cameras and sensors of active safety told the alarms; alarms of the devices themselves are passed over. */
export async function aiAlarmDevices(db: Kysely<Schema>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT DISTINCT device_key AS key FROM device_alarm WHERE id = ANY(${ids}::bigint[]) AND family <> 'device'`.execute(db);
  return rows.map((r) => r.key);
}
