import {
  apiError,
  CAPTURE_PERMISSIONS,
  CONFIG_RULE_LIMITS,
  OPERATIONS,
  VIDEO_HISTORY_LIMITS,
  type ParsedInputOf,
} from '@sightline/contract';
import {
  heldCustomers,
  heldDevices,
  seenCustomizeAlarms,
  seenUsers,
  type ConfigRuleValues,
  type NamedParts,
  type ScopedTransaction,
} from '@sightline/db';
import { allowed, isWithin, overlappingSpans } from '@sightline/domain';
import { namedLabels } from '../devices/registration.service.ts';
import { requiredEmail } from '../email.ts';
import type { Principal } from '../principal.ts';

/** Everything that a call says of a rule. */
export type SaidRule = ParsedInputOf<'config.rule.add'>;

const wrong = (path: keyof SaidRule, message: string) => apiError('invalidParameters', [{ path, message }]);
const S_MS = 1000;
const COUNTED = [
  ['customerIds', CONFIG_RULE_LIMITS.customers],
  ['labelIds', CONFIG_RULE_LIMITS.labels],
  ['deviceIds', CONFIG_RULE_LIMITS.devices],
  ['userIds', CONFIG_RULE_LIMITS.users],
] as const;

/** What no single field can say. @throws 400 */
function requireSense(rule: SaidRule): void {
  for (const [field, limit] of COUNTED) if (rule[field].length > limit) throw wrong(field, `at most ${limit}`);
  if (rule.customerIds.length + rule.labelIds.length + rule.deviceIds.length === 0) throw wrong('deviceIds', 'expected devices');
  const alarms = rule.alarmTypes.length + rule.customizeAlarmIds.length;
  if (alarms === 0 || alarms > CONFIG_RULE_LIMITS.alarms) throw wrong('alarmTypes', `expected 1 to ${CONFIG_RULE_LIMITS.alarms}`);
  if (overlappingSpans(rule.spans) !== null) throw wrong('spans', 'expected spans that do not overlap');
  const { minSpeedKph, maxSpeedKph, notice, clip } = rule;
  if (minSpeedKph !== null && maxSpeedKph !== null && minSpeedKph > maxSpeedKph)
    throw wrong('maxSpeedKph', 'expected it above minSpeedKph');
  if ((notice === null) !== (rule.userIds.length === 0)) throw wrong('userIds', 'expected users exactly with a notice');
  if (notice === null && rule.emails.length === 0 && rule.pictures === null && clip === null)
    throw wrong('notice', 'expected something to do');
  const clipMs = clip === null ? VIDEO_HISTORY_LIMITS.clipMinMs : (clip.beforeS + clip.afterS) * S_MS;
  if (clipMs < VIDEO_HISTORY_LIMITS.clipMinMs || clipMs > VIDEO_HISTORY_LIMITS.clipMaxMs) throw wrong('clip', 'expected 5 s to 10 min');
}

/** Nobody has a rule fetch what he may not fetch himself. @throws 403 */
function requireCameraRights(principal: Principal, { pictures, clip }: Pick<SaidRule, 'pictures' | 'clip'>): void {
  const { permission } = OPERATIONS['video.history.upload'];
  if (pictures !== null && !allowed(principal.permissions, CAPTURE_PERMISSIONS))
    throw apiError('noPermission', { ids: CAPTURE_PERMISSIONS });
  if (clip !== null && !allowed(principal.permissions, permission)) throw apiError('noPermission', { ids: permission });
}

/**
 * What a rule of the customer with this path names, looked up: the asker has to see it, and it has to lie below that customer. Devices and customers
 * stay where they are until the transaction ends.
 *
 * @throws 9002, 20007, 40001; 403 for customers and tags where the asker is held to devices, since a rule would be about more than he sees.
 */
async function namedParts(trx: ScopedTransaction, principal: Principal, path: string, rule: SaidRule): Promise<NamedParts> {
  const isHeldToDevices = principal.limits === 'device' || principal.limits === 'both';
  const customers = await heldCustomers(trx, rule.customerIds);
  const customerIds = customers.filter((customer) => isWithin(path, customer.path)).map(({ id }) => id);
  requireAll('customerIds', rule.customerIds, customerIds);
  const labels = await namedLabels(trx, rule.labelIds);
  const foreign = labels.find((label) => !isWithin(path, label.customer_path));
  if (foreign) throw apiError('labelNotFound', { labelId: foreign.id });
  if (isHeldToDevices && customers.length + labels.length > 0) throw apiError('noPermission', { reason: 'limitedToDevices' });
  const devices = (await heldDevices(trx, rule.deviceIds)).filter((device) => isWithin(path, device.customer_path));
  if (devices.length < rule.deviceIds.length) {
    const found = new Set(devices.map(({ id }) => id));
    throw apiError('deviceNotFound', { deviceIds: rule.deviceIds.filter((id) => !found.has(id)).slice(0, 20) });
  }
  const users = (await seenUsers(trx, rule.userIds)).filter((user) => isWithin(path, user.customer_path)).map(({ id }) => id);
  requireAll('userIds', rule.userIds, users);
  const alarms = (await seenCustomizeAlarms(trx, rule.customizeAlarmIds)).filter((alarm) => isWithin(alarm.customer_path, path));
  const customizeAlarmIds = alarms.map(({ id }) => id);
  requireAll('customizeAlarmIds', rule.customizeAlarmIds, customizeAlarmIds);
  return {
    customerIds,
    labelIds: labels.map(({ id }) => id),
    deviceKeys: devices.map(({ key }) => key),
    userIds: users,
    customizeAlarmIds,
  };
}

function requireAll(field: string, wanted: readonly string[], found: readonly string[]): void {
  const missing = wanted.filter((id) => !found.includes(id));
  if (missing.length > 0) throw apiError('dataNotFound', { [field]: missing.slice(0, 20) });
}

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** What is said of a rule as columns. @throws 15005 */
const valuesOf = (rule: SaidRule): ConfigRuleValues => ({
  name: rule.ruleName,
  note: rule.note,
  enabled: rule.enabled,
  alarm_kinds: rule.alarmTypes,
  weekdays: rule.weekdays.toSorted((a, b) => a - b),
  spans: JSON.stringify(rule.spans),
  timezone: rule.timezone,
  min_speed_kph: rule.minSpeedKph,
  max_speed_kph: rule.maxSpeedKph,
  notice: jsonOf(rule.notice),
  pictures: jsonOf(rule.pictures),
  clip: jsonOf(rule.clip),
  emails: [...new Set(rule.emails.map(requiredEmail))],
});

/** A rule of the customer with this path as it is to be stored. @throws 400, 403, 9002, 15005, 20007, 40001 */
export async function checkedRule(
  trx: ScopedTransaction,
  principal: Principal,
  path: string,
  rule: SaidRule,
): Promise<{ readonly values: ConfigRuleValues; readonly parts: NamedParts }> {
  requireSense(rule);
  requireCameraRights(principal, rule);
  return { values: valuesOf(rule), parts: await namedParts(trx, principal, path, rule) };
}
