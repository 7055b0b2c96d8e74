import type { AlarmSettingGroup, AlarmSettingValues } from '@sightline/domain';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { likePattern } from '../tenancy/customer.repository.ts';

export type AlarmSettingStateName = 'same' | 'differs' | 'pending' | 'failed' | 'neverRead' | 'unset' | 'absent';

/** One group of settings of a device. */
export interface AlarmSettingRecord {
  readonly device_key: string;
  readonly family: AlarmSettingGroup;
  readonly state: AlarmSettingStateName;
  readonly reason: string | null;
  readonly wanted: AlarmSettingValues | null;
  readonly wanted_at: Date | null;
  readonly wanted_account: string | null;
  readonly told_values: AlarmSettingValues | null;
  readonly told_at: Date | null;
  readonly told_length: number | null;
}

/** Settings of devices by key, as far as they are in the scope. Groups of which nothing is known have no row. */
export async function alarmSettingsOf(db: Kysely<Schema>, deviceKeys: readonly string[]): Promise<AlarmSettingRecord[]> {
  const { rows } = await sql<AlarmSettingRecord>`
    SELECT s.device_key, s.family, v.state::text AS state, v.reason, s.wanted, s.wanted_at, s.wanted_account, s.told_values, s.told_at,
      octet_length(s.told) AS told_length
    FROM device_alarm_setting s JOIN alarm_setting_state v ON v.device_key = s.device_key AND v.family = s.family
    WHERE s.device_key = ANY(${deviceKeys}::bigint[]) ORDER BY s.device_key, s.family`.execute(db);
  return rows;
}

type BySettings = Readonly<Partial<Record<AlarmSettingGroup, AlarmSettingValues | undefined>>>;

/** Says what is wanted of devices; groups that are not named stay as they were. */
export async function wantAlarmSettings(
  db: Kysely<Schema>,
  devices: readonly { readonly deviceKey: string; readonly settings: BySettings }[],
  account: string,
): Promise<void> {
  const rows = devices.flatMap(({ deviceKey, settings }) =>
    Object.entries(settings).map(([family, values]) => ({ deviceKey, family, wanted: JSON.stringify(values) })),
  );
  await sql`
    INSERT INTO device_alarm_setting AS s (device_key, family, wanted, wanted_at, wanted_account)
    SELECT n.key, n.family, n.wanted::jsonb, now(), ${account}
    FROM unnest(${rows.map((r) => r.deviceKey)}::bigint[], ${rows.map((r) => r.family)}::text[], ${rows.map((r) => r.wanted)}::text[]) AS n (key, family, wanted)
    ON CONFLICT (device_key, family) DO UPDATE SET wanted = excluded.wanted, wanted_at = excluded.wanted_at, wanted_account = excluded.wanted_account`.execute(
    db,
  );
}

/** Settings on their way that have not been claimed are taken back. Returns what the writes among them would have set, by device key. */
export async function supersedeAlarmSettings(db: Kysely<Schema>, deviceKeys: readonly string[]): Promise<Map<string, BySettings>> {
  const { rows } = await sql<{ device_key: string; command: string; params: { settings?: BySettings } }>`
    WITH old AS (
      SELECT id FROM device_command
      WHERE device_key = ANY(${deviceKeys}::bigint[]) AND state = 'pending' AND command IN ('alarmSettingsRead', 'alarmSettingsWrite')
      ORDER BY id FOR UPDATE)
    UPDATE device_command c SET state = 'revoked', reason = 'superseded', finished_at = now() FROM old WHERE c.id = old.id
    RETURNING c.device_key, c.command, c.params`.execute(db);
  return new Map(rows.flatMap((r) => (r.params.settings ? [[r.device_key, r.params.settings] as const] : [])));
}

export interface AlarmSettingCommands {
  readonly deviceKey: string;
  readonly families: readonly AlarmSettingGroup[];
  /** Left out: the one before still counts. */
  readonly write: string | undefined;
  readonly read: string | undefined;
}

/** Which commands say how far the settings of devices are. */
export async function followAlarmSettings(db: Kysely<Schema>, devices: readonly AlarmSettingCommands[]): Promise<void> {
  const rows = devices.flatMap((d) => d.families.map((family) => ({ ...d, family })));
  await sql`
    INSERT INTO device_alarm_setting AS s (device_key, family, write_command, read_command)
    SELECT * FROM unnest(${rows.map((r) => r.deviceKey)}::bigint[], ${rows.map((r) => r.family)}::text[],
      ${rows.map((r) => r.write ?? null)}::bigint[], ${rows.map((r) => r.read ?? null)}::bigint[])
    ON CONFLICT (device_key, family) DO UPDATE SET
      write_command = coalesce(excluded.write_command, s.write_command), read_command = coalesce(excluded.read_command, s.read_command)`.execute(
    db,
  );
}

/** Ids of the devices of a model that belong to a customer or below; at most `limit`. */
export async function deviceIdsOfType(db: Kysely<Schema>, typeCode: string, path: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT d.id FROM device d WHERE d.recycled_at IS NULL AND d.type_code = ${typeCode} AND d.customer_path <@ ${path}::ltree
    ORDER BY d.id LIMIT ${limit}`.execute(db);
  return rows.map((r) => r.id);
}

/** A device with cameras in the list of settings. */
export interface AlarmSettingDevice {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly customer_id: string;
  readonly customer_name: string;
  readonly type_code: string;
  readonly type_name: string;
  readonly cam_count: number;
  readonly last_contact_ms: number | null;
  readonly state: AlarmSettingStateName;
}

export interface AlarmSettingFilter {
  readonly path: string;
  readonly text?: string | undefined;
  readonly typeCodes?: readonly string[] | undefined;
  readonly states?: readonly string[] | undefined;
  /** Also devices that are locked by their licence. */
  readonly seesLocked: boolean;
}

const SORT_COLUMNS = {
  id: sql`d.id`,
  deviceName: sql`d.name`,
  deviceType: sql`t.name`,
  customerName: sql`c.name`,
  wantedTime: sql`w.wanted_at`,
  toldTime: sql`w.told_at`,
} as const;

const TIMES = sql`LEFT JOIN LATERAL (
  SELECT max(a.wanted_at) AS wanted_at, max(a.told_at) AS told_at FROM device_alarm_setting a WHERE a.device_key = d.key) w ON true`;

/** Of all groups the most urgent state; a device of which nothing is known has never been read. */
const STATE = sql`coalesce((SELECT min(v.state) FROM alarm_setting_state v WHERE v.device_key = d.key), 'neverRead')::text`;

const from = (f: AlarmSettingFilter): RawBuilder<unknown> => {
  const parts: RawBuilder<unknown>[] = [
    sql`d.recycled_at IS NULL AND d.cam_count > 0 AND t.protocol = 'jt808' AND d.customer_path <@ ${f.path}::ltree
      AND (t.commands IS NULL OR 'alarmSettingsWrite' = ANY(t.commands))`,
  ];
  if (!f.seesLocked) parts.push(sql`d.locked_at IS NULL`);
  if (f.text) parts.push(sql`(d.id ILIKE ${likePattern(f.text)} OR d.name ILIKE ${likePattern(f.text)})`);
  if (f.typeCodes) parts.push(sql`d.type_code = ANY(${f.typeCodes}::text[])`);
  if (f.states) parts.push(sql`${STATE} = ANY(${f.states}::text[])`);
  return sql`device d JOIN device_type t ON t.code = d.type_code WHERE ${sql.join(parts, sql` AND `)}`;
};

/** A page of the devices that have cameras and settings, by name unless said otherwise. */
export async function pageAlarmSettingDevices(
  db: Kysely<Schema>,
  f: AlarmSettingFilter,
  page: {
    readonly orderBy: keyof typeof SORT_COLUMNS;
    readonly descending: boolean;
    readonly limit: number;
    readonly offset: number;
  },
): Promise<{ rows: AlarmSettingDevice[]; total: number }> {
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${from(f)}`.execute(db);
  const { rows } = await sql<AlarmSettingDevice>`
    WITH found AS (SELECT d.key FROM ${from(f)})
    SELECT d.key, d.id, d.name, d.customer_id, c.name AS customer_name, d.type_code, t.name AS type_name, d.cam_count,
      (extract(epoch FROM s.last_contact_at) * 1000)::float8 AS last_contact_ms, ${STATE} AS state
    FROM found JOIN device d ON d.key = found.key JOIN customer c ON c.id = d.customer_id JOIN device_type t ON t.code = d.type_code
    LEFT JOIN device_state s ON s.device_key = d.key
    ${page.orderBy === 'wantedTime' || page.orderBy === 'toldTime' ? TIMES : sql``}
    ORDER BY ${SORT_COLUMNS[page.orderBy]} ${page.descending ? sql`DESC` : sql`ASC`} NULLS LAST, d.id
    LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}
