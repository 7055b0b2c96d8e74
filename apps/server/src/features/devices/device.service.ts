import { apiError } from '@sightline/contract';
import { findDevice, type DeviceRecord, type ScopedTransaction } from '@sightline/db';

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
