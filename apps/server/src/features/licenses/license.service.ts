import { randomBytes } from 'node:crypto';
import { apiError } from '@sightline/contract';
import {
  claimLicenseRequest,
  devicesForLicensing,
  findLicenseType,
  insertMovement,
  licensedDeviceKeys,
  licensesForUpdate,
  listLicenseTypes,
  lockLicenseStock,
  moveLicenses,
  pickLicenses,
  type LicensableDevice,
  type LicenseRecord,
  type LicenseTypeRecord,
  type NewMovement,
  type ScopedTransaction,
} from '@sightline/db';
import { LICENSE_BATCH_LIMIT, LICENSE_CODE_RANDOM_BYTES, licenseCodeOf } from '@sightline/domain';
import { typeNames, type TypeNames } from './license-view.ts';

/** @throws 60005 */
export function limitLicenseCount(count: number): void {
  if (count > LICENSE_BATCH_LIMIT) throw apiError('licenseBatchLimit', { max: LICENSE_BATCH_LIMIT, given: count });
}

/** @throws 900 when this customer has made this request before. */
export async function claimRequest(trx: ScopedTransaction, customerId: string, requestId: string): Promise<void> {
  if (!(await claimLicenseRequest(trx, customerId, requestId))) throw apiError('duplicateRequest', { requestId });
}

/** @throws 60001 */
export async function namedLicenseType(trx: ScopedTransaction, code: string): Promise<LicenseTypeRecord> {
  const type = await findLicenseType(trx, code);
  if (!type) throw apiError('licenseNotFound', { typeCode: code });
  return type;
}

export const allTypeNames = async (trx: ScopedTransaction, language: string): Promise<TypeNames> =>
  typeNames(await listLicenseTypes(trx), language);

/** Devices that a call names, locked. @throws 60005, 20007 when one cannot be seen, 400 when none is named. */
export async function namedDevices(trx: ScopedTransaction, ids: readonly string[]): Promise<LicensableDevice[]> {
  limitLicenseCount(ids.length);
  if (ids.length === 0) throw apiError('invalidParameters', [{ path: 'deviceIds', message: 'names no device' }]);
  const devices = await devicesForLicensing(trx, ids);
  if (devices.length < ids.length) {
    const found = new Set(devices.map((d) => d.id));
    throw apiError('deviceNotFound', { deviceIds: ids.filter((id) => !found.has(id)).slice(0, 20) });
  }
  return devices;
}

/** @throws 60009 when a type is not for one of the devices. */
export function requireFit(type: LicenseTypeRecord, devices: readonly LicensableDevice[]): void {
  const misfits = devices.filter((d) => type.basic_type !== null && d.basic_type !== type.basic_type);
  if (misfits.length > 0) throw apiError('licenseDeviceMismatch', { deviceIds: misfits.slice(0, 20).map((d) => d.id) });
}

/** @throws 60014 when one of the devices has a licence. */
export async function requireUnlicensed(trx: ScopedTransaction, devices: readonly Pick<LicensableDevice, 'key' | 'id'>[]): Promise<void> {
  const taken = await licensedDeviceKeys(
    trx,
    devices.map((d) => d.key),
  );
  const ids = devices.filter((d) => taken.has(d.key)).map((d) => d.id);
  if (ids.length > 0) throw apiError('deviceHasLicense', { deviceIds: ids.slice(0, 20) });
}

/** Free licences of a stock, which must be locked. @throws 60002 when there are fewer. */
export async function takeFromStock(
  trx: ScopedTransaction,
  q: { readonly customerId: string; readonly typeCode: string; readonly count: number; readonly sellerId?: string | undefined },
): Promise<string[]> {
  const picked = await pickLicenses(trx, q);
  if (picked.length < q.count) throw apiError('licenseInsufficient', { available: picked.length, wanted: q.count });
  return picked;
}

/** @throws 60013, 60006, 60004, 60003: why a licence is not a free one of this customer. */
export function requireFree(licenses: readonly LicenseRecord[], customerId: string): void {
  for (const l of licenses) {
    if (l.customer_id !== customerId) throw apiError('licenseNotOwned', { code: l.code });
    if (l.state !== 'new') throw apiError('licenseBound', { code: l.code });
    if (l.locked_at !== null) throw apiError('licenseLocked', { code: l.code });
    if (l.expires_at !== null && l.expires_at.getTime() <= Date.now()) throw apiError('licenseExpired', { code: l.code });
  }
}

export interface Passing {
  readonly kind: 'sale' | 'return';
  readonly from: string;
  readonly to: string;
  readonly typeCode: string | undefined;
  readonly count: number | undefined;
  readonly licenseIds: readonly string[] | undefined;
  /** Only what this customer handed over before. */
  readonly sellerId?: string | undefined;
  readonly remark: string | undefined;
  readonly createdBy: string;
  readonly price?: NewMovement['price'];
}

/** Licences named one by one, locked in order. @throws 60005, 60001 when one cannot be seen. */
export async function namedLicenses(trx: ScopedTransaction, ids: readonly string[]): Promise<LicenseRecord[]> {
  limitLicenseCount(ids.length);
  const licenses = await licensesForUpdate(trx, ids);
  if (licenses.length < ids.length) throw apiError('licenseNotFound');
  return licenses;
}

/**
 * Passes licences from one stock to another and records it. Either all of them change hands or none.
 *
 * @throws 60001 to 60006, 60008, 60013
 */
export async function passLicenses(trx: ScopedTransaction, p: Passing): Promise<{ saleId: string; count: number }> {
  limitLicenseCount(p.count ?? 0);
  await lockLicenseStock(trx, p.from);
  const { typeCode, ids } = p.licenseIds ? await chosen(trx, p, p.licenseIds) : await counted(trx, p);
  const moved = await moveLicenses(trx, { ids, from: p.from, to: p.to, kind: p.kind });
  if (moved !== ids.length) throw apiError('licenseInsufficient', { available: moved, wanted: ids.length });
  const saleId = await insertMovement(trx, {
    kind: p.kind,
    typeCode,
    licenseIds: ids,
    fromCustomerId: p.from,
    toCustomerId: p.to,
    remark: p.remark === undefined || p.remark === '' ? null : p.remark,
    createdBy: p.createdBy,
    price: p.price,
  });
  return { saleId, count: ids.length };
}

async function counted(trx: ScopedTransaction, p: Passing): Promise<{ typeCode: string; ids: string[] }> {
  if (p.typeCode === undefined || p.count === undefined) {
    throw apiError('invalidParameters', [
      { path: p.typeCode === undefined ? 'typeCode' : 'count', message: 'a type and a count, or licences' },
    ]);
  }
  const type = await namedLicenseType(trx, p.typeCode);
  const ids = await takeFromStock(trx, { customerId: p.from, typeCode: type.code, count: p.count, sellerId: p.sellerId });
  return { typeCode: type.code, ids };
}

async function chosen(trx: ScopedTransaction, p: Passing, wanted: readonly string[]): Promise<{ typeCode: string; ids: string[] }> {
  const licenses = await namedLicenses(trx, wanted);
  const typeCode = licenses[0]?.type_code;
  if (typeCode === undefined) throw apiError('invalidParameters', [{ path: 'licenseIds', message: 'names no licence' }]);
  requireFree(licenses, p.from);
  if (licenses.some((l) => l.type_code !== typeCode)) throw apiError('licenseTypeMismatch');
  // One that is opened has had part of its time: it stays where it is.
  const opened = licenses.find((l) => l.expires_at !== null);
  if (opened) throw apiError('licenseNotTransferable', { code: opened.code });
  const foreign = p.sellerId === undefined ? undefined : licenses.find((l) => l.seller_id !== p.sellerId);
  if (foreign) throw apiError('licenseNotOwned', { code: foreign.code });
  return { typeCode, ids: licenses.map((l) => l.id) };
}

export const newLicenseCodes = (count: number): string[] =>
  Array.from({ length: count }, () => licenseCodeOf(randomBytes(LICENSE_CODE_RANDOM_BYTES)));
