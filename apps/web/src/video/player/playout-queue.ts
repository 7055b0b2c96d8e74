import type { WireFrame } from '@sightline/media';

/** ms, and frames where it says so. */
export const PLAYOUT = {
  /** A picture waits at least and at most so long, so that an uneven network shows even movement. */
  minDelayMs: 60,
  maxDelayMs: 400,
  /** Held back more than this: on to the newest key picture, if one is there. */
  jumpMs: 1_500,
  /** And without one: everything is dropped until the next key picture. */
  dropMs: 4_000,
  /** A bound for what is held, in frames. */
  maxFrames: 600,
  /** Pictures that a decoder may have in work; more would only wait there. */
  maxDecoding: 8,
  /** How much of a lasting change of the way counts with each frame. */
  drift: 0.002,
  rise: 0.25,
  fall: 0.02,
} as const;

/**
 * Holds pictures between the network and the decoder: each is due at its own time on the publisher's line, a little later than the fastest
 * one came. What came too late is given at once, which shows it faster; what has piled up behind a slow decoder is dropped up to a picture
 * that decoding can begin with. Times are those of any one clock, ms.
 */
export class PlayoutQueue {
  private frames: WireFrame[] = [];
  /** Arrival less time stamp of the fastest way seen lately. */
  private fastestMs: number | null = null;
  private jitterMs = 0;
  private waitsForKey = true;
  /** Pictures that were left out here. */
  dropped = 0;

  /** How long a picture waits at present. */
  get delayMs(): number {
    return Math.min(PLAYOUT.maxDelayMs, Math.max(PLAYOUT.minDelayMs, this.jitterMs));
  }

  get length(): number {
    return this.frames.length;
  }

  push(frame: WireFrame, nowMs: number): void {
    this.learn(nowMs - frame.timestampMs);
    // A picture behind a gap refers to one that is not there.
    if (frame.afterGap && !frame.key) this.waitsForKey = true;
    if (frame.key) this.waitsForKey = false;
    if (this.waitsForKey) {
      this.dropped++;
      return;
    }
    this.frames.push(frame);
    this.catchUp();
  }

  /** The pictures that are due, in order; none while the decoder has enough to do. */
  take(nowMs: number, decoding: number): readonly WireFrame[] {
    const free = PLAYOUT.maxDecoding - decoding;
    let count = 0;
    while (count < free && count < this.frames.length && this.dueMs(this.frames[count]!) <= nowMs) count++;
    return this.frames.splice(0, Math.max(0, count));
  }

  /** When the next picture is due; `null` without one. */
  nextDueMs(): number | null {
    const [first] = this.frames;
    return first === undefined ? null : this.dueMs(first);
  }

  /** How far behind its fastest way a picture is that is shown now. */
  behindMs(timestampMs: number, nowMs: number): number {
    return this.fastestMs === null ? 0 : Math.max(0, nowMs - timestampMs - this.fastestMs);
  }

  /** After the decoder failed: nothing before the next key picture is of use. */
  waitForKey(): void {
    const key = this.frames.findIndex((frame) => frame.key);
    this.drop(key < 0 ? this.frames.length : key);
    if (key < 0) this.waitsForKey = true;
  }

  private dueMs(frame: WireFrame): number {
    return frame.timestampMs + (this.fastestMs ?? 0) + this.delayMs;
  }

  private learn(wayMs: number): void {
    if (this.fastestMs === null || wayMs <= this.fastestMs) {
      this.fastestMs = wayMs;
      return;
    }
    const late = wayMs - this.fastestMs;
    this.fastestMs += late * PLAYOUT.drift;
    this.jitterMs += (late - this.jitterMs) * (late > this.jitterMs ? PLAYOUT.rise : PLAYOUT.fall);
  }

  private catchUp(): void {
    const first = this.frames[0]!;
    const last = this.frames.at(-1)!;
    const heldMs = last.timestampMs - first.timestampMs;
    if (heldMs <= PLAYOUT.jumpMs && this.frames.length <= PLAYOUT.maxFrames) return;
    const key = this.frames.findLastIndex((frame) => frame.key);
    if (key > 0) this.drop(key);
    else if (heldMs > PLAYOUT.dropMs || this.frames.length > PLAYOUT.maxFrames) {
      this.drop(this.frames.length);
      this.waitsForKey = true;
    }
  }

  private drop(count: number): void {
    this.dropped += count;
    this.frames.splice(0, count);
  }
}
