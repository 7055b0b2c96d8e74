import { ConfigRule, configRuleFields, type ConfigRuleDetail } from '@sightline/contract';
import type { ConfigRuleRow, RulePart, RuleParts } from '@sightline/db';
import { isoTime } from '../times.ts';

const { spans, notice, pictures, clip } = configRuleFields;
const GONE: RuleParts = { customers: [], labels: [], alarms: [], users: [], deviceCount: 0 };

/** What a rule lacks to do anything, as far as the asker sees what it names. */
const gapsOf = (rule: Omit<ConfigRule, 'gaps'>): ConfigRule['gaps'] => {
  const acts = (rule.notice !== null && rule.users.length > 0) || rule.emails.length > 0 || rule.pictures !== null || rule.clip !== null;
  return [
    ...(rule.customers.length + rule.labels.length + rule.deviceCount === 0 ? (['devices'] as const) : []),
    ...(rule.alarmTypes.length + rule.customizeAlarms.length === 0 ? (['alarms'] as const) : []),
    ...(acts ? [] : (['actions'] as const)),
  ];
};

/** A row of the database with what it names, as the asker gets it. */
export function configRuleOf(row: ConfigRuleRow, parts: RuleParts = GONE): ConfigRule {
  const rule = {
    id: row.id,
    customerId: row.customer_id,
    customerName: row.customer_name ?? '',
    account: row.account ?? '',
    ruleName: row.name,
    note: row.note,
    enabled: row.enabled,
    weekdays: row.weekdays,
    spans: spans.parse(row.spans),
    timezone: row.timezone,
    minSpeedKph: row.min_speed_kph,
    maxSpeedKph: row.max_speed_kph,
    notice: notice.parse(row.notice),
    pictures: pictures.parse(row.pictures),
    clip: clip.parse(row.clip),
    customers: parts.customers,
    labels: parts.labels,
    deviceCount: parts.deviceCount,
    alarmTypes: ConfigRule.shape.alarmTypes.parse(row.alarm_kinds),
    customizeAlarms: parts.alarms,
    users: parts.users,
    emails: row.emails,
    createTime: isoTime(row.created_at),
    updateTime: isoTime(row.updated_at),
  };
  return { ...rule, gaps: gapsOf(rule) };
}

export const configRuleDetailOf = (row: ConfigRuleRow, parts: RuleParts | undefined, devices: readonly RulePart[]): ConfigRuleDetail => ({
  ...configRuleOf(row, parts),
  devices: devices.map(({ id, name }) => ({ deviceId: id, deviceName: name })),
});
