import type { AlarmSettingValues, AlarmSettingGroup } from '@sightline/domain';
import type { ColumnType } from 'kysely';

/** What is wanted of a unit of active safety, and what it told last; one row for each group of settings. */
export interface DeviceAlarmSettingTable {
  device_key: string;
  family: AlarmSettingGroup;
  wanted: ColumnType<AlarmSettingValues | null, string | null, string | null>;
  wanted_at: Date | null;
  wanted_account: string | null;
  told: ColumnType<Buffer | null, never, never>;
  told_values: ColumnType<AlarmSettingValues | null, never, never>;
  told_at: ColumnType<Date | null, never, never>;
  write_command: string | null;
  read_command: string | null;
}

export interface AlarmSettingTables {
  device_alarm_setting: DeviceAlarmSettingTable;
}
