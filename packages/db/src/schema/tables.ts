import type { SummerTimeRule } from '@sightline/domain';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** Row types of every table, for Kysely. bigint columns are strings (ids on the wire are strings too). */
type Id = Generated<string>;
type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalStamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export type RecordStatus = 'active' | 'stopped' | 'recycled';

export interface CustomerTable {
  id: Id;
  parent_id: string | null;
  path: string;
  name: string;
  customer_type: Generated<number>;
  status: Generated<RecordStatus>;
  contact: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  remark: string | null;
  timezone: Generated<string>;
  default_lat: number | null;
  default_lon: number | null;
  address_analysis: Generated<boolean>;
  superior_may_watch: Generated<boolean>;
  force_password_days: number | null;
  modules: JSONColumnType<{ developer: boolean; fleet: boolean; personalDevice: boolean }, string | undefined, string>;
  branding: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  menu_ids: string[] | null;
  default_stream_node: Generated<string>;
  default_talk_node: Generated<string>;
  default_replay_node: Generated<string>;
  /** Its users sign in with a second factor or set one up first. */
  two_factor_required: Generated<boolean>;
  created_at: Stamp;
  recycled_at: OptionalStamp;
  /** The customer with which it went to the recycle bin: itself, or one above. */
  recycled_with: string | null;
  status_before: RecordStatus | null;
}

export interface AppUserTable {
  id: Id;
  customer_id: string;
  /** Filled by a trigger. */
  customer_path: ColumnType<string, string | undefined, never>;
  account: string;
  name: string;
  password_hash: string;
  /** 1 admin (platform), 2 company main account, 3 ordinary, 4 individual. */
  user_type: number;
  demo: Generated<boolean>;
  status: Generated<RecordStatus>;
  email: string | null;
  phone: string | null;
  timezone: Generated<string>;
  language: Generated<string>;
  menu_ids: string[] | null;
  concurrent_login: Generated<boolean>;
  password_changed_at: Stamp;
  settings: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  experience_at: OptionalStamp;
  experience_monitor_at: OptionalStamp;
  web_version: string | null;
  remark: string | null;
  /** Held to the customers of `user_customer`, the devices of `user_device`. */
  customer_limited: Generated<boolean>;
  device_limited: Generated<boolean>;
  /** Since when signing in takes a second factor. */
  two_factor_at: OptionalStamp;
  /** Kept by a trigger. */
  passkey_count: Generated<number>;
  /** What passkeys know the user by: says nothing of who it is. */
  passkey_handle: Generated<string>;
  created_at: Stamp;
  recycled_at: OptionalStamp;
  /** The customer with which it went to the recycle bin; null when it went by itself. */
  recycled_with: string | null;
  status_before: RecordStatus | null;
}

export interface UserCustomerTable {
  user_id: string;
  customer_id: string;
}

export interface UserDeviceTable {
  user_id: string;
  device_key: string;
}

export interface CustomerMailTable {
  id: Id;
  customer_id: string;
  customer_path: ColumnType<string, string | undefined, never>;
  email: string;
  sender_name: Generated<string>;
  updated_at: Stamp;
}

export interface SessionTokenTable {
  id: Id;
  hash: Buffer;
  user_id: string;
  created_at: Stamp;
  last_used_at: Stamp;
  expires_at: Stamp;
  revoked_at: OptionalStamp;
  remote: string | null;
  agent: string | null;
  /** The account above that went on as this user. */
  entered_by: string | null;
}

export interface DeviceTypeTable {
  code: string;
  name: string;
  protocol: string;
  /** 1 tracker, 2 camera. */
  basic_type: Generated<number>;
  cam_count: Generated<number>;
  peripheral_count: Generated<number>;
  has_acc: Generated<boolean>;
  version: string | null;
  /** Commands of the catalogue that the model understands; null = all of its protocol. */
  commands: string[] | null;
}

export interface DeviceTable {
  /** Internal and never reused: positions hang on it, so a re-registered device does not inherit a track. */
  key: Id;
  id: string;
  customer_id: string;
  customer_path: ColumnType<string, string | undefined, never>;
  name: string;
  type_code: string;
  icon: Generated<string>;
  sim: string | null;
  iccid: string | null;
  plate: string | null;
  vin: string | null;
  remark: string | null;
  cam_count: Generated<number>;
  channel_names: JSONColumnType<{ id: number; name: string }[], string | undefined, string>;
  io_names: JSONColumnType<{ id: number; name: string }[], string | undefined, string>;
  timezone: string | null;
  utc_offset_minutes: number | null;
  min_moving_speed_kph: Generated<number>;
  min_stay_s: Generated<number>;
  location_points: Generated<number>;
  position_interval_s: Generated<number>;
  /** Channels that are shown; null = all. */
  cam_view: number[] | null;
  summer_time: JSONColumnType<SummerTimeRule | null, string | null | undefined, string | null>;
  activated_at: OptionalStamp;
  /** End of service, kept by the licence. */
  expires_at: OptionalStamp;
  /** Its licence ended longer ago than the grace, or is locked: what it reports is hidden. Kept by triggers. */
  locked_at: ColumnType<Date | null, never, never>;
  /** False while its licence opens no tracking: no place of it is shown. Kept by triggers. */
  tracked: ColumnType<boolean, never, never>;
  created_at: Stamp;
  recycled_at: OptionalStamp;
}

export interface DeviceTypeNicknameTable {
  customer_id: string;
  type_code: string;
  nick_name: string;
}

export interface LabelTable {
  id: Id;
  customer_id: string;
  customer_path: ColumnType<string, string | undefined, never>;
  name: string;
  created_at: Stamp;
}

export interface DeviceLabelTable {
  device_key: string;
  label_id: string;
}

export interface ShareLinkTable {
  id: Id;
  hash: Buffer;
  device_key: string;
  customer_path: string;
  created_by: string | null;
  created_at: Stamp;
  expires_at: Stamp;
  revoked_at: OptionalStamp;
  seen_count: Generated<number>;
  /** 0: the live place alone. */
  track_hours: Generated<number>;
}

export interface AuditLogTable {
  id: Id;
  at: Stamp;
  user_id: string | null;
  account: string;
  customer_id: string | null;
  customer_path: string;
  operation: string;
  detail: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  remote: string | null;
  /** 0 = done, else the code of the error. */
  code: Generated<number>;
  changes: JSONColumnType<readonly NotedChange[] | null, string | null | undefined, never>;
}

/** A value that a trigger has noted before and after a change; both are cut at 200 characters. */
export interface NotedChange {
  readonly table: string;
  /** Of the row, for people; null where it has none. */
  readonly name: string | null;
  /** The column, or a key of the object in it. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface UnknownDeviceTable {
  protocol: string;
  device_id: string;
  first_seen_at: Stamp;
  last_seen_at: Stamp;
  frames: Generated<string>;
  remote: string | null;
}

export interface TenancyTables {
  customer: CustomerTable;
  app_user: AppUserTable;
  user_customer: UserCustomerTable;
  user_device: UserDeviceTable;
  customer_mail: CustomerMailTable;
  session_token: SessionTokenTable;
  device_type: DeviceTypeTable;
  device_type_nickname: DeviceTypeNicknameTable;
  device: DeviceTable;
  label: LabelTable;
  device_label: DeviceLabelTable;
  share_link: ShareLinkTable;
  audit_log: AuditLogTable;
  unknown_device: UnknownDeviceTable;
  device_state: DeviceStateTable;
}

/** What the tenancy queries need of the positions' tables; the rest of those is read by hand-written SQL. */
export interface DeviceStateTable {
  device_key: string;
  last_contact_at: Date;
  fix_time: Date | null;
  lat: number | null;
  lon: number | null;
  speed_kph: number | null;
  course: number | null;
  motion: string;
  ignition: boolean | null;
}
