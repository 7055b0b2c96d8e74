import { apiError, type ErrorName, type OutputOf } from '@sightline/contract';
import type { DeviceRecord } from '@sightline/db';
import type { AppContext } from '../../context.ts';
import { DeviceRequestError } from '../devices/device-requests.service.ts';
import { onlineSinceMs } from '../devices/online.service.ts';

/** The server that answers: the only one there is. */
export const NODE = 'default';
export const NODES: OutputOf<'video.nodes'> = [{ nodeValue: NODE, name: 'Sightline', default: true }];

/** @throws 9002 */
export function checkNode(nodeValue: string | undefined): void {
  if (nodeValue !== undefined && nodeValue !== '' && nodeValue !== NODE) throw apiError('dataNotFound', { nodeValue });
}

/** @throws 20001 */
export function requireOnline(context: AppContext, device: DeviceRecord): void {
  if (device.last_contact_ms === null || device.last_contact_ms < onlineSinceMs(context))
    throw apiError('deviceOffline', { deviceId: device.id });
}

const ERRORS: Record<DeviceRequestError['reason'], ErrorName> = {
  offline: 'deviceOffline',
  connectionLost: 'deviceOffline',
  timeout: 'commandNoAnswer',
  busy: 'deviceBusy',
  unsupported: 'commandNotSupported',
};

/** A device that could not be asked, in words of the catalogue; anything else as it is. */
export const answerError = (error: unknown, deviceId: string): unknown =>
  error instanceof DeviceRequestError ? apiError(ERRORS[error.reason], { deviceId }) : error;
