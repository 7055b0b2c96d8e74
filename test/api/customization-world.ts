import type { Client, InputOf } from '@sightline/contract';
import type { Tenant } from './two-tenants.ts';

export interface CustomizationIds {
  /** No rule asks for it. */
  readonly customizeAlarm: string;
  readonly rule: string;
}

/** What a new alert says unless told. */
export const ALERT: InputOf<'config.customizeAlarm.add'> = {
  alarmName: 'Fast and running',
  note: '',
  noticeLevel: 2,
  noticeSound: 1,
  match: 'all',
  conditions: [
    { source: 'speed', comparison: 'gt', value: 90 },
    { source: 'ignition', comparison: 'eq', value: 'on' },
  ],
  holdS: 30,
  enabled: true,
};

/** What a new rule says unless told; about SOS, by mail alone, and about no device yet. */
export const RULE: InputOf<'config.rule.add'> = {
  ruleName: 'Nights',
  note: '',
  enabled: true,
  weekdays: [1, 2, 3, 4, 5],
  spans: [{ from: '22:00', to: '06:00' }],
  timezone: 'Europe/Berlin',
  minSpeedKph: null,
  maxSpeedKph: null,
  notice: null,
  pictures: null,
  clip: null,
  customerIds: '',
  labelIds: '',
  deviceIds: '',
  alarmTypes: 'sos',
  customizeAlarmIds: '',
  userIds: '',
  emails: ['desk@example.com'],
};

/** An alert and a rule about the tenant's device, with a mark in their names. */
export async function seedCustomization(client: Client, tenant: Tenant, mark: string): Promise<CustomizationIds> {
  const alarm = await client.call('config.customizeAlarm.add', { ...ALERT, alarmName: `${mark} alert` });
  const rule = await client.call('config.rule.add', { ...RULE, ruleName: `${mark} rule`, deviceIds: tenant.deviceId });
  return { customizeAlarm: alarm.id, rule: rule.id };
}
