import { apiError, type OutputOf } from '@sightline/contract';
import type { WatchedDevice } from '@sightline/db';
import type { AppContext } from '../../context.ts';
import { onlineSinceMs } from '../devices/online.service.ts';

export { answerError } from '../devices/device-requests.service.ts';

/** The server that answers: the only one there is. */
export const NODE = 'default';
export const NODES: OutputOf<'video.nodes'> = [{ nodeValue: NODE, name: 'Sightline', default: true }];

/** @throws 9002 */
export function checkNode(nodeValue: string | undefined): void {
  if (nodeValue !== undefined && nodeValue !== '' && nodeValue !== NODE) throw apiError('dataNotFound', { nodeValue });
}

/** @throws 20001 */
export function requireOnline(context: AppContext, device: Pick<WatchedDevice, 'id' | 'last_contact_ms'>): void {
  if (device.last_contact_ms === null || device.last_contact_ms < onlineSinceMs(context))
    throw apiError('deviceOffline', { deviceId: device.id });
}
