import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError, ERROR_CODE, MEDIA_CLOSE, MEDIA_ROUTES, SOCKET_PATH } from '@sightline/contract';
import type { Logger, Service } from '@sightline/runtime';
import { WebSocketServer } from 'ws';
import { endOf, type VideoGate } from '../../../features/video/video-gate.service.ts';
import { SocketOutlet } from './socket-outlet.ts';
import type { Watches } from './watches.ts';

/** A viewer's machine that has gone without a word is found by two of these. */
const HEARTBEAT_MS = 30_000;
/** Messages over this are not even read; those between this and the limit of the contract are refused by it. */
const MAX_PAYLOAD_BYTES = 16_384;

/** Address of the viewer; as its proxy says where that is trusted. */
function remoteOf(request: IncomingMessage, trustProxy: boolean): string | null {
  const forwarded = trustProxy ? [request.headers['x-forwarded-for']].flat()[0]?.split(',')[0]?.trim() : undefined;
  return forwarded ?? request.socket.remoteAddress ?? null;
}

/** What is opened at which address. */
const USES = { [MEDIA_ROUTES.live]: 'live', [MEDIA_ROUTES.replay]: 'replay', [MEDIA_ROUTES.talk]: 'talk' } as const;
type SocketUse = (typeof USES)[keyof typeof USES];
const useOf = (pathname: string): SocketUse | null => (Object.hasOwn(USES, pathname) ? USES[pathname as keyof typeof USES] : null);

/** The WebSocket of those who watch cameras or talk with devices, beside the live socket on the same port. */
export function startMediaSockets(httpServer: Server, gate: VideoGate, watches: Watches, logger: Logger, trustProxy: boolean): Service {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_PAYLOAD_BYTES });
  const outlets = new Set<SocketOutlet>();

  const watch = async (
    outlet: SocketOutlet,
    use: SocketUse,
    ticket: string | null,
    remote: string | null,
    h264Only: boolean,
  ): Promise<void> => {
    const { socket } = outlet;
    let leave: () => void = () => undefined;
    let closed = false;
    outlets.add(outlet);
    // A microphone is faster than the questions whether it may be heard.
    if (use === 'talk') outlet.onSound = () => undefined;
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer, isBinary) => outlet.hear(data, isBinary));
    socket.on('close', () => {
      closed = true;
      outlets.delete(outlet);
      leave();
    });
    try {
      const admission = await gate.admit(ticket, use, remote);
      const watching = watches.begin(admission, outlet, h264Only);
      leave = watching.leave;
      if (use === 'talk') outlet.onSound = watching.say;
      if (closed) leave();
    } catch (error) {
      if (!(error instanceof ApiError)) logger.error({ err: error }, 'a viewer could not be admitted');
      if (error instanceof ApiError && error.code !== ERROR_CODE.notLoggedIn) outlet.end(endOf(error));
      else outlet.end('permission', MEDIA_CLOSE.ticketRefused);
    }
  };

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    // The live socket's, which hears of it as well.
    if (pathname.startsWith(SOCKET_PATH)) return;
    const use = useOf(pathname);
    if (use === null) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(
      request,
      socket,
      head,
      (ws) =>
        void watch(
          new SocketOutlet(ws),
          use,
          searchParams.get('ticket'),
          remoteOf(request, trustProxy),
          searchParams.get('codec') === 'h264',
        ),
    );
  };
  httpServer.on('upgrade', upgrade);
  const heartbeat = setInterval(() => {
    for (const outlet of outlets) {
      if (!outlet.alive) outlet.socket.terminate();
      outlet.alive = false;
      outlet.socket.ping();
    }
  }, HEARTBEAT_MS);

  return {
    name: 'media sockets',
    stop: () => {
      clearInterval(heartbeat);
      httpServer.off('upgrade', upgrade);
      for (const { socket } of outlets) socket.terminate();
      return Promise.resolve();
    },
  };
}
