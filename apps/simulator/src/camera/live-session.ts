import { ChannelPictures, PICTURE_MS, type StreamKind } from './channel-pictures.ts';
import { MediaLink, type LinkPart } from './media-link.ts';
import { paced } from './pacer.ts';
import type { Session } from './session.ts';
import type { TurningHead } from './turning-head.ts';
import { BLOCK_MS, soundAt } from './sound.ts';

export interface LiveRequest {
  readonly stream: StreamKind;
  readonly video: boolean;
  readonly sound: boolean;
  /** Of a camera that turns. */
  readonly head: TurningHead | null;
}

/** Pictures and sound of now, until told otherwise (0x9102). */
export class LiveSession implements Session {
  private readonly link: MediaLink;
  private pictures: ChannelPictures;
  private video: boolean;
  private sounding: boolean;
  private paused = false;
  private forceKey = false;
  private readonly ends: (() => void)[] = [];
  readonly channel: number;
  stream: StreamKind;

  constructor(
    private readonly options: LinkPart,
    private readonly request: LiveRequest,
  ) {
    this.channel = options.channel;
    this.stream = request.stream;
    this.video = request.video;
    this.sounding = request.sound;
    this.pictures = new ChannelPictures(options.deviceId, options.channel, request.stream, request.head);
    this.link = new MediaLink({
      ...options,
      onOpen: () => this.run(),
      onPacket: () => undefined,
      onClose: () => {
        this.end();
        options.onClose();
      },
    });
  }

  get name(): string {
    return `live/${this.channel}/${this.stream}`;
  }
  get sentPackets(): number {
    return this.link.sentPackets;
  }

  /** 0 pictures and sound, 1 sound, 2 pictures stop; true when nothing is left to send. */
  stop(what: number): boolean {
    if (what !== 1) this.video = false;
    if (what !== 2) this.sounding = false;
    return !this.video && !this.sounding;
  }

  pause(paused: boolean): void {
    // What comes after a pause begins with a key picture.
    if (this.paused && !paused) this.forceKey = true;
    this.paused = paused;
  }

  switchTo(stream: StreamKind): void {
    if (stream === this.stream) return;
    this.stream = stream;
    this.pictures = new ChannelPictures(this.options.deviceId, this.channel, stream, this.request.head);
  }

  close(): void {
    this.end();
    this.link.close();
  }

  private end(): void {
    for (const end of this.ends.splice(0)) end();
  }

  private run(): void {
    this.ends.push(
      paced(
        () => PICTURE_MS,
        () => this.sendPicture(),
      ),
    );
    let soundMs = Date.now();
    this.ends.push(
      paced(
        () => BLOCK_MS,
        () => {
          // By the count of samples, and by the clock again after a gap.
          soundMs = Math.abs(Date.now() - soundMs) > 500 ? Date.now() : soundMs + BLOCK_MS;
          if (this.sounding && !this.paused && !this.link.congested) this.link.sound(soundAt(this.channel, soundMs), soundMs);
        },
      ),
    );
  }

  private sendPicture(): void {
    if (!this.video || this.paused || this.link.congested) return;
    const now = Date.now();
    const { data, key } = this.pictures.next(now, this.forceKey);
    this.forceKey = false;
    this.link.video(data, key, now);
  }
}
