import type { AlarmSettingRow, AlarmSettings, AlarmSettingState } from '@sightline/contract';
import type { AlarmSettingDevice, AlarmSettingRecord } from '@sightline/db';
import { ALARM_SETTING_GROUPS, attachmentsOf, compareAlarmSettings, type AlarmSettingGroup } from '@sightline/domain';
import { isoOrNull } from '../times.ts';

/** As the database orders them: the first that one of the groups has is that of the device. */
const URGENCY: readonly AlarmSettingState[] = ['pending', 'failed', 'differs', 'neverRead', 'same', 'unset', 'absent'];

type GroupState = Pick<AlarmSettingRecord, 'state'>;
const stateOf = (rows: readonly GroupState[]): AlarmSettingState =>
  URGENCY.find((state) => rows.some((row) => row.state === state)) ?? 'neverRead';

/** What is wanted counts, else what the unit told. */
const attachments = (rows: readonly AlarmSettingRecord[]) => attachmentsOf(rows.map((row) => ({ ...row.told_values, ...presentOf(row) })));

function presentOf({ wanted, told_values: told }: AlarmSettingRecord) {
  if (!wanted || !told) return wanted;
  return Object.fromEntries(Object.entries(wanted).filter(([key]) => told[key] !== undefined));
}

function groupView(row: AlarmSettingRecord | undefined): AlarmSettings['groups']['adas'] {
  const told = row?.told_values ?? null;
  const difference = row?.wanted && told ? compareAlarmSettings(row.wanted, told) : { differs: [], absent: [] };
  return {
    state: row?.state ?? 'neverRead',
    reason: row?.reason ?? null,
    wanted: row?.wanted ?? null,
    wantedTime: isoOrNull(row?.wanted_at),
    wantedAccount: row?.wanted_account ?? null,
    told: told && { ...told },
    toldTime: isoOrNull(row?.told_at),
    length: row?.told_length ?? null,
    differs: [...difference.differs],
    absent: [...difference.absent],
  };
}

const byGroup = <T>(of: (group: AlarmSettingGroup) => T): Record<AlarmSettingGroup, T> =>
  Object.fromEntries(ALARM_SETTING_GROUPS.map((group) => [group, of(group)])) as Record<AlarmSettingGroup, T>;

type Described = Pick<AlarmSettingDevice, 'id' | 'name' | 'type_code' | 'type_name'>;

const deviceView = (device: Described, online: boolean, rows: readonly AlarmSettingRecord[]) => ({
  deviceId: device.id,
  deviceName: device.name,
  deviceType: device.type_code,
  deviceTypeName: device.type_name,
  online,
  state: stateOf(rows),
});

/** Everything about the settings of one device. */
export const settingsView = (device: Described, online: boolean, rows: readonly AlarmSettingRecord[]): AlarmSettings => ({
  ...deviceView(device, online, rows),
  exists: rows.some((row) => row.wanted !== null),
  groups: byGroup((group) => groupView(rows.find((row) => row.family === group))),
  ...attachments(rows),
});

const latest = (dates: readonly (Date | null)[]): Date | null =>
  dates.reduce<Date | null>((last, date) => (date && (!last || date > last) ? date : last), null);

/** A row of the list. */
export function rowView(device: AlarmSettingDevice, online: boolean, rows: readonly AlarmSettingRecord[]): AlarmSettingRow {
  const wantedAt = latest(rows.map((row) => row.wanted_at));
  return {
    ...deviceView(device, online, rows),
    customerId: device.customer_id,
    customerName: device.customer_name,
    camCount: device.cam_count,
    groups: byGroup((group): AlarmSettingState => rows.find((row) => row.family === group)?.state ?? 'neverRead'),
    reason: rows.find((row) => row.state === 'failed')?.reason ?? null,
    wantedTime: isoOrNull(wantedAt),
    wantedAccount: rows.find((row) => row.wanted_at === wantedAt)?.wanted_account ?? null,
    toldTime: isoOrNull(latest(rows.map((row) => row.told_at))),
    ...attachments(rows),
  };
}
