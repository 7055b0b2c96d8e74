import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  ApiError,
  ERROR_CODE,
  MEDIA_CLOSE,
  MEDIA_ROUTES,
  MEDIA_SOCKET_LIMITS,
  MediaViewerMessage,
  SOCKET_PATH,
  type MediaServerMessage,
} from '@sightline/contract';
import type { WatchEnd } from '@sightline/domain';
import type { Logger, Service } from '@sightline/runtime';
import { WebSocketServer, type WebSocket } from 'ws';
import { endOf, type VideoGate } from '../../../features/video/video-gate.service.ts';
import type { Outlet, Watches } from './watches.ts';

/** A viewer's machine that has gone without a word is found by two of these. */
const HEARTBEAT_MS = 30_000;
/** Messages over this are not even read; those between this and the limit of the contract are refused by it. */
const MAX_PAYLOAD_BYTES = 16_384;
const MINUTE_MS = 60_000;

const closeCodeOf = (end: WatchEnd): number =>
  end === 'permission' ? MEDIA_CLOSE.permissionGone : end === 'limit' ? MEDIA_CLOSE.limit : MEDIA_CLOSE.ended;

/** A screen that shows a camera. */
class SocketOutlet implements Outlet {
  /** Has answered the last heartbeat. */
  alive = true;
  private pings = 0;
  private pingsSinceMs = Date.now();

  constructor(readonly socket: WebSocket) {
    socket.on('pong', () => void (this.alive = true));
  }

  get unsentBytes(): number {
    return this.socket.bufferedAmount;
  }

  send(message: Uint8Array): void {
    this.socket.send(message);
  }

  state(state: 'starting' | 'streaming', codec: 'h264' | 'h265' | null): void {
    this.say({ type: 'state', state, codec });
  }

  end(reason: WatchEnd, code: number = closeCodeOf(reason)): void {
    this.say({ type: 'end', failure: reason });
    this.socket.close(code, reason);
  }

  /** What the viewer sent: a ping is answered, anything else ends the connection. */
  hear(data: Buffer, isBinary: boolean): void {
    const ping = isBinary || data.length > MEDIA_SOCKET_LIMITS.messageBytes ? null : pingOf(data.toString());
    const nowMs = Date.now();
    if (nowMs - this.pingsSinceMs >= MINUTE_MS) [this.pings, this.pingsSinceMs] = [0, nowMs];
    if (!ping || ++this.pings > MEDIA_SOCKET_LIMITS.pingsPerMinute) this.socket.close(MEDIA_CLOSE.badMessage);
    else this.say({ type: 'pong', id: ping.id, serverTimeMs: nowMs });
  }

  private say(message: MediaServerMessage): void {
    this.socket.send(JSON.stringify(message));
  }
}

function pingOf(text: string): MediaViewerMessage | null {
  try {
    return MediaViewerMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Address of the viewer; as its proxy says where that is trusted. */
function remoteOf(request: IncomingMessage, trustProxy: boolean): string | null {
  const forwarded = trustProxy ? [request.headers['x-forwarded-for']].flat()[0]?.split(',')[0]?.trim() : undefined;
  return forwarded ?? request.socket.remoteAddress ?? null;
}

/** The WebSocket of those who watch cameras, beside the live socket on the same port. */
export function startMediaSockets(httpServer: Server, gate: VideoGate, watches: Watches, logger: Logger, trustProxy: boolean): Service {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_PAYLOAD_BYTES });
  const outlets = new Set<SocketOutlet>();

  const watch = async (outlet: SocketOutlet, ticket: string | null, remote: string | null): Promise<void> => {
    const { socket } = outlet;
    let leave: () => void = () => undefined;
    let closed = false;
    outlets.add(outlet);
    socket.on('error', () => undefined);
    socket.on('message', (data: Buffer, isBinary) => outlet.hear(data, isBinary));
    socket.on('close', () => {
      closed = true;
      outlets.delete(outlet);
      leave();
    });
    try {
      const admission = await gate.admit(ticket, 'live', remote);
      leave = watches.begin(admission, outlet);
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
    if (pathname !== MEDIA_ROUTES.live) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(
      request,
      socket,
      head,
      (ws) => void watch(new SocketOutlet(ws), searchParams.get('ticket'), remoteOf(request, trustProxy)),
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
