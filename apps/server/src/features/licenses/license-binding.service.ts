import { apiError } from '@sightline/contract';
import {
  bindLicenses,
  boundLicensesForUpdate,
  findLicenseType,
  insertMovement,
  isSecondLicense,
  licensesByCodeForUpdate,
  type Binding,
  type LicensableDevice,
  type LicenseRecord,
  type LicenseTypeRecord,
  type ScopedTransaction,
} from '@sightline/db';
import { parseLicenseCode } from '@sightline/domain';
import type { Principal } from '../principal.ts';
import { requireFree } from './license.service.ts';

/** Licences with these codes from a stock, in the order of the codes. @throws 60011, 60001, 60008 and why one is not free */
export async function licensesWithCodes(
  trx: ScopedTransaction,
  principal: Principal,
  type: LicenseTypeRecord,
  typed: readonly string[],
): Promise<string[]> {
  const codes = typed.map((text) => {
    const code = parseLicenseCode(text);
    if (code === null) throw apiError('licenseCodeInvalid', { code: text });
    return code;
  });
  const licenses = new Map((await licensesByCodeForUpdate(trx, codes)).map((l) => [l.code, l]));
  return codes.map((code) => {
    const license = licenses.get(code);
    if (!license) throw apiError('licenseNotFound', { code });
    requireFree([license], principal.customerId);
    if (license.type_code !== type.code) throw apiError('licenseTypeMismatch', { code });
    return license.id;
  });
}

/** Binds, and records what has gone along to customers below. @throws 60014 when a device has got a licence meanwhile. */
export async function bindToDevices(
  trx: ScopedTransaction,
  principal: Principal,
  typeCode: string,
  bindings: readonly (Binding & { startsAt?: Date | null })[],
): Promise<void> {
  try {
    const bound = await bindLicenses(trx, bindings, principal.userId);
    if (bound !== bindings.length) throw apiError('licenseInsufficient', { available: bound, wanted: bindings.length });
  } catch (error) {
    if (isSecondLicense(error)) throw apiError('deviceHasLicense');
    throw error;
  }
  const receivers = new Set(bindings.map((b) => b.device.customer_id));
  receivers.delete(principal.customerId);
  for (const customerId of receivers) {
    const given = bindings.filter((b) => b.device.customer_id === customerId).map((b) => b.licenseId);
    await recordGoneAlong(trx, principal, typeCode, given, principal.customerId, customerId);
  }
}

/** Records that a licence has become another customer's with its device. */
export async function recordGoneAlong(
  trx: ScopedTransaction,
  principal: Principal,
  typeCode: string,
  licenseIds: readonly string[],
  fromCustomerId: string,
  toCustomerId: string,
): Promise<void> {
  await insertMovement(trx, {
    kind: 'bind',
    typeCode,
    licenseIds,
    fromCustomerId,
    toCustomerId,
    remark: null,
    createdBy: principal.userId,
  });
}

/** The licence of each device, locked. @throws 60007 when one has none, 60004, 60003 unless `expiredToo`. */
export async function currentLicenses(
  trx: ScopedTransaction,
  devices: readonly LicensableDevice[],
  expiredToo: boolean,
): Promise<Map<string, LicenseRecord>> {
  const licenses = await boundLicensesForUpdate(
    trx,
    devices.map((d) => d.key),
  );
  const byKey = new Map(licenses.map((l) => [l.device_key ?? '', l]));
  const ids = (which: (d: LicensableDevice) => boolean): string[] =>
    devices
      .filter(which)
      .slice(0, 20)
      .map((d) => d.id);
  const without = ids((d) => !byKey.has(d.key));
  if (without.length > 0) throw apiError('licenseNotBound', { deviceIds: without });
  const locked = ids((d) => byKey.get(d.key)?.locked_at !== null);
  if (locked.length > 0) throw apiError('licenseLocked', { deviceIds: locked });
  const now = Date.now();
  const expired = ids((d) => (byKey.get(d.key)?.expires_at?.getTime() ?? now + 1) <= now);
  if (!expiredToo && expired.length > 0) throw apiError('licenseExpired', { deviceIds: expired });
  return byKey;
}

/** @throws 60008 when the new type opens less than what the device has. */
export async function requireNoLess(trx: ScopedTransaction, type: LicenseTypeRecord, current: Iterable<LicenseRecord>): Promise<void> {
  for (const code of new Set([...current].map((l) => l.type_code))) {
    const before = await findLicenseType(trx, code);
    if (before?.features.some((feature) => !type.features.includes(feature))) throw apiError('licenseTypeMismatch', { typeCode: code });
  }
}
