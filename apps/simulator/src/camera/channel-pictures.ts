import { CELLS_ACROSS, CELLS_DOWN } from './clock-strip.ts';
import { PictureEncoder } from './h264/picture-encoder.ts';
import { Scene } from './scene.ts';
import type { TurningHead } from './turning-head.ts';

export type StreamKind = 0 | 1;

export const PICTURES_PER_SECOND = 15;
export const PICTURE_MS = 1000 / PICTURES_PER_SECOND;
/** From one key picture to the next. */
export const KEY_EVERY_PICTURES = 30;

/** 704x576 for the main stream (0), 352x288 for the sub stream (1). */
const scaleOf = (stream: StreamKind): 1 | 2 => (stream === 0 ? 2 : 1);

/** The coded pictures of one stream of a channel, one after the other. */
export class ChannelPictures {
  private readonly scene: Scene;
  private readonly encoder: PictureEncoder;
  private count = 0;
  private sinceKey = KEY_EVERY_PICTURES;

  constructor(
    deviceId: string,
    channel: number,
    stream: StreamKind,
    private readonly head: TurningHead | null = null,
  ) {
    const scale = scaleOf(stream);
    this.scene = new Scene(`${deviceId} CH${channel} ${stream === 0 ? 'MAIN' : 'SUB'}`, channel, scale);
    this.encoder = new PictureEncoder(CELLS_ACROSS * scale, CELLS_DOWN * scale);
  }

  /** The next picture, which shows the instant `timeMs`: a key picture when it is time for one or when asked for. */
  next(timeMs: number, forceKey = false): { readonly data: Uint8Array; readonly key: boolean } {
    const key = forceKey || this.sinceKey >= KEY_EVERY_PICTURES;
    this.sinceKey = key ? 1 : this.sinceKey + 1;
    return { data: this.encoder.encode(this.scene.at(timeMs, this.count++, this.head?.at(timeMs)), key), key };
  }
}
