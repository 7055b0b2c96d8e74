import { apiError, whyUnable, type CapturedImage } from '@sightline/contract';
import type { MediaFileRow, ScopedTransaction } from '@sightline/db';
import type { AppContext } from '../../context.ts';
import { abilitiesOf, isOnline, namedCommandDevices } from '../commands/command.service.ts';
import { answerError, type DeviceRequests } from '../devices/device-requests.service.ts';
import type { Files } from '../files/file.service.ts';
import type { Principal } from '../principal.ts';
import { isoTime } from '../times.ts';
import { watchableDevice } from '../video/video-access.service.ts';
import { mediaFileUrl } from './media-file.service.ts';

/** A camera takes some pictures first, and then says so. */
const ANSWER_MS = 30_000;

export interface CaptureOrder {
  readonly deviceId: string;
  readonly channelId: number;
  readonly count: number;
}

/** The device whose camera a principal may let take pictures, now. @throws 20001, 20018, and what {@link watchableDevice} refuses with. */
export async function capturingDevice(context: AppContext, trx: ScopedTransaction, principal: Principal, order: CaptureOrder) {
  const device = await watchableDevice(trx, principal, order);
  const [asked] = await namedCommandDevices(trx, [order.deviceId]);
  if (whyUnable('capture', abilitiesOf(asked!)) !== null) throw apiError('modelNotSupported', { deviceId: device.id });
  if (!isOnline(context, asked!)) throw apiError('deviceOffline', { deviceId: device.id });
  return device;
}

/** Lets a camera take pictures. Resolves with how many it says that it has taken. @throws 20001, 20003, 20004, 61001 */
export async function takePictures(requests: DeviceRequests, { deviceId, channelId, count }: CaptureOrder): Promise<number> {
  const params = { channel: channelId, count };
  const reply = await requests.ask(deviceId, { name: 'capture', params }, ANSWER_MS).catch((error: unknown) => {
    throw answerError(error, deviceId);
  });
  if (!reply.ok) throw apiError('commandRefused', { deviceId, channelId });
  const { mediaIds } = reply.fields;
  return Array.isArray(mediaIds) && mediaIds.length > 0 ? mediaIds.length : count;
}

/** A file as it goes over the wire, with a link for this user. */
export async function capturedImage(files: Files, principal: Principal, f: MediaFileRow): Promise<CapturedImage> {
  return {
    id: f.id,
    deviceId: f.device_id,
    deviceName: f.device_name,
    customerId: f.customer_id,
    customerName: f.customer_name,
    channelId: f.channel,
    kind: f.kind,
    source: f.source,
    captureTime: isoTime(f.taken_at),
    lat: f.lat,
    lng: f.lon,
    speedKph: f.speed_kph,
    fileName: f.file_name,
    fileSize: Number(f.size_bytes),
    contentType: f.content_type,
    fileUrl: await mediaFileUrl(files, principal, f),
  };
}
