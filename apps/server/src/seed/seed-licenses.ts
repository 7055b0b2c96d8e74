import {
  bindLicenses,
  createLicenseBatch,
  devicesForLicensing,
  insertMovement,
  moveLicenses,
  pickLicenses,
  saveLicenseType,
  type ScopedTransaction,
} from '@sightline/db';
import { sql } from 'kysely';
import { newLicenseCodes } from '../features/licenses/license.service.ts';

const DAY_MS = 86_400_000;

/** Kinds of licences that every installation begins with; codes are stable. */
const LICENSE_TYPES = [
  { code: 'annual', name_en: 'Annual', name_zh: '年度许可', validity_months: 12, features: ['tracking'], basic_type: null, price: 9 },
  { code: 'lifetime', name_en: 'Lifetime', name_zh: '终身许可', validity_months: null, features: ['tracking'], basic_type: 1, price: 36 },
  {
    code: 'video',
    name_en: 'Video, annual',
    name_zh: '视频年度许可',
    validity_months: 12,
    features: ['tracking', 'video', 'ai'],
    basic_type: 2,
    price: 24,
  },
] as const;
type TypeCode = (typeof LICENSE_TYPES)[number]['code'];

export async function ensureLicenseTypes(trx: ScopedTransaction): Promise<void> {
  for (const { price: _, features, ...type } of LICENSE_TYPES) {
    await saveLicenseType(trx, { ...type, features: [...features], transferable: true, unbindable: true });
  }
}

/** A customer of the demonstration world, as far as licences are concerned. */
export interface LicensedCustomer {
  readonly id: string;
  /** Who records the sale to it: the main account of the one above. */
  readonly soldBy: string | null;
  readonly devices: readonly LicensedDevice[];
  readonly children: readonly LicensedCustomer[];
}

export interface LicensedDevice {
  readonly id: string;
  /** 1 tracker, 2 camera. */
  readonly basicType: number;
  /** When it was put into service, and when its licence ends. */
  readonly startedAt: Date;
  readonly expiresAt: Date;
}

/** Left in the stock of each customer, so that there is something to sell and to bind. */
const SPARE: Readonly<Record<TypeCode, number>> = { annual: 12, lifetime: 3, video: 5 };
/** One tracker in so many has a licence for life. */
const LIFETIME_EVERY = 13;
/** What a level adds to what it pays. */
const MARGIN = 1.25;
const SOLD_DAYS_AGO = 205;

const typeOf = (device: LicensedDevice, i: number): TypeCode =>
  device.basicType === 2 ? 'video' : i % LIFETIME_EVERY === LIFETIME_EVERY - 1 ? 'lifetime' : 'annual';

const neededBy = (customer: LicensedCustomer, code: TypeCode): number =>
  SPARE[code] +
  customer.devices.filter((device, i) => typeOf(device, i) === code).length +
  customer.children.reduce((sum, child) => sum + neededBy(child, code), 0);

/**
 * Gives the demonstration its licences the way they go in life: the platform makes batches, each level sells to the next, and every
 * customer binds its own. The clock is turned back afterwards, so that some run, some end soon and some have ended.
 */
export async function seedLicenses(
  trx: ScopedTransaction,
  rootId: string,
  dealers: readonly LicensedCustomer[],
  nowMs: number,
): Promise<void> {
  for (const { code } of LICENSE_TYPES) {
    const count = SPARE[code] * 4 + dealers.reduce((sum, dealer) => sum + neededBy(dealer, code), 0);
    await createLicenseBatch(trx, { typeCode: code, codes: newLicenseCodes(count), customerId: rootId, remark: null, createdBy: null });
  }
  for (const dealer of dealers) await supply(trx, rootId, dealer, 1);
  const soldAt = new Date(nowMs - SOLD_DAYS_AGO * DAY_MS);
  await sql`UPDATE license_movement SET created_at = ${soldAt}`.execute(trx);
  await sql`UPDATE license_batch SET created_at = ${soldAt}`.execute(trx);
  await sql`SELECT app.refresh_device_locks()`.execute(trx);
}

async function supply(trx: ScopedTransaction, from: string, customer: LicensedCustomer, depth: number): Promise<void> {
  for (const { code, price } of LICENSE_TYPES) {
    const ids = await pickLicenses(trx, { customerId: from, typeCode: code, count: neededBy(customer, code) });
    await moveLicenses(trx, { ids, from, to: customer.id, kind: 'sale' });
    await insertMovement(trx, {
      kind: 'sale',
      typeCode: code,
      licenseIds: ids,
      fromCustomerId: from,
      toCustomerId: customer.id,
      remark: null,
      createdBy: customer.soldBy,
      price: { unitPrice: Math.round(price * MARGIN ** (depth - 1) * 100) / 100, currency: 'USD' },
    });
  }
  for (const child of customer.children) await supply(trx, customer.id, child, depth + 1);
  for (const { code } of LICENSE_TYPES) await bindAll(trx, customer, code);
}

async function bindAll(trx: ScopedTransaction, customer: LicensedCustomer, code: TypeCode): Promise<void> {
  const planned = new Map(customer.devices.filter((device, i) => typeOf(device, i) === code).map((device) => [device.id, device]));
  const devices = await devicesForLicensing(trx, [...planned.keys()]);
  const ids = await pickLicenses(trx, { customerId: customer.id, typeCode: code, count: devices.length });
  const bindings = devices.flatMap((device, i) => {
    const licenseId = ids[i];
    return licenseId === undefined ? [] : [{ licenseId, device }];
  });
  await bindLicenses(trx, bindings, null);
  for (const { licenseId, device } of bindings) {
    const plan = planned.get(device.id);
    if (!plan) continue;
    await sql`UPDATE license SET bound_at = ${plan.startedAt}, started_at = ${plan.startedAt},
        expires_at = CASE WHEN expires_at IS NOT NULL THEN ${plan.expiresAt}::timestamptz END
      WHERE id = ${licenseId}`.execute(trx);
  }
}
