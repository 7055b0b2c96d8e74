import {
  fragmentOf,
  headOf,
  mimeOf,
  sameFormat,
  sampleOf,
  videoCodecOf,
  videoFormatOf,
  type Mp4Sample,
  type VideoFormat,
  type WireFrame,
} from '@sightline/media';

/** What MediaSource is given: the head of a format, or one picture. */
export type Segment =
  | { readonly kind: 'head'; readonly mime: string; readonly format: VideoFormat; readonly bytes: Uint8Array }
  | { readonly kind: 'picture'; readonly bytes: Uint8Array };

const FIRST_DURATION_MS = 66;
const MAX_DURATION_MS = 1_000;

/** Turns pictures into fragments at once, one each: how long a picture is shown is guessed from the one before. */
export class Segmenter {
  private format: VideoFormat | null = null;
  private sequence = 0;
  private startMs: number | null = null;
  private lastMs: number | null = null;
  private durationMs = FIRST_DURATION_MS;

  /** Nothing until the first key picture. */
  push(frame: WireFrame): readonly Segment[] {
    const codec = videoCodecOf(frame.type);
    if (codec === null) return [];
    const segments: Segment[] = [];
    if (frame.key) {
      const format = videoFormatOf(codec, frame.data);
      if (format !== null && !sameFormat(this.format, format)) {
        this.format = format;
        segments.push({ kind: 'head', mime: mimeOf(format), format, bytes: headOf(format) });
      }
    }
    if (this.format === null) return segments;
    this.startMs ??= frame.timestampMs;
    const stepMs = this.lastMs === null ? 0 : frame.timestampMs - this.lastMs;
    if (stepMs > 0 && stepMs <= MAX_DURATION_MS) this.durationMs = stepMs;
    this.lastMs = frame.timestampMs;
    const sample: Mp4Sample = {
      timeMs: Math.max(0, frame.timestampMs - this.startMs),
      durationMs: this.durationMs,
      key: frame.key,
      data: sampleOf(codec, frame.data),
    };
    segments.push({ kind: 'picture', bytes: fragmentOf(++this.sequence, [sample]) });
    return segments;
  }
}
