import type { Held, Pace } from '../player/replay-queue.ts';

/** ms at the screen. */
export const REPLAY_CLOCK = {
  /** The pictures of the slowest channel should reach so far ahead of what is shown. */
  aheadMs: 400,
  /** Faster than what was chosen by at most this, to come nearer again. */
  hurry: 1.1,
  /** A channel that is being asked for is waited for by the others. */
  startMs: 12_000,
  /** Nothing is recorded for longer than this: on to where something is. */
  jumpMs: 3_000,
} as const;

/** A channel as the clock sees it. `starting`: it has been asked for, and pictures will come. */
export interface ClockChannel {
  readonly held: Held | null;
  readonly starting: boolean;
}

/**
 * The one clock of channels that are played together. Recorders send at the pace that they can: the clock runs as fast as was chosen while
 * every channel has pictures ahead, slower when one has not, and stands still without any. Where no channel has pictures for a while
 * (a recording ends and the next one begins later) it goes on there.
 */
export class ReplayClock {
  private rate = 1;
  private effective = 0;
  private lastMs: number | null = null;
  /** Since when it waits for the pictures of a new place; null: it does not. */
  private settlingSinceMs: number | null = 0;
  running = false;

  constructor(public positionMs: number) {}

  get direction(): 1 | -1 {
    return this.rate < 0 ? -1 : 1;
  }

  /** ms of the recording in a ms at the screen, negative backwards. */
  setRate(rate: number): void {
    this.rate = rate;
  }

  /** On to another place, from the first pictures that come of there. */
  seek(positionMs: number, nowMs: number): void {
    this.positionMs = positionMs;
    this.effective = 0;
    this.settlingSinceMs = nowMs;
  }

  /** How far a channel's pictures reach ahead, ms at the screen. */
  aheadOf({ newestMs }: Held): number {
    return newestMs === null ? 0 : (this.direction * (newestMs - this.positionMs)) / Math.abs(this.rate);
  }

  /** The pictures that come next are now. */
  toNext(channels: readonly ClockChannel[]): void {
    const next = this.nearest(channels);
    if (next !== null) this.positionMs = next;
  }

  tick(nowMs: number, channels: readonly ClockChannel[]): Pace {
    this.positionMs += this.effective * (nowMs - (this.lastMs ?? nowMs));
    this.lastMs = nowMs;
    const playing = channels.filter(({ starting }) => !starting).flatMap(({ held }) => held ?? []);
    const follows = playing.find((held) => held.follows && held.newestMs !== null);
    if (follows) this.positionMs = follows.newestMs!;
    this.settle(nowMs, channels, playing);
    this.effective = this.running && this.settlingSinceMs === null && !follows ? this.rate * this.share(playing) : 0;
    return { positionMs: this.positionMs, atMs: nowMs, rate: this.effective, direction: this.direction };
  }

  private settle(nowMs: number, channels: readonly ClockChannel[], playing: readonly Held[]): void {
    const next = this.nearest(channels);
    if (this.settlingSinceMs !== null) {
      const patient = nowMs - this.settlingSinceMs < REPLAY_CLOCK.startMs;
      if (patient && channels.some(({ starting, held }) => starting || held?.nextMs == null)) return;
      if (next === null) return;
      this.positionMs = next;
      this.settlingSinceMs = null;
    } else if (this.running && next !== null && playing.every(({ nextMs }) => nextMs !== null)) {
      const gapMs = (this.direction * (next - this.positionMs)) / Math.abs(this.rate);
      if (gapMs > REPLAY_CLOCK.jumpMs) this.positionMs = next;
    }
  }

  /** How much of the chosen rate there are pictures for. */
  private share(playing: readonly Held[]): number {
    if (playing.length === 0) return 0;
    const aheadMs = Math.min(...playing.map((held) => this.aheadOf(held)));
    return Math.max(0, Math.min(REPLAY_CLOCK.hurry, aheadMs / REPLAY_CLOCK.aheadMs));
  }

  private nearest(channels: readonly ClockChannel[]): number | null {
    const next = channels.flatMap(({ held }) => held?.nextMs ?? []);
    if (next.length === 0) return null;
    return this.direction > 0 ? Math.min(...next) : Math.max(...next);
  }
}
