/** What settings are about, with the beginnings of the ids of the operations that change them. */
export const AUDIT_AREAS = {
  own: [
    'user.setting.',
    'user.alarm.',
    'user.email.',
    'user.twoFactor.',
    'user.passkey.',
    'user.avatar.',
    'user.base.self.',
    'user.base.user.',
    'user.base.format.',
  ],
  company: [
    'customer.set.',
    'customer.branding.',
    'customer.info.save',
    'customer.info.update',
    'customer.user.addCustomerUserMail',
    'customer.user.editCustomerUserMail',
    'device.types.nickname.',
    'config.customizeAlarm.',
    'config.rule.',
  ],
  platform: ['customer.ftp.', 'customer.mail.', 'customer.streamNode.'],
  device: [
    'alarmSetting.',
    'device.save',
    'device.set.',
    'device.expand.save.',
    'device.sensor.',
    'device.dailyTraffic.',
    'device.command.',
  ],
  access: ['user.auth.setting.', 'customer.auth.setting.', 'customer.user.url.'],
} as const;

export type AuditAreaName = keyof typeof AUDIT_AREAS;
export type AuditArea = AuditAreaName | 'settings';
/** `settings` is all of them. */
export const AUDIT_AREA_IDS: readonly ['settings', ...AuditAreaName[]] = ['settings', ...(Object.keys(AUDIT_AREAS) as AuditAreaName[])];

/** Beginnings of the ids of the operations of an area. */
export const auditPrefixes = (area: AuditArea): readonly string[] =>
  area === 'settings' ? Object.values(AUDIT_AREAS).flat() : AUDIT_AREAS[area];
