import { apiError, type MediaNodeState, type OutputOf } from '@sightline/contract';
import type { WatchedDevice } from '@sightline/db';
import type { MediaUse } from '@sightline/domain';
import type { AppContext } from '../../context.ts';
import { onlineSinceMs } from '../devices/online.service.ts';
import type { Principal } from '../principal.ts';
import type { MediaNode } from './choose-node.ts';
import type { MediaNodes } from './media-nodes.service.ts';

export { answerError } from '../devices/device-requests.service.ts';

/** The nodes that somebody can choose now for a use. */
export function nodeOptions(nodes: MediaNodes, principal: Principal, use: MediaUse): OutputOf<'video.nodes'> {
  const chosen = nodes.byDefault(principal, use)?.name;
  return nodes.usable(use).map(({ name }) => ({ nodeValue: name, name, default: name === chosen }));
}

/** What a node is and does. Where cameras send to is the platform's own business. */
export const nodeState = (node: MediaNode, own: boolean, platform: boolean): MediaNodeState => ({
  nodeValue: node.name,
  address: node.url,
  deviceAddress: platform ? `${node.deviceAddress.host}:${node.deviceAddress.port}:${node.deviceAddress.playbackPort}` : null,
  online: node.alive,
  own,
  live: node.abilities.includes('live'),
  talk: node.abilities.includes('talk'),
  replay: node.abilities.includes('replay'),
  streams: node.streams,
  viewers: node.viewers,
});

/** @throws 20001 */
export function requireOnline(context: AppContext, device: Pick<WatchedDevice, 'id' | 'last_contact_ms'>): void {
  if (device.last_contact_ms === null || device.last_contact_ms < onlineSinceMs(context))
    throw apiError('deviceOffline', { deviceId: device.id });
}
