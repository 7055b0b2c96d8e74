import type { WireFrame } from '@sightline/media';
import { PLAYOUT } from './playout-queue.ts';

/** The clock of a recording: `positionMs`, an instant of the recording, is shown at `atMs` (ms since 1970 at the screen). */
export interface Pace {
  readonly positionMs: number;
  readonly atMs: number;
  /** ms of the recording in a ms at the screen; 0 while it waits, negative backwards. */
  readonly rate: number;
  readonly direction: 1 | -1;
}

/** What a queue holds, in instants of the recording. */
export interface Held {
  readonly nextMs: number | null;
  readonly newestMs: number | null;
  /** Nothing is held: pictures are shown as they come, and the clock follows. */
  readonly follows: boolean;
}

export const REPLAY_QUEUE = {
  /** A bound for what is held, in frames. */
  maxFrames: 1_500,
  maxSounds: 1_500,
  /** Sound that is later than this is left out, ms. */
  lateSoundMs: 300,
  /** Pictures of the old place that are still on their way after a jump lie within this of the newest one, ms. */
  staleMs: 20_000,
} as const;

/** Holds the frames of a recording until the clock reaches them. Nothing is dropped while the recorder is told to wait in time. */
export class ReplayQueue {
  private frames: WireFrame[] = [];
  private sounds: WireFrame[] = [];
  private pace: Pace | null = null;
  private newest: number | null = null;
  private waitsForKey = true;
  /** Around the place that was left; null: nothing old can come any more. */
  private stale: { readonly aroundMs: number } | null = null;
  dropped = 0;

  /** `originMs`: what is added to the `nowMs` of the calls to get ms since 1970. */
  constructor(private readonly originMs: number) {}

  get length(): number {
    return this.frames.length;
  }

  get held(): Held {
    return { nextMs: this.frames[0]?.timestampMs ?? null, newestMs: this.newest, follows: false };
  }

  setPace(pace: Pace): void {
    this.pace = pace;
  }

  /** On to another place: begins again with a key picture of there. */
  flush(targetMs: number): void {
    const far = this.newest !== null && Math.abs(this.newest - targetMs) > 2 * REPLAY_QUEUE.staleMs;
    if (far) this.stale = { aroundMs: this.newest! };
    this.drop(this.frames.length);
    this.sounds = [];
    this.newest = null;
    this.waitsForKey = true;
  }

  push(frame: WireFrame): void {
    if (this.isStale(frame)) return;
    if (frame.afterGap && !frame.key) this.waitsForKey = true;
    if (frame.key) {
      this.waitsForKey = false;
      this.stale = null;
    }
    if (this.waitsForKey) {
      this.dropped++;
      return;
    }
    this.frames.push(frame);
    this.newest = frame.timestampMs;
    if (this.frames.length > REPLAY_QUEUE.maxFrames) this.waitForKey();
  }

  pushSound(frame: WireFrame): void {
    if (this.isStale(frame) || this.sounds.length >= REPLAY_QUEUE.maxSounds) return;
    this.sounds.push(frame);
  }

  /** The pictures that are due, in order; none while the decoder has enough to do. */
  take(nowMs: number, decoding: number): readonly WireFrame[] {
    const clockMs = this.clockMs(nowMs);
    if (clockMs === null) return [];
    const free = PLAYOUT.maxDecoding - decoding;
    const direction = this.pace!.direction;
    let count = 0;
    while (count < free && count < this.frames.length && direction * (this.frames[count]!.timestampMs - clockMs) <= 0) count++;
    return this.frames.splice(0, Math.max(0, count));
  }

  /** Sound that is due; only at the usual speed. What came too late is left out. */
  takeSound(nowMs: number): readonly WireFrame[] {
    const clockMs = this.clockMs(nowMs);
    if (clockMs === null) return [];
    const count = this.sounds.findIndex(({ timestampMs }) => timestampMs > clockMs);
    const due = this.sounds.splice(0, count < 0 ? this.sounds.length : count);
    const usual = this.pace!.rate > 0 && this.pace!.rate < 1.5;
    return usual ? due.filter(({ timestampMs }) => timestampMs > clockMs - REPLAY_QUEUE.lateSoundMs) : [];
  }

  /** When the next picture is due; `null` without one, and while the clock waits. */
  nextDueMs(): number | null {
    const [first] = this.frames;
    if (first === undefined || this.pace === null || this.pace.rate === 0) return null;
    return this.pace.atMs - this.originMs + (first.timestampMs - this.pace.positionMs) / this.pace.rate;
  }

  behindMs(): number {
    return 0;
  }

  /** After the decoder failed: nothing before the next key picture is of use. */
  waitForKey(): void {
    const key = this.frames.findIndex((frame, i) => i > 0 && frame.key);
    this.drop(key < 0 ? this.frames.length : key);
    if (key < 0) this.waitsForKey = true;
  }

  private isStale({ timestampMs }: WireFrame): boolean {
    return this.stale !== null && Math.abs(timestampMs - this.stale.aroundMs) < REPLAY_QUEUE.staleMs;
  }

  private clockMs(nowMs: number): number | null {
    return this.pace === null ? null : this.pace.positionMs + this.pace.rate * (nowMs + this.originMs - this.pace.atMs);
  }

  private drop(count: number): void {
    this.dropped += count;
    this.frames.splice(0, count);
  }
}
