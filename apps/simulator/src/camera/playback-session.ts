import { ChannelPictures, type StreamKind } from './channel-pictures.ts';
import { MediaLink, type LinkPart } from './media-link.ts';
import { paced } from './pacer.ts';
import { pace, PlaybackPosition, type PlaybackMode } from './playback-position.ts';
import type { Recording } from './recordings.ts';
import type { Session } from './session.ts';
import { BLOCK_MS, soundAt } from './sound.ts';

export interface PlaybackRequest {
  /** Those of the channel, oldest first. */
  readonly recordings: readonly Recording[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly mode: PlaybackMode;
  /** 1, 2, 4, 8 or 16. */
  readonly speed: number;
  readonly video: boolean;
  readonly sound: boolean;
  readonly stream: StreamKind;
}

/** A recording as it runs over a connection (0x9201), under control of 0x9202. Time stamps and the strip show the time of the recording. */
export class PlaybackSession implements Session {
  private readonly link: MediaLink;
  private readonly pictures: ChannelPictures;
  private readonly position: PlaybackPosition;
  private mode: PlaybackMode;
  private speed: number;
  private paused = false;
  private forceKey = false;
  /** Sound up to here, in the time of the recording; null where it begins anew. */
  private soundMs: number | null = null;
  private end: () => void = () => undefined;
  private periodMs = 0;
  private opened = false;
  readonly channel: number;

  constructor(
    private readonly part: LinkPart,
    private readonly request: PlaybackRequest,
  ) {
    this.channel = part.channel;
    this.mode = request.mode;
    this.speed = request.speed;
    this.position = new PlaybackPosition(request.recordings, request.fromMs, request.toMs);
    if (request.mode === 'keyRewind') this.position.seek(request.toMs);
    this.pictures = new ChannelPictures(part.deviceId, part.channel, request.stream);
    this.link = new MediaLink({
      ...part,
      onOpen: () => {
        this.opened = true;
        this.run();
      },
      onPacket: () => undefined,
      onClose: () => {
        this.end();
        part.onClose();
      },
    });
  }

  get name(): string {
    return `playback/${this.channel}`;
  }
  get sentPackets(): number {
    return this.link.sentPackets;
  }

  /** Goes on, in a mode. */
  play(mode: PlaybackMode, speed = 1): void {
    this.mode = mode;
    this.speed = speed;
    this.jump();
  }

  pause(): void {
    this.paused = true;
  }

  seek(timeMs: number): void {
    this.position.seek(timeMs);
    this.jump();
  }

  close(): void {
    this.end();
    this.link.close();
  }

  private jump(): void {
    this.paused = false;
    this.forceKey = true;
    this.soundMs = null;
    this.end();
    if (this.opened) this.run();
  }

  private run(): void {
    this.end = paced(
      () => this.periodMs,
      () => this.step(),
    );
  }

  private step(): void {
    const { stepMs, periodMs, keysOnly } = pace(this.mode, this.speed);
    this.periodMs = periodMs;
    if (this.paused || this.link.congested) return;
    const timeMs = this.position.next(stepMs);
    if (timeMs === null) {
      this.close();
      this.part.onClose();
      return;
    }
    if (this.request.sound && this.mode === 'normal') this.soundUpTo(timeMs);
    if (this.request.video) {
      const { data, key } = this.pictures.next(timeMs, keysOnly || this.forceKey);
      this.forceKey = false;
      this.link.video(data, key, timeMs);
    }
    // A single picture, and then it waits to be told.
    if (this.mode === 'single') this.paused = true;
  }

  private soundUpTo(timeMs: number): void {
    if (this.soundMs === null || Math.abs(timeMs - this.soundMs) > 1_000) this.soundMs = timeMs;
    for (; this.soundMs <= timeMs; this.soundMs += BLOCK_MS) this.link.sound(soundAt(this.channel, this.soundMs), this.soundMs);
  }
}
