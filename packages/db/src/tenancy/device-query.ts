import type { SummerTimeRule } from '@sightline/domain';
import { sql, type RawBuilder } from 'kysely';
import { likePattern } from './customer.repository.ts';

/** Filters of a device list; what is undefined does not filter. All texts come from a person and are never SQL. */
export interface DeviceFilter {
  readonly text?: string | undefined;
  readonly name?: string | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly typeCodes?: readonly string[] | undefined;
  readonly basicType?: number | undefined;
  /** Any of these labels. */
  readonly labelIds?: readonly string[] | undefined;
  /** Of this customer alone. */
  readonly customerId?: string | undefined;
  /** Of this customer and everything below it. */
  readonly path?: string | undefined;
  /** Not among the devices that this user has been given. */
  readonly notGivenTo?: string | undefined;
  /** Devices of individual users (customers of the personal kind). */
  readonly personal?: boolean | undefined;
  readonly withExpiration?: boolean | undefined;
  readonly inService?: boolean | undefined;
  /** 1 online, 0 offline, -1 never heard. */
  readonly connection?: number | undefined;
  readonly activeFrom?: Date | undefined;
  readonly activeTo?: Date | undefined;
  /** Heard at or after this instant = online. */
  readonly onlineSinceMs: number;
}

export interface DeviceRecord {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly type_code: string;
  readonly type_name: string;
  readonly protocol: string;
  readonly basic_type: number;
  readonly customer_id: string;
  readonly customer_name: string;
  readonly customer_path: string;
  readonly superior_may_watch: boolean;
  /** Names joined by commas, in order of name. */
  readonly label_names: string;
  readonly label_ids: readonly string[];
  readonly icon: string;
  readonly cam_count: number;
  readonly channel_names: readonly { id: number; name: string }[];
  readonly io_names: readonly { id: number; name: string }[];
  readonly iccid: string | null;
  readonly sim: string | null;
  readonly plate: string | null;
  readonly vin: string | null;
  readonly remark: string | null;
  readonly timezone: string | null;
  readonly utc_offset_minutes: number | null;
  readonly min_moving_speed_kph: number;
  readonly min_stay_s: number;
  readonly location_points: number;
  readonly position_interval_s: number;
  readonly cam_view: readonly number[] | null;
  readonly summer_time: SummerTimeRule | null;
  readonly activated_at: Date | null;
  readonly expires_at: Date | null;
  /** Hidden from customers because its licence ended or is locked. */
  readonly locked_at: Date | null;
  /** False while its licence opens no tracking. */
  readonly tracked: boolean;
  readonly created_at: Date;
  readonly last_contact_ms: number | null;
}

/** A device with its customer, model and latest state. */
export const FROM = sql`device d
  JOIN customer c ON c.id = d.customer_id
  JOIN device_type t ON t.code = d.type_code
  LEFT JOIN device_state s ON s.device_key = d.key`;

/** Columns of a {@link DeviceRecord}, of `d`, `c`, `t`, `s` and {@link LABELS}. */
export const COLUMNS = sql`d.key, d.id, d.name, d.type_code, t.name AS type_name, t.protocol, t.basic_type, d.customer_id, c.name AS customer_name,
  d.customer_path, c.superior_may_watch, d.icon, d.cam_count, d.channel_names, d.io_names, d.iccid, d.sim, d.plate, d.vin, d.remark,
  d.timezone, d.utc_offset_minutes, d.min_moving_speed_kph, d.min_stay_s, d.location_points, d.position_interval_s,
  d.activated_at, d.expires_at, d.locked_at, d.tracked, d.created_at, (extract(epoch FROM s.last_contact_at) * 1000)::float8 AS last_contact_ms,
  d.cam_view, d.summer_time,
  coalesce(l.names, '') AS label_names, coalesce(l.ids, '{}') AS label_ids`;

export const LABELS = sql`LEFT JOIN LATERAL (
    SELECT string_agg(x.name, ',' ORDER BY x.name) AS names, array_agg(x.id::text ORDER BY x.name) AS ids
    FROM device_label dl JOIN label x ON x.id = dl.label_id WHERE dl.device_key = d.key
  ) l ON true`;

/** The filters as a condition on `d`; on `s` with `connection`. */
export function conditions(f: DeviceFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`d.recycled_at IS NULL`];
  const add = (when: unknown, part: () => RawBuilder<unknown>): void => {
    if (when !== undefined && when !== '') parts.push(part());
  };
  const online = sql`to_timestamp(${f.onlineSinceMs / 1000}::float8)`;
  add(f.text, () => sql`(d.id ILIKE ${likePattern(f.text!)} OR d.name ILIKE ${likePattern(f.text!)})`);
  add(f.name, () => sql`d.name ILIKE ${likePattern(f.name!)}`);
  add(f.ids, () => sql`d.id = ANY(${f.ids!}::text[])`);
  add(f.typeCodes, () => sql`d.type_code = ANY(${f.typeCodes!}::text[])`);
  add(f.basicType, () => sql`d.type_code IN (SELECT code FROM device_type WHERE basic_type = ${f.basicType!})`);
  add(
    f.labelIds,
    () => sql`EXISTS (SELECT FROM device_label dl WHERE dl.device_key = d.key AND dl.label_id = ANY(${f.labelIds!}::bigint[]))`,
  );
  add(f.notGivenTo, () => sql`NOT EXISTS (SELECT FROM user_device g WHERE g.user_id = ${f.notGivenTo!}::bigint AND g.device_key = d.key)`);
  add(f.customerId, () => sql`d.customer_id = ${f.customerId!}`);
  add(f.path, () => sql`d.customer_path <@ ${f.path!}::ltree`);
  add(
    f.personal,
    () =>
      sql`EXISTS (SELECT FROM app_user u WHERE u.customer_id = d.customer_id AND u.user_type = 4 AND u.status <> 'recycled') = ${f.personal!}`,
  );
  // A licence for life has no expiration.
  add(
    f.withExpiration,
    () =>
      sql`(d.expires_at IS NOT NULL OR EXISTS (SELECT FROM license x WHERE x.device_key = d.key AND x.state = 'bound')) = ${f.withExpiration!}`,
  );
  add(f.inService, () => sql`(d.expires_at IS NULL OR d.expires_at > now()) = ${f.inService!}`);
  add(f.activeFrom, () => sql`d.activated_at >= ${f.activeFrom!}`);
  add(f.activeTo, () => sql`d.activated_at < ${f.activeTo!}`);
  if (f.connection === 1) parts.push(sql`s.last_contact_at >= ${online}`);
  if (f.connection === 0) parts.push(sql`s.last_contact_at < ${online}`);
  if (f.connection === -1) parts.push(sql`s.last_contact_at IS NULL`);
  return sql.join(parts, sql` AND `);
}
