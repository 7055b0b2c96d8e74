import { DATA_TYPE, FrameAssembler, type MediaPacket } from '@sightline/media';
import type { MediaSource, StreamKey } from './ports.ts';
import type { Publisher } from './publisher.ts';
import type { StreamHub } from './stream-hub.ts';

/** Why the service ended a connection. */
export type Refusal = 'stranger' | 'flood';

/** The way back over a connection. */
export interface WayBack {
  readonly unsentBytes: () => number;
  readonly write: (bytes: Uint8Array) => void;
}

const FLOOD_WINDOW_MS = 10_000;

/** What TCP and UDP have in common: the packets of one sender, from its first one to the publishers that they belong to. */
export class MediaConnection implements MediaSource {
  private readonly assembler = new FrameAssembler();
  /** By channel: a few devices send several over one connection. */
  private readonly publishers = new Map<number, Publisher | null>();
  private readonly openedMs: number;
  private bytes = 0;
  private windowBytes = 0;
  private windowMs: number;
  private claimed = false;
  sim: string | null = null;
  /** Of the first stream that it carried. */
  private deviceId: string | null = null;

  constructor(
    private readonly hub: StreamHub,
    private readonly kinds: readonly StreamKey['kind'][],
    nowMs: number,
    readonly remote: string,
    private readonly back: WayBack,
  ) {
    this.openedMs = nowMs;
    this.windowMs = nowMs;
  }

  get unsentBytes(): number {
    return this.back.unsentBytes();
  }

  write(packet: Uint8Array): void {
    this.back.write(packet);
  }

  get lostPackets(): number {
    return this.assembler.lostPackets;
  }

  /** Who it is, for the log: what its packets say, and the device whose stream it carries. */
  get names(): { readonly sim: string | null; readonly deviceId: string | null } {
    return { sim: this.sim, deviceId: this.deviceId };
  }

  /** Counts what came; a reason to end the connection, or null. */
  count(bytes: number, nowMs: number): Refusal | null {
    const { limits } = this.hub;
    this.bytes += bytes;
    if (nowMs - this.windowMs > FLOOD_WINDOW_MS) {
      this.windowMs = nowMs;
      this.windowBytes = 0;
    }
    this.windowBytes += bytes;
    if (this.deviceId !== null) this.hub.received(this.deviceId, bytes);
    if (this.windowBytes > (limits.maxBytesPerSecond * FLOOD_WINDOW_MS) / 1000) return 'flood';
    return !this.claimed && (this.bytes > limits.strangerBytes || nowMs - this.openedMs > limits.strangerMs) ? 'stranger' : null;
  }

  /** Nobody's after its time: for connections that send nothing. */
  isStranger(nowMs: number): boolean {
    return !this.claimed && nowMs - this.openedMs > this.hub.limits.strangerMs;
  }

  take(packets: readonly MediaPacket[]): void {
    for (const packet of packets) {
      const publisher = this.publisherOf(packet);
      for (const frame of this.assembler.add(packet)) publisher?.take(frame, this);
    }
  }

  ended(): void {
    for (const frame of this.assembler.flush()) this.publishers.get(frame.channel)?.take(frame, this);
    for (const publisher of this.publishers.values()) publisher?.gone(this);
  }

  /** All streams of this connection have ended or come over another one: nobody wants it any more. */
  get isOver(): boolean {
    return this.claimed && [...this.publishers.values()].every((p) => p === null || !p.isFrom(this));
  }

  private publisherOf(packet: MediaPacket): Publisher | null {
    const known = this.publishers.get(packet.channel);
    // A stream that has ended ends here: what a camera goes on sending is not the beginning of the next one.
    if (known) return known.isFrom(this) ? this.unlessMistaken(known, packet) : null;
    this.sim ??= packet.sim;
    // Nothing that sends pictures is a talk.
    const kinds = packet.dataType <= DATA_TYPE.b ? this.kinds.filter((kind) => kind !== 'talk') : this.kinds;
    const publisher = this.hub.claim(packet.sim, packet.channel, kinds, this.remote);
    this.keep(packet.channel, publisher);
    return publisher;
  }

  /** A connection that began with sound was taken for the talk of its channel: pictures belong to whoever waits for them. */
  private unlessMistaken(known: Publisher, packet: MediaPacket): Publisher {
    if (known.key.kind !== 'talk' || packet.dataType > DATA_TYPE.b) return known;
    const live = this.hub.claim(packet.sim, packet.channel, ['live'], this.remote);
    if (live?.status.state !== 'starting') return known;
    known.giveBack(this);
    this.keep(packet.channel, live);
    return live;
  }

  private keep(channel: number, publisher: Publisher | null): void {
    // A map of a hostile sender's channels stays as small as the number of channels there can be.
    this.publishers.set(channel, publisher);
    if (!publisher) return;
    this.claimed = true;
    this.deviceId ??= publisher.key.deviceId;
    publisher.arrived(this);
  }
}
