import type { Socket } from 'node:net';
import { publishAddressOf, RtmpSession, type PublishAddress, type PublishRequest, type RtmpEvent } from '@sightline/media';
import type { Logger } from '@sightline/runtime';
import type { MediaLimits } from './limits.ts';
import { RtmpPublication } from './rtmp-publication.ts';
import type { RtmpRefusal, RtmpStreams } from './rtmp-streams.ts';

/** Says whether a camera may publish, and whether it still may. Null: it may. Never rejects. */
export interface RtmpAdmission {
  admit(address: PublishAddress, remote: string): Promise<RtmpRefusal | null>;
  recheck(address: PublishAddress): Promise<RtmpRefusal | null>;
}

export interface RtmpDesk {
  readonly streams: RtmpStreams;
  readonly admission: RtmpAdmission;
  readonly limits: MediaLimits;
  readonly logger: Logger;
  /** Octets of a device, as they came over the network. */
  readonly received: (deviceId: string, bytes: number) => void;
}

const FLOOD_WINDOW_MS = 10_000;
/** Answers to commands are short: who does not take them has gone. */
const MAX_UNSENT_BYTES = 64 * 1024;

/** How long the last words may take. */
const GOODBYE_MS = 2_000;

/** What a camera that may not publish is told; the reason stands in the log and at the device. */
const REFUSED = 'not allowed';

/** One camera that publishes over RTMP, from its first octet to its last. */
export class RtmpConnection {
  private readonly session = new RtmpSession();
  private readonly openedMs = Date.now();
  private heardMs = this.openedMs;
  private checkAtMs = 0;
  private windowMs = this.openedMs;
  private windowBytes = 0;
  private address: PublishAddress | null = null;
  private publication: RtmpPublication | null = null;
  private over = false;

  constructor(
    private readonly socket: Socket,
    readonly remote: string,
    private readonly desk: RtmpDesk,
    private readonly recheckMs: number,
  ) {
    socket.on('data', (bytes) => this.hear(bytes));
    socket.on('error', () => undefined);
    socket.on('close', () => this.gone());
  }

  /** It may publish, and does. */
  get publishes(): boolean {
    return this.publication !== null;
  }

  /** To be called now and then: ends what is silent, and asks whether it still may. */
  sweep(nowMs: number): void {
    const { limits } = this.desk;
    if (!this.publication) {
      if (nowMs - this.openedMs > limits.connectTimeoutMs) this.close('stranger');
    } else if (nowMs - this.heardMs > limits.silenceMs) this.close('silent');
    else if (nowMs >= this.checkAtMs && this.address) {
      this.checkAtMs = nowMs + this.recheckMs;
      void this.desk.admission.recheck(this.address).then((refusal) => {
        if (refusal && !this.over) this.refuse(refusal);
      });
    }
  }

  close(reason: string): void {
    if (this.over) return;
    this.over = true;
    const { deviceId, channel } = this.address ?? {};
    const normal = reason === 'ended' || reason === 'replaced' || reason === 'stopped';
    this.desk.logger[normal ? 'info' : 'warn']({ remote: this.remote, deviceId, channel, reason }, 'RTMP connection closed');
    // What was said last still goes out.
    this.socket.destroySoon();
    setTimeout(() => this.socket.destroy(), GOODBYE_MS).unref();
    this.leave();
  }

  private hear(bytes: Buffer): void {
    if (this.over) return;
    const nowMs = Date.now();
    this.heardMs = nowMs;
    if (this.publication) this.desk.received(this.publication.deviceId, bytes.length);
    if (nowMs - this.windowMs > FLOOD_WINDOW_MS) {
      this.windowMs = nowMs;
      this.windowBytes = 0;
    }
    this.windowBytes += bytes.length;
    const allowed = this.publication ? (this.desk.limits.maxBytesPerSecond * FLOOD_WINDOW_MS) / 1000 : this.desk.limits.strangerBytes;
    if (this.windowBytes > allowed) return this.close('flood');
    this.handle(this.session.push(bytes));
  }

  private handle(events: readonly RtmpEvent[]): void {
    for (const event of events) {
      if (this.over) return;
      switch (event.kind) {
        case 'send':
          this.socket.write(event.bytes);
          if (this.socket.writableLength > MAX_UNSENT_BYTES) this.close('takes no answers');
          break;
        case 'publish':
          void this.ask(event.request);
          break;
        case 'frame':
          this.publication?.take(event.frame);
          break;
        case 'ended':
          this.close('ended');
          break;
        case 'failed':
          this.close(event.error.message);
      }
    }
  }

  private async ask(request: PublishRequest): Promise<void> {
    const { admission, streams, limits } = this.desk;
    this.address = publishAddressOf(request);
    if (!this.address) return this.refuse('key');
    // Nothing is read while somebody decides.
    this.socket.pause();
    const refusal = await admission.admit(this.address, this.remote);
    if (this.over) return;
    if (refusal) return this.refuse(refusal);
    const { deviceId, channel } = this.address;
    const nowMs = Date.now();
    this.checkAtMs = nowMs + this.recheckMs;
    this.heardMs = nowMs;
    this.publication = new RtmpPublication(deviceId, channel, this.remote, nowMs, limits.maxGopBytes, (reason) => this.close(reason));
    streams.begin(this.publication);
    this.desk.logger.info({ remote: this.remote, deviceId, channel }, 'camera publishes');
    this.socket.resume();
    this.handle(this.session.accept());
  }

  private refuse(reason: RtmpRefusal): void {
    const { address, remote } = this;
    if (address) this.desk.streams.refused(address.deviceId, { atMs: Date.now(), channel: address.channel, remote, reason });
    this.handle(this.session.refuse(REFUSED));
    this.close(`refused: ${reason}`);
  }

  private leave(): void {
    const { publication } = this;
    this.publication = null;
    if (publication) this.desk.streams.end(publication);
  }

  private gone(): void {
    if (!this.over) this.close('ended');
    this.leave();
  }
}
