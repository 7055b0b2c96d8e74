import { Recording, WIRE_TYPE, type WireFrame } from '@sightline/media';
import { RecordingSound } from './recording-sound.ts';
import { pcmSamples } from './sound-decoding.ts';

/** A film of a live stream that is being made in this page: its pictures as they came, and its sound, encoded here. */
export class Film {
  private readonly recording = new Recording();
  private readonly sound = new RecordingSound();
  /** When the first picture came, by the clock of this page. */
  private startedMs: number | null = null;
  /** Sound has a line of its own: what lies between that and the film's, by when its first block came. */
  private soundOffsetMs: number | null = null;

  /** As {@link Recording.push}. */
  push(frame: WireFrame, nowMs: number): 'taken' | 'full' {
    this.recording.hear(this.sound.take());
    const taken = this.recording.push(frame);
    if (this.recording.hasBegun) this.startedMs ??= nowMs;
    return taken;
  }

  /** Sound that comes beside the pictures. What is AAC already, few cameras send: that is left out. */
  pushSound(frame: WireFrame, nowMs: number): void {
    if (frame.type !== WIRE_TYPE.pcm || this.startedMs === null) return;
    this.soundOffsetMs ??= nowMs - this.startedMs - frame.timestampMs;
    this.sound.push(pcmSamples(frame.data), frame.timestampMs + this.soundOffsetMs);
  }

  /** The whole file; `null` when no key picture came. */
  async finish(): Promise<readonly Uint8Array[] | null> {
    await this.sound.end();
    this.recording.hear(this.sound.take());
    return this.recording.finish(this.sound.format);
  }
}
