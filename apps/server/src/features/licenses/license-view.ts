import type { LicenseBatch, LicenseNotice, LicenseRow, LicenseSale, LicenseType, LicenseUsage } from '@sightline/contract';
import type { LicenseBatchRow, LicenseRow as Row, LicenseTypeRecord, MovementRow, UsageRow } from '@sightline/db';
import { formatLicenseCode, LICENSE_FEATURES } from '@sightline/domain';
import { isoOrNull, isoTime } from '../times.ts';

const DAY_MS = 86_400_000;

/** Gives a type its name in the language of the asker; an unknown code stands for itself. */
export type TypeNames = (code: string) => string;

export const typeNameOf = (type: LicenseTypeRecord, language: string): string => (language === 'zh_CN' ? type.name_zh : type.name_en);

export const typeNames = (types: readonly LicenseTypeRecord[], language: string): TypeNames => {
  const names = new Map(types.map((type) => [type.code, typeNameOf(type, language)]));
  return (code) => names.get(code) ?? code;
};

export const licenseType = (t: LicenseTypeRecord, language: string): LicenseType => ({
  typeCode: t.code,
  typeName: typeNameOf(t, language),
  nameEn: t.name_en,
  nameZh: t.name_zh,
  validityMonths: t.validity_months,
  features: LICENSE_FEATURES.filter((feature) => t.features.includes(feature)),
  deviceBasicType: t.basic_type,
  transferable: t.transferable,
  unbindable: t.unbindable,
});

export const licenseBatch = (b: LicenseBatchRow, nameOf: TypeNames): LicenseBatch => ({
  id: b.id,
  typeCode: b.type_code,
  typeName: nameOf(b.type_code),
  count: b.count,
  boundCount: b.bound_count,
  remark: b.remark,
  createdBy: b.created_by_name,
  createTime: isoTime(b.created_at),
  lockTime: isoOrNull(b.locked_at),
  lockReason: b.lock_reason,
});

export const licenseRow = (l: Row, nameOf: TypeNames): LicenseRow => ({
  id: l.id,
  code: formatLicenseCode(l.code),
  typeCode: l.type_code,
  typeName: nameOf(l.type_code),
  status: l.status,
  customerId: l.customer_id,
  customerName: l.customer_name,
  batchId: l.batch_id,
  deviceId: l.device_id,
  deviceName: l.device_name,
  bindTime: isoOrNull(l.bound_at),
  expirationTime: isoOrNull(l.expires_at),
  deviceLocked: l.device_locked_at !== null,
  createTime: isoTime(l.created_at),
});

/** `l` is bound and has an end. */
export const licenseNotice = (l: Row, nameOf: TypeNames, graceDays: number, nowMs: number): LicenseNotice => {
  const endMs = l.expires_at?.getTime() ?? 0;
  return {
    licenseId: l.id,
    code: formatLicenseCode(l.code),
    typeCode: l.type_code,
    typeName: nameOf(l.type_code),
    deviceId: l.device_id ?? '',
    deviceName: l.device_name ?? '',
    customerId: l.customer_id,
    customerName: l.customer_name,
    expirationTime: isoTime(endMs),
    daysLeft: Math.trunc((endMs - nowMs) / DAY_MS),
    lockTime: isoTime(l.device_locked_at ?? endMs + graceDays * DAY_MS),
    locked: l.device_locked_at !== null,
  };
};

export const licenseSale = (m: MovementRow, nameOf: TypeNames): LicenseSale => ({
  id: m.id,
  kind: m.kind,
  typeCode: m.type_code,
  typeName: nameOf(m.type_code),
  count: m.count,
  fromCustomerId: m.from_customer_id,
  fromCustomerName: m.from_name,
  toCustomerId: m.to_customer_id,
  toCustomerName: m.to_name,
  unitPrice: m.unit_price,
  currency: m.currency,
  remark: m.remark,
  createdBy: m.created_by_name,
  createTime: isoTime(m.created_at),
});

export const licenseUsage = (u: UsageRow): LicenseUsage => ({
  customerId: u.customer_id,
  customerName: u.customer_name,
  own: u.own,
  leaf: u.leaf,
  stock: u.stock,
  opened: u.opened,
  bound: u.bound,
  expiring: u.expiring,
  expired: u.expired,
  locked: u.locked,
  spent: u.spent,
  total: u.total,
});
