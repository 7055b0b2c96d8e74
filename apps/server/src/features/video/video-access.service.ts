import { apiError, VIDEO_PERMISSIONS } from '@sightline/contract';
import { boundLicenseFeatures, type DeviceRecord, type ScopedTransaction } from '@sightline/db';
import { namedDevice, requireUnlocked, visibleToSuperior } from '../devices/device.service.ts';
import type { Principal } from '../principal.ts';
import { trafficToday } from '../traffic/traffic.service.ts';

/** The signalling of cameras is part of this protocol alone (JT/T 1078 over JT/T 808). */
const CAMERA_PROTOCOL = 'jt808';

/** Whether somebody who is signed in may watch at all. */
export const mayWatchVideo = (principal: Principal): boolean =>
  !principal.passwordMustChange && VIDEO_PERMISSIONS.some((id) => principal.permissions.has(id));

/**
 * The device whose camera a principal may watch.
 *
 * @throws 20007 when it cannot see the device, 60015 locked, 20013 without the consent of the device's customer, 60008 when its licence is
 * without video, 20002 and 20018 when it has no such camera, 25005 when its data allowance of today is used up.
 */
export async function watchableDevice(
  trx: ScopedTransaction,
  principal: Principal,
  camera: { readonly deviceId: string; readonly channelId: number },
): Promise<DeviceRecord> {
  const device = await namedDevice(trx, camera.deviceId);
  requireUnlocked(principal, device);
  if (!visibleToSuperior(principal, device)) throw apiError('notAuthorized', { deviceId: device.id, reason: 'superiorMayNotWatch' });
  if (device.protocol !== CAMERA_PROTOCOL) throw apiError('commandNotSupported', { deviceId: device.id });
  if (camera.channelId > device.cam_count) throw apiError('modelNotSupported', { deviceId: device.id, cameras: device.cam_count });
  // Without a licence a device is not held to one; what an ended licence means is told by the lock.
  const features = await boundLicenseFeatures(trx, device.key);
  if (features && !features.includes('video')) throw apiError('licenseTypeMismatch', { deviceId: device.id, feature: 'video' });
  const traffic = await trafficToday(trx, principal, device.key);
  if (traffic.overLimit) throw apiError('trafficOverLimit', { deviceId: device.id, limitBytes: traffic.limitBytes });
  return device;
}
