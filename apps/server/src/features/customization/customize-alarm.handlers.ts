import { apiError, CUSTOMIZE_ALARM_LIMITS, type CustomizeAlarm, type ParsedInputOf } from '@sightline/contract';
import {
  countCustomizeAlarms,
  deleteCustomizeAlarms,
  insertCustomizeAlarm,
  lockCustomizeAlarms,
  pageCustomizeAlarms,
  rulesWithAlarms,
  updateCustomizeAlarm,
  type CustomizeAlarmValues,
  type ScopedTransaction,
} from '@sightline/db';
import { namedCustomer, namedCustomerPath } from '../customers/customer.service.ts';
import { defineHandlers, detached } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import type { Principal } from '../principal.ts';
import { conditionCatalogue, customizeAlarmOf } from './customize-alarm.view.ts';

type Said = Partial<ParsedInputOf<'config.customizeAlarm.add'>>;

/** What is said of an alert as columns; what is left out stays out. */
const valuesOf = ({ alarmName, noticeLevel, noticeSound, conditions, holdS, note, match, enabled }: Said): CustomizeAlarmValues => ({
  ...(alarmName === undefined ? {} : { name: alarmName }),
  ...(note === undefined ? {} : { note }),
  ...(noticeLevel === undefined ? {} : { notice_level: noticeLevel }),
  ...(noticeSound === undefined ? {} : { notice_sound: noticeSound }),
  ...(match === undefined ? {} : { match }),
  ...(conditions === undefined ? {} : { conditions: JSON.stringify(conditions) }),
  ...(holdS === undefined ? {} : { hold_s: holdS }),
  ...(enabled === undefined ? {} : { enabled }),
});

/** @throws 9002 */
async function namedAlarm(trx: ScopedTransaction, principal: Principal, id: string): Promise<CustomizeAlarm> {
  const { rows } = await pageCustomizeAlarms(trx, { id, limit: 1, offset: 0 });
  if (!rows[0]) throw apiError('dataNotFound', { customizeAlarmId: id });
  return customizeAlarmOf(principal, rows[0]);
}

/** Those of a call, locked. @throws 9002 for what is not seen, 403 for what belongs to a customer above. */
async function changeableAlarms(
  trx: ScopedTransaction,
  principal: Principal,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const found = await lockCustomizeAlarms(trx, ids);
  const missing = ids.find((id) => !found.some((alarm) => alarm.id === id));
  if (missing === undefined) return found;
  await namedAlarm(trx, principal, missing);
  throw apiError('noPermission', { customizeAlarmId: missing });
}

const inUse = (language: string, rules: readonly { readonly id: string; readonly name: string }[]) => {
  const names = rules.map(({ name }) => name).join(', ');
  const message = language === 'zh_CN' ? `以下规则正在使用，无法删除：${names}` : `Rules ask for it, so it cannot be deleted: ${names}`;
  return apiError('serverMessage', { reason: 'usedByRules', rules: rules.map(({ id, name }) => ({ id, ruleName: name })) }, message);
};

/** Alarm kinds of a company's own. */
export const customizeAlarmHandlers = () =>
  defineHandlers({
    'config.customizeAlarm.rules': detached(async ({ language }) => conditionCatalogue(language === 'zh_CN' ? 'zh' : 'en')),

    'config.customizeAlarm.list': async ({ input, principal, trx }) => {
      const usableAt = input.usableBy === undefined ? undefined : await namedCustomerPath(trx, principal, input.usableBy);
      const enabled = input.enabled === undefined ? undefined : input.enabled === 1;
      const { rows, total } = await pageCustomizeAlarms(trx, { name: input.alarmName, enabled, usableAt, ...limitOf(input) });
      return pageOfRows(
        input,
        rows.map((row) => customizeAlarmOf(principal, row)),
        total,
      );
    },

    'config.customizeAlarm.info': async ({ input, principal, trx }) => await namedAlarm(trx, principal, input.customizeAlarmId),

    'config.customizeAlarm.add': async ({ input, principal, trx, audit }) => {
      const { id: customerId } = await namedCustomer(trx, principal, undefined);
      if ((await countCustomizeAlarms(trx, customerId)) >= CUSTOMIZE_ALARM_LIMITS.perCustomer) {
        throw apiError('ruleCountExceeded', { max: CUSTOMIZE_ALARM_LIMITS.perCustomer });
      }
      const id = await insertCustomizeAlarm(trx, customerId, valuesOf(input) as Required<CustomizeAlarmValues>);
      audit({ customizeAlarmId: id, alarmName: input.alarmName });
      return await namedAlarm(trx, principal, id);
    },

    'config.customizeAlarm.update': async ({ input, principal, trx, audit }) => {
      const { customizeAlarmId, ...said } = input;
      const [before] = await changeableAlarms(trx, principal, [customizeAlarmId]);
      await updateCustomizeAlarm(trx, customizeAlarmId, valuesOf(said));
      const after = await namedAlarm(trx, principal, customizeAlarmId);
      audit({ alarmName: before?.name });
      return after;
    },

    'config.customizeAlarm.delete': async ({ input, principal, trx, language, audit }) => {
      if (input.ids.length === 0) throw apiError('dataNotFound', { ids: [] });
      if (input.ids.length > CUSTOMIZE_ALARM_LIMITS.perCall) {
        throw apiError('invalidParameters', [{ path: 'ids', message: `at most ${CUSTOMIZE_ALARM_LIMITS.perCall}` }]);
      }
      const alarms = await changeableAlarms(trx, principal, input.ids);
      const rules = await rulesWithAlarms(trx, input.ids);
      if (rules.length > 0) throw inUse(language, rules.slice(0, 20));
      await deleteCustomizeAlarms(trx, input.ids);
      audit({ alarmNames: alarms.map(({ name }) => name) });
      return { count: alarms.length };
    },
  });
