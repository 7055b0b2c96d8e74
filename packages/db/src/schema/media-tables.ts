import type { MediaKind, MediaSource } from '@sightline/domain';
import type { ColumnType, Generated } from 'kysely';

/** Never changed after it was inserted, but for the alarm that it belongs to. */
export interface MediaFileTable {
  id: Generated<string>;
  customer_id: string;
  customer_path: ColumnType<string, string | undefined, never>;
  device_key: string;
  device_id: string;
  device_name: string;
  /** 0 none. */
  channel: number;
  kind: MediaKind;
  source: MediaSource;
  event_code: number | null;
  taken_at: ColumnType<Date, Date | string, never>;
  until_at: ColumnType<Date | null, Date | string | null | undefined, never>;
  lat: number | null;
  lon: number | null;
  speed_kph: number | null;
  storage_name: string;
  content_type: string;
  file_name: string;
  size_bytes: string;
  sha256: Buffer;
  alarm_id: string | null;
  created_at: ColumnType<Date, Date | string | undefined, never>;
  expires_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

/** What the files of a customer take; kept by triggers. */
export interface MediaUsageTable {
  customer_id: string;
  bytes: string;
  files: string;
}

export interface MediaTables {
  media_file: MediaFileTable;
  media_usage: MediaUsageTable;
}
