import {
  countDevicesOf,
  keptDeviceCounts,
  type CustomerCount,
  type CustomerRecord,
  type DeviceFilter,
  type ScopedTransaction,
} from '@sightline/db';
import { pathIds } from '@sightline/domain';
import type { AppContext } from '../../context.ts';
import type { Principal } from '../principal.ts';
import { onlineSinceMs, type OnlineCounts } from './online.service.ts';

export const NO_DEVICES: CustomerCount = { own: 0, total: 0, online: 0 };

/**
 * Devices of each of these customers, of one kind (1 tracker, 2 camera) or of all. Who is held to customers or devices gets the numbers of
 * what he sees, counted one by one; the others those that are kept.
 */
export async function deviceCounts(
  trx: ScopedTransaction,
  principal: Principal,
  context: AppContext,
  online: OnlineCounts,
  customers: readonly Pick<CustomerRecord, 'id' | 'path'>[],
  basicType?: number,
): Promise<ReadonlyMap<string, CustomerCount>> {
  if (principal.limits !== 'none') return await countDevicesOf(trx, customers, onlineSinceMs(context), basicType);
  const kept = await keptDeviceCounts(
    trx,
    customers.map((c) => c.id),
    basicType,
  );
  return new Map(customers.map(({ id, path }) => [id, { ...(kept.get(id) ?? NO_DEVICES), online: online.online(path, basicType) }]));
}

/**
 * How many devices a list has, where that is kept: for who sees all of a customer, filtered by customer, kind and whether they are online alone.
 * undefined = count them. What is online comes from this process's memory, which may be two seconds behind.
 */
export async function knownTotal(
  trx: ScopedTransaction,
  principal: Principal,
  online: OnlineCounts,
  filter: DeviceFilter,
): Promise<number | undefined> {
  const { customerId, path = principal.customerPath, basicType, connection, onlineSinceMs: _, ...others } = filter;
  if (principal.limits !== 'none' || Object.values(others).some((value) => value !== undefined && value !== '')) return undefined;
  // The platform's owner sees what locked devices report, which the memory leaves out; of a customer alone nothing is in it.
  if (connection !== undefined && (customerId !== undefined || principal.platform)) return undefined;
  const id = customerId ?? pathIds(path).at(-1)!;
  const count = (await keptDeviceCounts(trx, [id], basicType)).get(id);
  if (count === undefined) return undefined;
  if (connection === undefined) return customerId === undefined ? count.total : count.own;
  if (connection === 1) return online.online(path, basicType);
  const heard = online.heard(path, basicType);
  return Math.max(0, connection === 0 ? heard - online.online(path, basicType) : count.total - heard);
}
