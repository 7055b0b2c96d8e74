import { apiError, VIDEO_HISTORY_PERMISSIONS, VIDEO_PERMISSIONS } from '@sightline/contract';
import { findWatchedDevice, recordingInUse, type RecordingInUse, type ScopedTransaction, type WatchedDevice } from '@sightline/db';
import { dayOf, dayRange } from '@sightline/domain';
import { requireUnlocked, visibleToSuperior } from '../devices/device.service.ts';
import { opens } from '../licenses/license-guard.service.ts';
import { isRestricted, type Principal } from '../principal.ts';
import { limitBytes, zoneOf } from '../traffic/traffic.service.ts';

/** The signalling of cameras is part of this protocol alone (JT/T 1078 over JT/T 808); those of other devices publish by themselves. */
const CAMERA_PROTOCOL = 'jt808';

const PERMISSIONS = { live: VIDEO_PERMISSIONS, recordings: VIDEO_HISTORY_PERMISSIONS, clips: ['5102:export'] } as const;

/** Whether somebody who is signed in may watch at all what is live, or recordings, or take clips of them. */
export const mayWatchVideo = (principal: Principal, what: keyof typeof PERMISSIONS = 'live'): boolean =>
  !isRestricted(principal) && PERMISSIONS[what].some((id) => principal.permissions.has(id));

/**
 * The device whose camera a principal may watch.
 *
 * @throws 20007 when it cannot see the device, 60015 locked, 60008 when its licence is without video, 20013 without the consent of the device's
 * customer, 20002 and 20018 when it has no such camera, 25005 when its data allowance of today is used up.
 */
export async function watchableDevice(
  trx: ScopedTransaction,
  principal: Principal,
  camera: { readonly deviceId: string; readonly channelId: number },
): Promise<WatchedDevice> {
  const zone = zoneOf(principal);
  const [fromMs, toMs] = dayRange(zone, dayOf(zone, Date.now()));
  const device = await findWatchedDevice(trx, camera.deviceId, { fromMs, toMs });
  if (!device) throw apiError('deviceNotFound', { deviceId: camera.deviceId });
  requireUnlocked(principal, device);
  if (!opens(device, 'video')) throw apiError('licenseTypeMismatch', { deviceId: device.id, feature: 'video' });
  if (!visibleToSuperior(principal, device)) throw apiError('notAuthorized', { deviceId: device.id, reason: 'superiorMayNotWatch' });
  if (device.protocol !== CAMERA_PROTOCOL && !device.has_rtmp_key) throw apiError('commandNotSupported', { deviceId: device.id });
  if (camera.channelId > device.cam_count) throw apiError('modelNotSupported', { deviceId: device.id, cameras: device.cam_count });
  const limit = limitBytes(device, fromMs, toMs);
  if (limit !== null && device.used_bytes > limit) throw apiError('trafficOverLimit', { deviceId: device.id, limitBytes: limit });
  return device;
}

/**
 * The device a recording of which a principal may play: as for what is live, and nobody else plays one of the channel. `inUse`: the principal's
 * own one that plays now.
 *
 * @throws as {@link watchableDevice}; 20020 while the channel is somebody else's, or a clip is being taken from it.
 */
export async function playableDevice(
  trx: ScopedTransaction,
  principal: Principal,
  camera: { readonly deviceId: string; readonly channelId: number },
): Promise<{ readonly device: WatchedDevice; readonly inUse: RecordingInUse | null }> {
  const device = await watchableDevice(trx, principal, camera);
  const inUse = await recordingInUse(trx, device.key, camera.channelId);
  if (inUse && (inUse.kind === 'clip' || inUse.userId !== principal.userId)) throw apiError('channelBusy', { deviceId: device.id });
  return { device, inUse };
}
