import { decodeWireFrame, type WireFrame } from '@sightline/media';
import type { StreamEvent } from './player-messages.ts';

const PING_MS = 2_000;
/** Answers that were never given are forgotten. */
const MAX_PINGS = 16;

export interface SocketEvents {
  readonly onEvent: (event: StreamEvent) => void;
  readonly onFrame: (frame: WireFrame, bytes: number) => void;
  readonly onRoundTrip: (ms: number) => void;
}

interface Said {
  readonly type?: unknown;
  readonly state?: unknown;
  readonly failure?: unknown;
  readonly id?: unknown;
}

const parsed = (text: string): Said => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
};

/** The connection of one stream to the media service: frames and words of it in, pings out, and in a talk what is said. */
export class StreamSocket {
  private readonly socket: WebSocket;
  private readonly timer: ReturnType<typeof setInterval>;
  private readonly pings = new Map<number, number>();
  private lastPing = 0;
  private closed = false;

  constructor(
    url: string,
    private readonly events: SocketEvents,
  ) {
    this.socket = new WebSocket(url);
    this.socket.binaryType = 'arraybuffer';
    this.socket.addEventListener('open', () => {
      this.tell({ kind: 'open' });
      this.ping();
    });
    this.socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (typeof data === 'string') this.read(parsed(data));
      else this.frame(new Uint8Array(data));
    });
    this.socket.addEventListener('close', ({ code }) => {
      clearInterval(this.timer);
      this.tell({ kind: 'closed', code });
      this.closed = true;
    });
    this.timer = setInterval(() => this.ping(), PING_MS);
  }

  /** Octets that wait to leave. */
  get unsentBytes(): number {
    return this.socket.bufferedAmount;
  }

  /** Nothing before the connection is open, nor after its end. */
  send(message: Uint8Array): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(message as Uint8Array<ArrayBuffer>);
  }

  close(): void {
    this.closed = true;
    clearInterval(this.timer);
    this.socket.close();
  }

  private tell(event: StreamEvent): void {
    if (!this.closed) this.events.onEvent(event);
  }

  private frame(bytes: Uint8Array): void {
    if (this.closed) return;
    let frame: WireFrame;
    try {
      frame = decodeWireFrame(bytes);
    } catch {
      // A newer server may send what this page does not know.
      return;
    }
    this.events.onFrame(frame, bytes.length);
  }

  private read(said: Said): void {
    if (said.type === 'state' && (said.state === 'starting' || said.state === 'streaming')) this.tell({ kind: 'state', state: said.state });
    else if (said.type === 'end' && typeof said.failure === 'string') this.tell({ kind: 'end', failure: said.failure });
    else if (said.type === 'pong' && typeof said.id === 'number') {
      const sentMs = this.pings.get(said.id);
      this.pings.delete(said.id);
      if (sentMs !== undefined && !this.closed) this.events.onRoundTrip(performance.now() - sentMs);
    }
  }

  private ping(): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    const id = ++this.lastPing;
    this.pings.set(id, performance.now());
    this.pings.delete(id - MAX_PINGS);
    this.socket.send(JSON.stringify({ type: 'ping', id }));
  }
}
