import type { Socket } from 'node:net';
import type { Framer } from '@sightline/protocols';
import { DeviceLink, type Wire } from './device-link.ts';
import { HEAD_BYTES } from './foreign-protocol.ts';
import type { LinkHost } from './link-host.ts';
import type { Expiring } from './timing-wheel.ts';

/** Told once when a connection has ended, and once when it has spoken for a registered device. */
export interface ConnectionOwner {
  identified(connection: TcpConnection): void;
  ended(connection: TcpConnection): void;
}

/** The connection of a socket. A property instead of closures: 20,000 idle connections share their listeners. */
const CONNECTION = Symbol('connection');
type DeviceSocket = Socket & { [CONNECTION]: TcpConnection };

function onData(this: Socket, chunk: Buffer): void {
  (this as DeviceSocket)[CONNECTION].read(chunk);
}
function onClose(this: Socket): void {
  (this as DeviceSocket)[CONNECTION].ended();
}
/** A reset is as good an end as any; `close` follows. */
function onError(): void {}

/** One TCP connection of a device: bytes, frames, time-outs. What is said lies in its {@link DeviceLink}. */
export class TcpConnection implements Wire, Expiring {
  readonly transport = 'tcp';
  readonly remote: string;
  isIdentified = false;
  private readonly link: DeviceLink;
  private readonly framer: Framer;
  private readonly openedAtMs: number;
  private lastByteMs: number;
  private partialSinceMs: number | null = null;
  private garbageBytes = 0;
  /** The first bytes, until it is known who speaks. */
  private head: Uint8Array | null = null;

  constructor(
    private readonly socket: Socket,
    private readonly host: LinkHost,
    private readonly owner: ConnectionOwner,
  ) {
    this.remote = socket.remoteAddress ?? '';
    this.openedAtMs = Date.now();
    this.lastByteMs = this.openedAtMs;
    this.framer = host.protocol.createFramer();
    this.link = new DeviceLink(host, this);
    (socket as DeviceSocket)[CONNECTION] = this;
    socket.on('data', onData);
    socket.on('close', onClose);
    socket.on('error', onError);
  }

  read(chunk: Uint8Array): void {
    const nowMs = Date.now();
    this.lastByteMs = nowMs;
    this.link.bytesIn += chunk.length;
    if (!this.isIdentified && (this.head === null || this.head.length < HEAD_BYTES)) this.keepHead(chunk);
    let complete = false;
    for (const event of this.framer.push(chunk)) {
      if (this.link.closed) return;
      if (event.kind === 'frame') {
        complete = true;
        this.garbageBytes = 0;
        this.link.receive(event.frame, nowMs);
      } else {
        this.host.countError(event.error.code);
        this.garbageBytes += event.bytes.length;
        if (this.garbageBytes > this.host.shared.limits.maxGarbageBytes) {
          this.close('garbage');
          return;
        }
      }
    }
    if (!this.isIdentified && this.link.device) this.identify();
    if (this.framer.pendingBytes === 0) this.partialSinceMs = null;
    else if (complete || this.partialSinceMs === null) this.partialSinceMs = nowMs;
  }

  write(bytes: Uint8Array): void {
    this.socket.write(bytes);
    if (!this.isIdentified && this.link.device) this.identify();
    if (this.socket.writableLength > this.host.shared.limits.maxUnreadBytes) this.close('does not read its answers');
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    // Nothing could come while it was paused: that is not the device's silence.
    this.lastByteMs = Date.now();
    if (this.partialSinceMs !== null) this.partialSinceMs = this.lastByteMs;
    this.socket.resume();
  }

  close(reason: string): void {
    if (this.link.closed) return;
    this.host.shared.log.warn(
      `close ${reason}`,
      { protocol: this.host.protocol.id, remote: this.remote, device: this.link.device?.deviceId, reason },
      'device connection closed',
    );
    this.socket.destroy();
    this.ended();
  }

  /** For the end of the process: no line in the log. */
  stopReading(): void {
    this.socket.pause();
  }

  destroy(): void {
    this.socket.destroy();
    this.ended();
  }

  ended(): void {
    if (this.link.closed) return;
    if (this.head && !this.link.device) this.host.shared.lookForForeigner(this.head, this.link, Date.now());
    this.link.end();
    this.owner.ended(this);
  }

  dueAtMs(): number {
    if (this.link.isPaused) return Number.POSITIVE_INFINITY;
    const { limits } = this.host.shared;
    let due = this.lastByteMs + this.host.protocol.idleTimeoutS * 1000;
    if (!this.link.device) due = Math.min(due, this.openedAtMs + limits.identifyWithinMs);
    if (this.partialSinceMs !== null) due = Math.min(due, this.partialSinceMs + limits.partialFrameMs);
    return due;
  }

  expire(nowMs: number): void {
    const silent = nowMs - this.lastByteMs >= this.host.protocol.idleTimeoutS * 1000;
    this.close(silent ? 'silent' : this.link.device ? 'frame never completed' : 'not identified in time');
  }

  private keepHead(chunk: Uint8Array): void {
    const before = this.head ?? new Uint8Array(0);
    this.head = Uint8Array.of(...before, ...chunk.subarray(0, HEAD_BYTES - before.length));
  }

  private identify(): void {
    this.isIdentified = true;
    this.head = null;
    this.owner.identified(this);
  }
}
