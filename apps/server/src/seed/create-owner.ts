import {
  createCustomer,
  createUser,
  findRootCustomer,
  findUserByAccount,
  upsertDeviceTypes,
  type CustomerRecord,
  type Database,
  type ScopedTransaction,
} from '@sightline/db';
import { hashPassword } from '../features/auth/passwords.service.ts';
import { NOTHING_UNREAD } from '../features/help/release-notes.service.ts';
import { DEVICE_TYPES } from './device-types.ts';
import { ensureLicenseTypes } from './seed-licenses.ts';

const PLATFORM_NAME = 'Sightline';

/** The customer above all others; made when it is missing. */
export async function ensurePlatform(trx: ScopedTransaction): Promise<CustomerRecord> {
  return (
    (await findRootCustomer(trx)) ??
    (await createCustomer(trx, {
      parentId: null,
      name: PLATFORM_NAME,
      customerType: 1,
      timezone: '+00:00',
      modules: { developer: true, fleet: true, personalDevice: true },
    }))
  );
}

/**
 * Makes the account of the platform's owner, and what every installation needs (the top customer, the device models, kinds of licences).
 * Returns false, and changes nothing, when the account exists.
 */
export async function createOwner(database: Database, account: string, password: string): Promise<boolean> {
  if (await findUserByAccount(database.system, account)) return false;
  const passwordHash = await hashPassword(password);
  return await database.system.transaction().execute(async (trx) => {
    await upsertDeviceTypes(trx, DEVICE_TYPES);
    await ensureLicenseTypes(trx);
    const root = await ensurePlatform(trx);
    await createUser(trx, {
      ...NOTHING_UNREAD,
      customer_id: root.id,
      account,
      name: account,
      password_hash: passwordHash,
      user_type: 1,
      timezone: '+00:00',
    });
    return true;
  });
}
