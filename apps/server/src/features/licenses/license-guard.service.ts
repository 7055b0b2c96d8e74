import { apiError } from '@sightline/contract';
import { licensedDevices, type LicensedDevice, type ScopedTransaction } from '@sightline/db';
import type { LicenseFeature } from '@sightline/domain';
import { requireUnlocked } from '../devices/device.service.ts';
import type { Principal } from '../principal.ts';

/** Whether the licence of a device opens something. Without one a device is not held to it; what an ended one means is told by the lock. */
export const opens = (device: Pick<LicensedDevice, 'features'> | undefined, feature: LicenseFeature): boolean =>
  device?.features?.includes(feature) ?? true;

/** Devices by id or key. Those that the principal cannot see are passed over: to tell of them is not the business of licences. @throws 60015, 60008 */
export async function requireFeature(
  trx: ScopedTransaction,
  principal: Principal,
  devices: { readonly ids?: readonly string[]; readonly keys?: readonly string[] },
  feature: LicenseFeature,
): Promise<void> {
  for (const device of await licensedDevices(trx, devices)) {
    requireUnlocked(principal, device);
    if (!opens(device, feature)) throw apiError('licenseTypeMismatch', { deviceId: device.id, feature });
  }
}
