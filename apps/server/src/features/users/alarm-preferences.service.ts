import { alarmName, ALARM_GROUP_TEXTS, type AlarmSetting } from '@sightline/contract';
import { userAlarmChoices, userAlarmEmails, type ScopedTransaction, type UserAlarmChoice } from '@sightline/db';
import { ALARM_KINDS, alarmGroupOf, defaultNoticeOf, type AlarmNotice } from '@sightline/domain';

/** How a user is told of a kind: his choices over the defaults of the kind. */
export const noticeOf = (kind: string, choice: UserAlarmChoice | undefined): AlarmNotice => {
  const byDefault = defaultNoticeOf(kind);
  return {
    enabled: choice?.enabled ?? byDefault.enabled,
    level: (choice?.level as AlarmNotice['level'] | null | undefined) ?? byDefault.level,
    sound: choice?.sound ?? byDefault.sound,
    pushWeb: choice?.push_web ?? byDefault.pushWeb,
    pushApp: choice?.push_app ?? byDefault.pushApp,
    intervalS: choice?.interval_s ?? byDefault.intervalS,
  };
};

const bit = (on: boolean): 0 | 1 => (on ? 1 : 0);

/** Every kind of alarm with how the user is told of it, in the order of the kinds. */
export async function alarmSettings(trx: ScopedTransaction, userId: string, language: 'en' | 'zh'): Promise<AlarmSetting[]> {
  const choices = new Map((await userAlarmChoices(trx, userId)).map((choice) => [choice.alarm_kind, choice]));
  const emails = await userAlarmEmails(trx, userId);
  return ALARM_KINDS.map((kind): AlarmSetting => {
    const choice = choices.get(kind);
    const notice = noticeOf(kind, choice);
    const groupKey = alarmGroupOf(kind);
    return {
      alarmType: kind,
      alarmName: alarmName(kind, language),
      groupKey,
      groupName: ALARM_GROUP_TEXTS[groupKey][language],
      enabled: bit(notice.enabled),
      noticeLevel: notice.level,
      soundEnabled: bit(notice.sound),
      soundType: choice?.sound_type ?? null,
      pushWeb: bit(notice.pushWeb),
      pushApp: bit(notice.pushApp),
      pushInterval: notice.intervalS,
      emailIds: [...(emails.get(kind) ?? [])],
    };
  });
}
