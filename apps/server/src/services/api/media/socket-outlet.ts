import { MEDIA_CLOSE, MEDIA_SOCKET_LIMITS, MediaViewerMessage, TALK_LIMITS, type MediaServerMessage } from '@sightline/contract';
import type { TalkEnd } from '@sightline/domain';
import { decodeWireFrame, WIRE_TYPE } from '@sightline/media';
import type { WebSocket } from 'ws';
import type { Outlet } from './watches.ts';

const MINUTE_MS = 60_000;

/** Over so many seconds the octets of a microphone are counted: a network may bring those of some seconds at once. */
const SOUND_WINDOW_MS = 5_000;

const CLOSE_CODES: Partial<Record<TalkEnd, number>> = {
  permission: MEDIA_CLOSE.permissionGone,
  limit: MEDIA_CLOSE.limit,
  busy: MEDIA_CLOSE.busy,
};

/** A screen that shows a camera. */
export class SocketOutlet implements Outlet {
  /** Has answered the last heartbeat. */
  alive = true;
  private pings = 0;
  private pingsSinceMs = Date.now();
  private soundBytes = 0;
  private soundSinceMs = Date.now();
  /** Takes what a talker says; null: nobody talks here. */
  onSound: ((samples: Int16Array) => void) | null = null;

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

  end(reason: TalkEnd, code: number = CLOSE_CODES[reason] ?? MEDIA_CLOSE.ended): void {
    this.say({ type: 'end', failure: reason });
    this.socket.close(code, reason);
  }

  /** What the viewer sent: a ping is answered, sound of a talker handed on; anything else ends the connection. */
  hear(data: Buffer, isBinary: boolean): void {
    if (isBinary && this.onSound) return this.hearSound(data, this.onSound);
    const ping = isBinary || data.length > MEDIA_SOCKET_LIMITS.messageBytes ? null : pingOf(data.toString());
    const nowMs = Date.now();
    if (nowMs - this.pingsSinceMs >= MINUTE_MS) [this.pings, this.pingsSinceMs] = [0, nowMs];
    if (!ping || ++this.pings > MEDIA_SOCKET_LIMITS.pingsPerMinute) this.socket.close(MEDIA_CLOSE.badMessage);
    else this.say({ type: 'pong', id: ping.id, serverTimeMs: nowMs });
  }

  private hearSound(data: Buffer, take: (samples: Int16Array) => void): void {
    const samples = data.length > TALK_LIMITS.messageBytes ? null : samplesOf(data);
    const nowMs = Date.now();
    if (nowMs - this.soundSinceMs >= SOUND_WINDOW_MS) [this.soundBytes, this.soundSinceMs] = [0, nowMs];
    this.soundBytes += data.length;
    if (!samples || this.soundBytes > (TALK_LIMITS.bytesPerSecond * SOUND_WINDOW_MS) / 1000) this.socket.close(MEDIA_CLOSE.badMessage);
    else take(samples);
  }

  private say(message: MediaServerMessage): void {
    this.socket.send(JSON.stringify(message));
  }
}

/** Null for anything but whole samples in a PCM frame. */
function samplesOf(data: Buffer): Int16Array | null {
  try {
    const frame = decodeWireFrame(data);
    if (frame.type !== WIRE_TYPE.pcm || frame.data.length === 0 || frame.data.length % 2 !== 0) return null;
    const view = new DataView(frame.data.buffer, frame.data.byteOffset, frame.data.byteLength);
    return Int16Array.from({ length: frame.data.length / 2 }, (_, i) => view.getInt16(i * 2, true));
  } catch {
    return null;
  }
}

function pingOf(text: string): MediaViewerMessage | null {
  try {
    return MediaViewerMessage.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
