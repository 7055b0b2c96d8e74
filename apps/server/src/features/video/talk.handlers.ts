import { apiError, MEDIA_ROUTES, VIDEO_LIMITS } from '@sightline/contract';
import { isTalkLineTaken } from '@sightline/db';
import { tokenHash } from '../auth/sessions.service.ts';
import { defineHandlers } from '../handlers.ts';
import { checkNode, NODE, NODES, requireOnline } from './video-answers.ts';
import { watchableDevice } from './video-access.service.ts';
import type { VideoTickets } from './video-tickets.ts';

/** Of the device's two streams: a talk has neither. */
const STREAM = 0;

/** Talks with devices. */
export const talkHandlers = (tickets: VideoTickets) =>
  defineHandlers({
    'audio.talk': async ({ input, context, principal, trx, token, audit }) => {
      checkNode(input.nodeValue);
      const { deviceId, channelId } = input;
      const device = await watchableDevice(trx, principal, input);
      requireOnline(context, device);
      // Asked here for the person's sake; the line itself is taken where the talk begins.
      if (await isTalkLineTaken(trx, device.key)) throw apiError('channelBusy', { deviceId: device.id });
      audit({ channelId });
      const nowMs = Date.now();
      const ticket = await tickets.issue({
        use: 'talk',
        userId: principal.userId,
        session: token === null ? null : tokenHash(token).toString('base64url'),
        deviceId,
        channel: channelId,
        stream: STREAM,
        node: NODE,
        issuedAtMs: nowMs,
        expiresAtMs: nowMs + VIDEO_LIMITS.ticketS * 1000,
      });
      return `${MEDIA_ROUTES.talk}?ticket=${ticket}`;
    },

    'audio.nodes': () => Promise.resolve(NODES),
  });
