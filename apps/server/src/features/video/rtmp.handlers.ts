import { randomBytes } from 'node:crypto';
import { apiError } from '@sightline/contract';
import { deleteRtmpKey, rtmpKeyMadeAt, saveRtmpKey } from '@sightline/db';
import { publishUrl } from '@sightline/media';
import type { RtmpStreams } from '../../services/media/rtmp-streams.ts';
import { namedDevice } from '../devices/device.service.ts';
import { defineHandlers } from '../handlers.ts';
import { isoTime } from '../times.ts';
import { rtmpKeyHash } from './rtmp-admission.service.ts';

const KEY_BYTES = 24;

/** What this process knows of cameras that publish. */
export interface RtmpDirectory {
  /** `rtmp://host:port` as cameras reach it; null while no port is open. */
  server(): string | null;
  streams(): Pick<RtmpStreams, 'find' | 'of' | 'refusalOf'> | null;
}

/** Keys that cameras publish with, and what they publish. */
export const rtmpHandlers = (rtmp: RtmpDirectory) =>
  defineHandlers({
    'video.rtmp.info': async ({ input, trx }) => {
      const device = await namedDevice(trx, input.deviceId);
      const madeAt = await rtmpKeyMadeAt(trx, device.key);
      const streams = rtmp.streams();
      const refused = streams?.refusalOf(device.id) ?? null;
      return {
        server: rtmp.server(),
        keyTime: madeAt && isoTime(madeAt),
        publishing: (streams?.of(device.id) ?? []).map(({ channel, sinceMs, remote }) => ({
          channelId: channel,
          startTime: isoTime(sinceMs),
          remote,
        })),
        refused: refused && { time: isoTime(refused.atMs), channelId: refused.channel, remote: refused.remote, reason: refused.reason },
      };
    },

    'video.rtmp.address': async ({ input, context, trx, afterCommit }) => {
      const device = await namedDevice(trx, input.deviceId);
      if (device.cam_count === 0) throw apiError('modelNotSupported', { deviceId: device.id, cameras: 0 });
      const server = rtmp.server();
      if (server === null) throw apiError('notImplemented', { reason: 'rtmpPortClosed' });
      const key = randomBytes(KEY_BYTES).toString('base64url');
      await saveRtmpKey(trx, device.key, rtmpKeyHash(key));
      afterCommit(() => context.bus.publish('rtmp.keyChanged', { deviceId: device.id }));
      return {
        addresses: Array.from({ length: device.cam_count }, (_, i) => ({
          channelId: i + 1,
          url: publishUrl(server, { deviceId: device.id, channel: i + 1, key }),
        })),
      };
    },

    'video.rtmp.remove': async ({ input, context, trx, afterCommit }) => {
      const device = await namedDevice(trx, input.deviceId);
      const had = await deleteRtmpKey(trx, device.key);
      if (had) afterCommit(() => context.bus.publish('rtmp.keyChanged', { deviceId: device.id }));
      return null;
    },
  });
