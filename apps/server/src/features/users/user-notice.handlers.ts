import { apiError, ALARM_GROUP_TEXTS, type OperationId } from '@sightline/contract';
import { saveUserAlarmChoices, saveUserAlarmEmails, userEmails, type UserAlarmChange } from '@sightline/db';
import { ALARM_GROUPS } from '@sightline/domain';
import { defineHandlers, type ScopedCall } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { alarmSettings } from './alarm-preferences.service.ts';

type Call = Pick<ScopedCall<OperationId>, 'principal' | 'trx' | 'audit'> & { readonly input: { readonly alarmTypes: readonly string[] } };

/** Saves one choice for the kinds of the call. */
async function choose({ input, principal, trx, audit }: Call, change: UserAlarmChange): Promise<null> {
  await saveUserAlarmChoices(trx, principal.userId, input.alarmTypes, change);
  audit({ alarmTypes: input.alarmTypes.join(','), ...change });
  return null;
}

const isOn = (value: 0 | 1): boolean => value === 1;
const textLanguage = (language: string): 'en' | 'zh' => (language === 'zh_CN' ? 'zh' : 'en');

/** How the signed-in user is told of alarms. */
export const userNoticeHandlers = () =>
  defineHandlers({
    'user.alarm.pageInfo': async ({ input, principal, trx, language }) => {
      const wanted = input.alarmName?.toLowerCase() ?? '';
      const found = (await alarmSettings(trx, principal.userId, textLanguage(language))).filter(
        (s) =>
          (s.alarmName.toLowerCase().includes(wanted) || s.alarmType.toLowerCase() === wanted) &&
          (input.groupKey === undefined || s.groupKey === input.groupKey) &&
          (input.enabled === undefined || s.enabled === input.enabled),
      );
      const { limit, offset } = limitOf(input);
      return pageOfRows(input, found.slice(offset, offset + limit), found.length);
    },

    'user.alarm.group.list': async ({ principal, trx, language }) => {
      const all = await alarmSettings(trx, principal.userId, textLanguage(language));
      return ALARM_GROUPS.map((groupKey) => {
        const own = all.filter((s) => s.groupKey === groupKey);
        const groupName = ALARM_GROUP_TEXTS[groupKey][textLanguage(language)];
        return { groupKey, groupName, total: own.length, enabled: own.filter((s) => s.enabled === 1).length };
      });
    },

    'user.alarm.open': async (call) => await choose(call, { enabled: true }),
    'user.alarm.close': async (call) => await choose(call, { enabled: false }),
    'user.alarm.sound.open': async (call) => await choose(call, { sound: true }),
    'user.alarm.sound.close': async (call) => await choose(call, { sound: false }),
    'user.alarm.sound.update': async (call) => await choose(call, { sound_type: call.input.soundType }),
    'user.alarm.setAlarmNoticeLevel': async (call) => await choose(call, { level: call.input.noticeLevel }),
    'user.alarm.push.app': async (call) => await choose(call, { push_app: isOn(call.input.enabled) }),
    'user.alarm.push.web': async (call) => await choose(call, { push_web: isOn(call.input.enabled) }),
    'user.alarm.push.interval': async (call) => await choose(call, { interval_s: call.input.pushInterval }),

    'user.alarm.email': async ({ input, principal, trx, audit }) => {
      const own = new Set((await userEmails(trx, principal.userId)).map((e) => e.id));
      const foreign = input.emailIds.filter((id) => !own.has(id));
      if (foreign.length > 0) throw apiError('dataNotFound', { emailIds: foreign });
      await saveUserAlarmEmails(trx, principal.userId, input.alarmTypes, input.emailIds);
      audit({ alarmTypes: input.alarmTypes.join(','), emailIds: input.emailIds.join(',') });
      return null;
    },
  });
