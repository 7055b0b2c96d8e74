import type { PushedNotice } from '@sightline/contract';
import type { AlarmRecord, NoticeChoices } from '@sightline/db';
import { noticeOf } from '../users/alarm-preferences.service.ts';
import { settingsOf } from '../users/user-settings.service.ts';
import { isoTime } from '../times.ts';
import type { NoticePace } from './notice-pace.ts';

/** Who of these may hear of alarms: whoever sees them in a list, or devices in the monitor or on the dashboard. */
const NOTICE_PERMISSIONS = ['5103', '4000', '100'] as const;

export const mayHearOfAlarms = (permissions: ReadonlySet<string>): boolean => NOTICE_PERMISSIONS.some((id) => permissions.has(id));

/** An alarm as a user with these choices is told of it; null when he does not want to be, or was told of the like a moment ago. */
export function noticeFor(alarm: AlarmRecord, { settings, choices }: NoticeChoices, pace: NoticePace, cameMs: number): PushedNotice | null {
  const choice = choices.get(alarm.kind);
  const notice = noticeOf(alarm.kind, choice);
  if (!notice.enabled || !notice.pushWeb || !pace.tell(alarm.device_key, alarm.kind, notice.intervalS, cameMs)) return null;
  return {
    id: alarm.id,
    noticeType: alarm.family,
    noticeLevel: notice.level,
    noticeSound: notice.sound ? (choice?.sound_type ?? settingsOf({ settings }).soundType) : 0,
    deviceId: alarm.device_id,
    deviceName: alarm.device_name,
    alarmName: alarm.kind,
    alarmTs: isoTime(alarm.at),
    lat: alarm.lat,
    lon: alarm.lon,
    speedConvert: alarm.speed_kph,
    invalidStatus: alarm.invalid_status,
    expFileNum: alarm.files_expected,
    finishFile: alarm.files_done,
  };
}
