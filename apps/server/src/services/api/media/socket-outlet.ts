import { MEDIA_CLOSE, MEDIA_SOCKET_LIMITS, MediaViewerMessage, type MediaServerMessage } from '@sightline/contract';
import type { WatchEnd } from '@sightline/domain';
import type { WebSocket } from 'ws';
import type { Outlet } from './watches.ts';

const MINUTE_MS = 60_000;

const closeCodeOf = (end: WatchEnd): number =>
  end === 'permission' ? MEDIA_CLOSE.permissionGone : end === 'limit' ? MEDIA_CLOSE.limit : MEDIA_CLOSE.ended;

/** A screen that shows a camera. */
export class SocketOutlet implements Outlet {
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
