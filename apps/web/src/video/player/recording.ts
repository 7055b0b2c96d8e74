import type { Mp4Sample, WireFrame } from '@sightline/media';
import { fragmentOf, headOf } from './segmenter.ts';
import { sameFormat, sampleOf, videoCodecOf, videoFormatOf, type VideoFormat } from './video-format.ts';

export const RECORDING_LIMITS = { maxBytes: 512 * 1024 * 1024, maxMs: 30 * 60_000 } as const;
const LAST_DURATION_MS = 66;

/** A file being written. `parts` may be read at any time; the head is made at the end, since it says how long the film is. */
export class Recording {
  readonly parts: Uint8Array[] = [];
  private format: VideoFormat | null = null;
  private group: { readonly timeMs: number; readonly key: boolean; readonly data: Uint8Array }[] = [];
  private sequence = 0;
  private startMs = 0;
  private endMs = 0;
  private bytes = 0;

  get durationMs(): number {
    return this.endMs;
  }

  /** Begins with the first key picture. `full`: no further picture fits, or the format changed; the file should be finished. */
  push(frame: WireFrame): 'taken' | 'full' {
    const codec = videoCodecOf(frame.type);
    if (codec === null) return 'taken';
    if (frame.key) {
      const format = videoFormatOf(codec, frame.data);
      if (format === null) return 'taken';
      if (this.format === null) {
        this.format = format;
        this.startMs = frame.timestampMs;
      } else if (!sameFormat(this.format, format)) return 'full';
      this.flush(frame.timestampMs - this.startMs);
    }
    if (this.format === null) return 'taken';
    const timeMs = Math.max(this.endMs, frame.timestampMs - this.startMs);
    const data = sampleOf(codec, frame.data);
    this.group.push({ timeMs, key: frame.key, data });
    this.endMs = timeMs;
    this.bytes += data.length;
    return this.bytes >= RECORDING_LIMITS.maxBytes || timeMs >= RECORDING_LIMITS.maxMs ? 'full' : 'taken';
  }

  /** The whole file; `null` when no key picture came. */
  finish(): readonly Uint8Array[] | null {
    if (this.format === null) return null;
    this.endMs += LAST_DURATION_MS;
    this.flush(this.endMs);
    return [headOf(this.format, this.endMs), ...this.parts];
  }

  private flush(untilMs: number): void {
    if (this.group.length === 0) return;
    const samples = this.group.map(({ timeMs, key, data }, i): Mp4Sample => ({
      timeMs,
      key,
      data,
      durationMs: (this.group[i + 1]?.timeMs ?? untilMs) - timeMs,
    }));
    this.parts.push(fragmentOf(++this.sequence, samples));
    this.group = [];
  }
}
