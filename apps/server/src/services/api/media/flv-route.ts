import { MEDIA_ROUTES } from '@sightline/contract';
import { decodeWireFrame, FlvMuxer } from '@sightline/media';
import type { FastifyInstance } from 'fastify';
import type { VideoGate } from '../../../features/video/video-gate.service.ts';
import type { Watches } from './watches.ts';

/** HTTP-FLV for players outside: one answer that goes on for as long as the stream and the link do. */
export function registerFlvRoute(app: FastifyInstance, gate: VideoGate, watches: () => Watches): void {
  app.get(MEDIA_ROUTES.flv, async (request, reply) => {
    request.operationId = 'video.live.flv';
    const admission = await gate.admit((request.query as { ticket?: unknown }).ticket, 'flv', request.ip);
    const muxer = new FlvMuxer();
    const { raw } = reply;
    reply.hijack();
    raw.writeHead(200, {
      'content-type': 'video/x-flv',
      'cache-control': 'private, no-store',
      // Players run in pages of others; the link itself is what lets them in.
      'access-control-allow-origin': '*',
      connection: 'close',
    });
    raw.on('error', () => undefined);
    const { leave } = watches().begin(admission, {
      get unsentBytes() {
        return raw.writableLength;
      },
      send: (message) => {
        for (const tag of muxer.add(decodeWireFrame(message))) raw.write(tag);
      },
      state: () => undefined,
      end: () => raw.end(),
    });
    raw.on('close', leave);
    return reply;
  });
}
