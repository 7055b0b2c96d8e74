import { apiError, MEDIA_ROUTES, VIDEO_LIMITS } from '@sightline/contract';
import { isTalkLineTaken } from '@sightline/db';
import { tokenHash } from '../auth/sessions.service.ts';
import { defineHandlers } from '../handlers.ts';
import type { MediaNodes } from './media-nodes.service.ts';
import { nodeOptions, requireOnline } from './video-answers.ts';
import { watchableDevice } from './video-access.service.ts';
import type { VideoTickets } from './video-tickets.ts';

/** Of the device's two streams: a talk has neither. */
const STREAM = 0;

/** Talks with devices. */
export const talkHandlers = ({ tickets, nodes }: { readonly tickets: VideoTickets; readonly nodes: MediaNodes }) =>
  defineHandlers({
    'audio.talk': async ({ input, context, principal, trx, token, audit }) => {
      const { deviceId, channelId } = input;
      const device = await watchableDevice(trx, principal, input);
      requireOnline(context, device);
      // Asked here for the person's sake; the line itself is taken where the talk begins.
      if (await isTalkLineTaken(trx, device.key)) throw apiError('channelBusy', { deviceId: device.id });
      const node = await nodes.choose(principal, 'talk', input.nodeValue);
      audit({ channelId, nodeValue: node.name });
      const nowMs = Date.now();
      const ticket = await tickets.issue({
        use: 'talk',
        userId: principal.userId,
        session: token === null ? null : tokenHash(token).toString('base64url'),
        deviceId,
        channel: channelId,
        stream: STREAM,
        node: node.name,
        issuedAtMs: nowMs,
        expiresAtMs: nowMs + VIDEO_LIMITS.ticketS * 1000,
      });
      return nodes.address(node, MEDIA_ROUTES.talk, ticket);
    },

    'audio.nodes': ({ principal }) => Promise.resolve(nodeOptions(nodes, principal, 'talk')),
  });
