import { apiError, CONFIG_RULE_LIMITS, type ConfigRuleDetail } from '@sightline/contract';
import {
  countConfigRules,
  deleteConfigRules,
  devicesOfRule,
  insertConfigRule,
  lockConfigRules,
  pageConfigRules,
  partsOfRules,
  setRuleParts,
  updateConfigRule,
  type NamedParts,
  type ScopedTransaction,
} from '@sightline/db';
import { namedCustomer, namedCustomerPath } from '../customers/customer.service.ts';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { checkedRule } from './config-rule.service.ts';
import { configRuleDetailOf, configRuleOf } from './config-rule.view.ts';

/** @throws 64001 */
async function namedRule(trx: ScopedTransaction, ruleId: string): Promise<ConfigRuleDetail> {
  const { rows } = await pageConfigRules(trx, { id: ruleId, limit: 1, offset: 0 });
  if (!rows[0]) throw apiError('ruleNotFound', { ruleId });
  return configRuleDetailOf(rows[0], (await partsOfRules(trx, [ruleId])).get(ruleId), await devicesOfRule(trx, ruleId));
}

/** Those of a call, locked. @throws 64001 */
async function lockedRules(trx: ScopedTransaction, ids: readonly string[]) {
  const found = await lockConfigRules(trx, ids);
  if (found.length < ids.length || ids.length === 0) {
    throw apiError('ruleNotFound', { ids: ids.filter((id) => !found.some((rule) => rule.id === id)).slice(0, 20) });
  }
  return found;
}

/** @throws 423 when what was there a moment ago has gone. */
async function keepParts(trx: ScopedTransaction, ruleId: string, parts: NamedParts): Promise<void> {
  if (!(await setRuleParts(trx, ruleId, parts))) throw apiError('tryLater', { ruleId });
}

/** Rules of companies. */
export const configRuleHandlers = () =>
  defineHandlers({
    'config.rule.page': async ({ input, principal, trx }) => {
      const { rows, total } = await pageConfigRules(trx, {
        path: input.customerId === undefined ? undefined : await namedCustomerPath(trx, principal, input.customerId),
        name: input.ruleName,
        enabled: input.enabled === undefined ? undefined : input.enabled === 1,
        orderBy: input.orderBy,
        descending: input.orderDirection === 'desc',
        ...limitOf(input),
      });
      const parts = await partsOfRules(
        trx,
        rows.map((row) => row.id),
      );
      return pageOfRows(
        input,
        rows.map((row) => configRuleOf(row, parts.get(row.id))),
        total,
      );
    },

    'config.rule.info': async ({ input, trx }) => await namedRule(trx, input.ruleId),

    'config.rule.add': async ({ input, principal, trx, audit }) => {
      const { id: customerId, path } = await namedCustomer(trx, principal, undefined);
      const { values, parts } = await checkedRule(trx, principal, path, input);
      if ((await countConfigRules(trx, customerId)) >= CONFIG_RULE_LIMITS.perCustomer) {
        throw apiError('ruleCountExceeded', { max: CONFIG_RULE_LIMITS.perCustomer });
      }
      const ruleId = await insertConfigRule(trx, { customerId, userId: principal.userId }, values);
      await keepParts(trx, ruleId, parts);
      audit({ ruleId, ruleName: input.ruleName });
      return await namedRule(trx, ruleId);
    },

    'config.rule.update': async ({ input, principal, trx, audit }) => {
      const { ruleId, ...said } = input;
      const [rule] = await lockedRules(trx, [ruleId]);
      const { values, parts } = await checkedRule(trx, principal, rule!.customer_path, said);
      await updateConfigRule(trx, ruleId, values);
      await keepParts(trx, ruleId, parts);
      audit({ ruleName: input.ruleName });
      return await namedRule(trx, ruleId);
    },

    'config.rule.update.base': async ({ input, trx, audit }) => {
      const { ruleId, ruleName, note, enabled } = input;
      const [rule] = await lockedRules(trx, [ruleId]);
      await updateConfigRule(trx, ruleId, {
        ...(ruleName === undefined ? {} : { name: ruleName }),
        ...(note === undefined ? {} : { note }),
        ...(enabled === undefined ? {} : { enabled }),
      });
      audit({ ruleName: ruleName ?? rule!.name });
      return null;
    },

    'config.rule.delete': async ({ input, trx, audit }) => {
      if (input.ids.length > CONFIG_RULE_LIMITS.perCall) {
        throw apiError('invalidParameters', [{ path: 'ids', message: `at most ${CONFIG_RULE_LIMITS.perCall}` }]);
      }
      const rules = await lockedRules(trx, input.ids);
      await deleteConfigRules(trx, input.ids);
      audit({ ruleNames: rules.map(({ name }) => name) });
      return { count: rules.length };
    },
  });
