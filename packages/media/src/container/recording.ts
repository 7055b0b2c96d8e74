import { sameFormat, sampleOf, videoCodecOf, videoFormatOf, type VideoFormat } from '../video/video-format.ts';
import type { WireFrame } from '../wire.ts';
import { fragment, initSegment, type AudioTrack, type Mp4Sample } from './fmp4.ts';

const TRACK = 1;
const SOUND_TRACK = 2;

/** What a file says of its sound. */
export type SoundFormat = Omit<AudioTrack, 'id' | 'kind'>;

/** The head of a file of this format. */
export const headOf = (format: VideoFormat, durationMs?: number, sound: SoundFormat | null = null): Uint8Array =>
  initSegment(
    [{ kind: 'video', id: TRACK, ...format }, ...(sound === null ? [] : [{ kind: 'audio', id: SOUND_TRACK, ...sound } as const])],
    durationMs,
  );

/** Samples of the one video track as a fragment. */
export const fragmentOf = (sequence: number, samples: readonly Mp4Sample[]): Uint8Array => fragment(sequence, TRACK, samples);

export const RECORDING_LIMITS = { maxBytes: 512 * 1024 * 1024, maxMs: 30 * 60_000 } as const;
const LAST_DURATION_MS = 66;

/** A file being written. `parts` may be read, and taken away, at any time; the head is made at the end, since it says how long the film is. */
export class Recording {
  readonly parts: Uint8Array[] = [];
  private format: VideoFormat | null = null;
  private group: { readonly timeMs: number; readonly key: boolean; readonly data: Uint8Array }[] = [];
  private heard: Mp4Sample[] = [];
  private sequence = 0;
  private startMs = 0;
  private endMs = 0;
  private bytes = 0;

  constructor(private readonly limits: { readonly maxBytes: number; readonly maxMs: number } = RECORDING_LIMITS) {}

  /** A key picture has come. */
  get hasBegun(): boolean {
    return this.format !== null;
  }

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
    return this.bytes >= this.limits.maxBytes || timeMs >= this.limits.maxMs ? 'full' : 'taken';
  }

  /** Sound beside the pictures, in order, from the first picture on. */
  hear(samples: readonly Mp4Sample[]): void {
    this.heard.push(...samples);
  }

  /** The whole file, or what of it was not taken away, behind its head; `null` when no key picture came. `sound`: of what was heard. */
  finish(sound: SoundFormat | null = null): readonly Uint8Array[] | null {
    if (this.format === null) return null;
    this.endMs += LAST_DURATION_MS;
    this.flush(this.endMs);
    return [headOf(this.format, this.endMs, sound), ...this.parts];
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
    if (this.heard.length > 0) this.parts.push(fragment(++this.sequence, SOUND_TRACK, this.heard));
    this.heard = [];
  }
}
