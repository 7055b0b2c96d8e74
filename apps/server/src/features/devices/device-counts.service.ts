import {
  countDevicesOf,
  keptDeviceCounts,
  type CustomerCount,
  type CustomerRecord,
  type DeviceFilter,
  type ScopedTransaction,
} from '@sightline/db';
import { pathIds, seenTops } from '@sightline/domain';
import type { AppContext } from '../../context.ts';
import type { Principal } from '../principal.ts';
import { onlineSinceMs, type OnlineCounts } from './online.service.ts';

export const NO_DEVICES: CustomerCount = { own: 0, total: 0, online: 0 };

/** Whether he sees all devices of the customers that he sees: for users held to devices no number is kept. */
const seesAll = (principal: Principal): boolean => principal.limits === 'none' || principal.limits === 'customer';

/** The same of a tally in memory, for whoever sees all devices of the customers that he sees. */
const tallied = (principal: Principal, path: string, count: (path: string) => number): number =>
  seenTops(principal.customerPaths, path).reduce((sum, top) => sum + count(top), 0);

type CountedCustomer = Pick<CustomerRecord, 'id' | 'path'>;

/** Devices of each of these customers as far as he sees them, of one kind or of all; how many are online is left out. */
export async function keptCounts(
  trx: ScopedTransaction,
  principal: Principal,
  context: AppContext,
  customers: readonly CountedCustomer[],
  basicType?: number,
): Promise<ReadonlyMap<string, CustomerCount>> {
  if (!seesAll(principal)) return await countDevicesOf(trx, customers, onlineSinceMs(context), basicType);
  const ids = customers.map((c) => c.id);
  return await keptDeviceCounts(trx, ids, basicType);
}

/**
 * Devices of each of these customers, of one kind (1 tracker, 2 camera) or of all. Who is held to devices gets the numbers of
 * what he sees, counted one by one; the others those that are kept, as far as they see the customers.
 */
export async function deviceCounts(
  trx: ScopedTransaction,
  principal: Principal,
  context: AppContext,
  online: OnlineCounts,
  customers: readonly CountedCustomer[],
  basicType?: number,
): Promise<ReadonlyMap<string, CustomerCount>> {
  const kept = await keptCounts(trx, principal, context, customers, basicType);
  if (!seesAll(principal)) return kept;
  const onlineIn = (path: string): number => tallied(principal, path, (top) => online.online(top, basicType));
  return new Map(customers.map(({ id, path }) => [id, { ...(kept.get(id) ?? NO_DEVICES), online: onlineIn(path) }]));
}

/** What is known of a list of devices before it is read. */
export interface KnownCounts {
  /** How many match. */
  readonly known?: number;
  /** How many there are to look through: what the asker sees of the customers that are asked for. */
  readonly scope?: number;
}

/**
 * How many devices a list has, where that is kept: for who sees all of a customer, filtered by customer, kind and whether they are online alone.
 * What is not known is counted. What is online comes from this process's memory, which may be two seconds behind.
 */
export async function knownCounts(
  trx: ScopedTransaction,
  principal: Principal,
  online: OnlineCounts,
  filter: DeviceFilter,
): Promise<KnownCounts> {
  const { customerId, path = principal.customerPath, basicType, connection, onlineSinceMs: _, ...others } = filter;
  // What is looked up by its text, its tags or its ids is not looked for.
  if (!seesAll(principal) || filter.text || filter.name || filter.labelIds || filter.ids) return {};
  const id = customerId ?? pathIds(path).at(-1)!;
  const count = (await keptDeviceCounts(trx, [id], basicType)).get(id);
  if (count === undefined) return {};
  const scope = customerId === undefined ? count.total : count.own;
  if (Object.values(others).some((value) => value !== undefined && value !== '')) return { scope };
  if (connection === undefined) return { scope, known: scope };
  // The platform's owner sees what locked devices report, which the memory leaves out; of a customer alone nothing is in it.
  if (customerId !== undefined || principal.platform) return { scope };
  const onlineNow = tallied(principal, path, (top) => online.online(top, basicType));
  if (connection === 1) return { scope, known: onlineNow };
  const heard = tallied(principal, path, (top) => online.heard(top, basicType));
  return { scope, known: Math.max(0, connection === 0 ? heard - onlineNow : scope - heard) };
}
