import { DATA_TYPE, PAYLOAD, withoutHisiliconHeader, type MediaPacket } from '@sightline/media';
import { MediaLink, type LinkPart } from './media-link.ts';
import { paced } from './pacer.ts';
import type { Session } from './session.ts';
import { BLOCK_MS, BLOCK_SAMPLES, SAMPLE_RATE, SILENCE, soundAt } from './sound.ts';

/** Longest time between what is heard and its echo. */
const MAX_ECHO_OCTETS = 5 * SAMPLE_RATE;

/** What the microphone of the cab hears: its loudspeaker (talk), the channel's own sound (listen), nothing (broadcast). */
export type TalkKind = 'talk' | 'listen' | 'broadcast';

/** Sound without pictures, in one or both directions. In a talk the loudspeaker is heard by the microphone: what came goes back. */
export class TalkSession implements Session {
  private readonly link: MediaLink;
  private readonly echo: number[] = [];
  private end: () => void = () => undefined;
  readonly channel: number;
  /** Octets of G.711A that came. */
  heardBytes = 0;

  constructor(
    options: LinkPart,
    private readonly kind: TalkKind,
  ) {
    this.channel = options.channel;
    this.link = new MediaLink({
      ...options,
      onOpen: () => this.run(),
      onPacket: (packet) => this.hear(packet),
      onClose: () => {
        this.end();
        options.onClose();
      },
    });
  }

  get name(): string {
    return `talk/${this.channel}`;
  }
  get sentPackets(): number {
    return this.link.sentPackets;
  }

  close(): void {
    this.end();
    this.link.close();
  }

  private hear(packet: MediaPacket): void {
    if (packet.dataType !== DATA_TYPE.audio || packet.payloadType !== PAYLOAD.g711a) return;
    const body = withoutHisiliconHeader(packet.body);
    this.heardBytes += body.length;
    if (this.kind === 'talk' && this.echo.length < MAX_ECHO_OCTETS) this.echo.push(...body);
  }

  private block(timeMs: number): Uint8Array {
    if (this.kind === 'listen') return soundAt(this.channel, timeMs);
    return this.echo.length >= BLOCK_SAMPLES ? Uint8Array.from(this.echo.splice(0, BLOCK_SAMPLES)) : SILENCE;
  }

  private run(): void {
    let timeMs = Date.now();
    this.end = paced(
      () => BLOCK_MS,
      () => {
        if (!this.link.congested) this.link.sound(this.block(timeMs), timeMs);
        timeMs += BLOCK_MS;
      },
    );
  }
}
