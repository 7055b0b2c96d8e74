import { ALARM_KINDS } from '@sightline/domain';
import { z } from 'zod';
import { ConfigRule, ConfigRuleDetail, configRuleFields } from '../entities/customization.entities.ts';
import { CONFIG_RULE_LIMITS } from '../limits/customization.limits.ts';
import { defineOperations } from '../operation.ts';
import { pageInput, pageOf, sorting } from '../schema/paging.ts';
import { bitInput, commaList, emailText, idList, idOf, searchText } from '../schema/primitives.ts';

const ruleId = idOf('rule');
const reading = { permission: 'any', scope: 'tenant', writes: false } as const;
const changing = { permission: 'any', scope: 'tenant', writes: true } as const;

/** Everything that a rule says. Lists may be empty; which of them may be empty together the handler says. */
const everything = {
  ...configRuleFields,
  /** With everything below them. */
  customerIds: idList('customer'),
  /** Devices with one of these tags. */
  labelIds: idList('label'),
  deviceIds: idList('device'),
  /** Comma list of `formatKey` of the format `alarm_type`. */
  alarmTypes: commaList('sos,overspeed').refine((kinds) => kinds.every((kind) => (ALARM_KINDS as readonly string[]).includes(kind)), {
    error: 'expected a comma list of alarm types',
  }),
  /** Of the rule's customer and of those above it. */
  customizeAlarmIds: idList('customizeAlarm'),
  /** Who gets the notice. */
  userIds: idList('user'),
  emails: z.array(emailText()).max(CONFIG_RULE_LIMITS.emails),
};

/** Rules of a company: which alarms of which devices, when, and what is done then. */
export const configRuleOperations = defineOperations({
  'config.rule.page': {
    method: 'POST',
    path: '/v2/config/rule/page',
    summary: { en: 'Rules of the own customer and of those below', zh: '规则分页查询' },
    input: pageInput({
      customerId: idOf('customer').optional(),
      ruleName: searchText().optional(),
      enabled: bitInput().optional(),
      ...sorting(['ruleName', 'customerName', 'updateTime']),
    }),
    output: pageOf(ConfigRule),
    ...reading,
  },
  'config.rule.info': {
    method: 'POST',
    path: '/v2/config/rule/rule/info',
    summary: { en: 'One rule with its devices (64001)', zh: '规则详情' },
    input: z.object({ ruleId }),
    output: ConfigRuleDetail,
    ...reading,
  },
  'config.rule.add': {
    method: 'POST',
    path: '/v2/config/rule/rule/add',
    summary: {
      en:
        'Add a rule to the own customer (9002, 20007, 40001 for what is not below it; 15005 for what is no address; 403 for pictures and clips that the ' +
        `asker may not take himself, and for customers and tags where he is held to devices; 64002 over ${CONFIG_RULE_LIMITS.perCustomer})`,
      zh: '新增规则',
    },
    input: z.object(everything),
    output: ConfigRuleDetail,
    ...changing,
    audit: { en: 'Added a rule', zh: '新增规则' },
  },
  'config.rule.update': {
    method: 'POST',
    path: '/v2/config/rule/update/info',
    summary: { en: 'Change everything of a rule; what the asker does not see of it stays (64001, and as for adding)', zh: '修改规则' },
    input: z.object({ ruleId, ...everything }),
    output: ConfigRuleDetail,
    ...changing,
    audit: { en: 'Changed a rule', zh: '修改规则' },
  },
  'config.rule.update.base': {
    method: 'POST',
    path: '/v2/config/rule/rule/update/base',
    summary: { en: 'Change name and note of a rule, turn it on or off; what is left out stays (64001)', zh: '修改规则基本信息' },
    input: z.object({
      ruleId,
      ruleName: configRuleFields.ruleName.optional(),
      note: configRuleFields.note.optional(),
      enabled: configRuleFields.enabled.optional(),
    }),
    output: z.null(),
    ...changing,
    audit: { en: 'Changed the name of a rule, or turned it on or off', zh: '修改规则名称或启停规则' },
  },
  'config.rule.delete': {
    method: 'POST',
    path: '/v2/config/rule/rule/delete',
    summary: { en: 'Delete rules, all of them or none (64001)', zh: '删除规则' },
    input: z.object({ ids: idList('rule') }),
    output: z.object({ count: z.int() }),
    ...changing,
    audit: { en: 'Deleted rules', zh: '删除规则' },
  },
});
