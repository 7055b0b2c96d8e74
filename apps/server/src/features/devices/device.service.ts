import { apiError } from '@sightline/contract';
import { devicesByIds, findDevice, type DeviceRecord, type ScopedTransaction } from '@sightline/db';
import type { Principal } from '../principal.ts';

/** Most devices of one query. */
export const MAX_DEVICES_PER_QUERY = 100;

/** @throws 10003 */
export function limitDeviceCount(ids: readonly string[]): void {
  if (ids.length > MAX_DEVICES_PER_QUERY) throw apiError('tooManyDevicesInQuery', { max: MAX_DEVICES_PER_QUERY, given: ids.length });
}

/** The device that a call names. @throws 20007 when the principal cannot see it. */
export async function namedDevice(trx: ScopedTransaction, id: string): Promise<DeviceRecord> {
  const device = await findDevice(trx, id);
  if (!device) throw apiError('deviceNotFound', { deviceId: id });
  return device;
}

/** What a superior may watch: always the own devices, those of others when their customer allows it. */
export const visibleToSuperior = (principal: Principal, d: Pick<DeviceRecord, 'customer_id' | 'superior_may_watch'>): boolean =>
  d.customer_id === principal.customerId || d.superior_may_watch;

/** Whether a device is hidden from somebody because of its licence; the platform's owner goes on seeing it. */
export const isHidden = (principal: Principal, device: Pick<DeviceRecord, 'locked_at'> | undefined): boolean =>
  device !== undefined && device.locked_at !== null && !principal.platform;

/** @throws 60015 when what the device reports is hidden because of its licence. */
export function requireUnlocked(principal: Principal, device: Pick<DeviceRecord, 'id' | 'locked_at'>): void {
  if (isHidden(principal, device)) throw apiError('deviceLocked', { deviceId: device.id });
}

/** The device that a call names, of which something reported is asked. @throws 20007, 60015 */
export async function watchedDevice(trx: ScopedTransaction, principal: Principal, id: string): Promise<DeviceRecord> {
  const device = await namedDevice(trx, id);
  requireUnlocked(principal, device);
  return device;
}

/** The devices that a call names, in the order of their ids. @throws 20007 when one of them cannot be seen, or none is named. */
export async function namedDevices(trx: ScopedTransaction, ids: readonly string[]): Promise<DeviceRecord[]> {
  const devices = await devicesByIds(trx, ids);
  if (devices.length < ids.length || ids.length === 0) {
    const found = new Set(devices.map((d) => d.id));
    throw apiError('deviceNotFound', { deviceIds: ids.filter((id) => !found.has(id)).slice(0, 20) });
  }
  return devices;
}
