import {
  attachLabels,
  createCustomer,
  createLabel,
  createUser,
  findUserByAccount,
  insertDevices,
  upsertDeviceTypes,
  type Database,
  type ScopedTransaction,
} from '@sightline/db';
import { hashPassword } from '../features/auth/passwords.service.ts';
import { NOTHING_UNREAD } from '../features/help/release-notes.service.ts';
import { planDevices, type PlannedDevice } from './demo-fleet.ts';
import { DEMO_WORLD, type PlannedCustomer, type PlannedUser } from './demo-plan.ts';
import { DEVICE_TYPES } from './device-types.ts';
import { ensureLicenseTypes, seedLicenses, type LicensedCustomer } from './seed-licenses.ts';
import { ensurePlatform } from './create-owner.ts';

export interface SeededLogin {
  readonly account: string;
  readonly password: string;
  /** Says who it is: `platform owner`, `main account`, ... */
  readonly role: string;
  readonly customer: string;
}

export interface SeededDevice {
  readonly id: string;
  readonly protocol: 'jt808' | 'gt06' | 'teltonika';
  readonly trackHint: string;
  readonly type: string;
  readonly name: string;
  readonly camCount: number;
}

export interface SeededWorld {
  readonly logins: readonly SeededLogin[];
  /** The devices that report; those never switched on are not in it. */
  readonly fleet: readonly SeededDevice[];
}

export const DEMO_PASSWORD = 'sightline-1';
const OWNER_ACCOUNT = 'admin';
const DAY_MS = 86_400_000;
const INSTALLED_DAYS_AGO = 200;
const ROLES = { 2: 'main account', 3: 'ordinary user', 4: 'individual' } as const;

/**
 * Fills an empty database with the demonstration world, in one transaction. On a database that has it already nothing
 * changes; the answer is the same.
 */
export async function seedDemo(database: Database, nowMs: number = Date.now()): Promise<SeededWorld> {
  const planned = planDevices();
  const world = describeWorld(planned);
  if (await findUserByAccount(database.system, OWNER_ACCOUNT)) return world;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  await database.system.transaction().execute(async (trx) => {
    await upsertDeviceTypes(trx, DEVICE_TYPES);
    const root = await ensurePlatform(trx);
    const owner = await createUser(trx, {
      ...NOTHING_UNREAD,
      customer_id: root.id,
      account: OWNER_ACCOUNT,
      name: 'Platform owner',
      password_hash: passwordHash,
      user_type: 1,
      timezone: '+00:00',
    });
    await ensureLicenseTypes(trx);
    const dealers: LicensedCustomer[] = [];
    for (const customer of DEMO_WORLD) dealers.push(await seedCustomer({ trx, passwordHash, planned, nowMs }, customer, root.id, owner.id));
    await seedLicenses(trx, root.id, dealers, nowMs);
  });
  return world;
}

interface Seeding {
  readonly trx: ScopedTransaction;
  readonly passwordHash: string;
  readonly planned: ReadonlyMap<PlannedCustomer, readonly PlannedDevice[]>;
  readonly nowMs: number;
}

async function seedCustomer(seeding: Seeding, plan: PlannedCustomer, parentId: string, soldBy: string | null): Promise<LicensedCustomer> {
  const { trx, passwordHash, nowMs } = seeding;
  const customer = await createCustomer(trx, {
    parentId,
    name: plan.name,
    customerType: plan.type,
    timezone: plan.timezone,
    defaultLat: plan.centre[0],
    defaultLon: plan.centre[1],
    superiorMayWatch: plan.superiorMayWatch ?? true,
    modules: { developer: plan.type === 1, fleet: true, personalDevice: plan.users.some((u) => u.type === 4) },
  });
  let mainAccount: string | null = null;
  for (const user of plan.users) {
    const { id } = await createUser(trx, {
      ...NOTHING_UNREAD,
      customer_id: customer.id,
      account: user.account,
      name: user.name,
      password_hash: passwordHash,
      user_type: user.type,
      demo: user.demo ?? false,
      language: user.language,
      timezone: plan.timezone,
      concurrent_login: user.singleLogin !== true,
      menu_ids: user.menuIds ? [...user.menuIds] : null,
    });
    if (user.type === 2) mainAccount ??= id;
  }
  const devices = seeding.planned.get(plan) ?? [];
  const keys = await insertDevices(
    trx,
    devices.map((d, i) => ({
      id: d.id,
      customer_id: customer.id,
      name: d.name,
      type_code: d.type,
      icon: d.icon,
      plate: d.plate,
      sim: d.sim,
      iccid: d.iccid,
      cam_count: d.camCount,
      timezone: plan.timezone,
      activated_at: d.state === 'never' ? null : installedAt(nowMs, i),
      created_at: new Date(nowMs - (INSTALLED_DAYS_AGO + 5) * DAY_MS),
    })),
  );
  const labels = new Map<string, string>();
  for (const name of new Set(devices.flatMap((d) => d.labels))) labels.set(name, await createLabel(trx, customer.id, name));
  await attachLabels(
    trx,
    devices.flatMap((d) => d.labels.map((name) => ({ deviceKey: keys.get(d.id)!, labelId: labels.get(name)! }))),
  );
  const children: LicensedCustomer[] = [];
  for (const child of plan.children) children.push(await seedCustomer(seeding, child, customer.id, mainAccount));
  return {
    id: customer.id,
    soldBy,
    devices: devices.map((d, i) => ({
      id: d.id,
      basicType: d.camCount > 0 ? 2 : 1,
      startedAt: installedAt(nowMs, i),
      expiresAt: new Date(nowMs + daysLeft(d, i) * DAY_MS),
    })),
    children,
  };
}

const installedAt = (nowMs: number, i: number): Date => new Date(nowMs - (INSTALLED_DAYS_AGO - (i % 60)) * DAY_MS);

/** Days until a device's licence ends: most have long, one in nine ends within a month, the expired ones are in their grace. */
const daysLeft = (device: PlannedDevice, i: number): number =>
  device.state === 'expired' ? -5 : i % 9 === 4 ? 3 + (i % 25) : 165 - (i % 60);

function describeWorld(planned: ReadonlyMap<PlannedCustomer, readonly PlannedDevice[]>): SeededWorld {
  const login = (user: PlannedUser, customer: string): SeededLogin => ({
    account: user.account,
    password: DEMO_PASSWORD,
    role: user.demo ? 'demo account (read only)' : ROLES[user.type],
    customer,
  });
  return {
    logins: [
      { account: OWNER_ACCOUNT, password: DEMO_PASSWORD, role: 'platform owner', customer: 'Sightline' },
      ...[...planned.keys()].flatMap((c) => c.users.map((user) => login(user, c.name))),
    ],
    fleet: [...planned.values()]
      .flat()
      .filter((d) => d.state !== 'never')
      .map((d) => ({ id: d.id, protocol: d.protocol, trackHint: d.trackHint, type: d.type, name: d.name, camCount: d.camCount })),
  };
}
