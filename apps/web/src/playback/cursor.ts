import { advance, type ClockState, type PlaybackSpeed, type QuietSpans } from './clock.ts';

type Listener = (state: ClockState) => void;

/** Runs a task at the next frame and answers how to cancel it; a parameter, so that tests drive the clock. */
export type Frames = (task: (nowMs: number) => void) => () => void;

const browserFrames: Frames = (task) => {
  const id = requestAnimationFrame(task);
  return () => cancelAnimationFrame(id);
};

/**
 * The one cursor of map, timeline and transport. It moves up to sixty times a second, so it lives outside of React;
 * whoever draws it listens.
 */
export class PlaybackCursor {
  state: ClockState;
  private skip: QuietSpans = [];
  private readonly listeners = new Set<Listener>();
  private cancel: (() => void) | null = null;
  private lastMs = 0;

  constructor(
    fromMs: number,
    toMs: number,
    private readonly frames: Frames = browserFrames,
  ) {
    this.state = { atMs: fromMs, fromMs, toMs, speed: 8, playing: false };
  }

  subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Another range; a cursor outside of it goes to its start. */
  setRange(fromMs: number, toMs: number): void {
    const { atMs } = this.state;
    this.put({ ...this.state, fromMs, toMs, atMs: atMs >= fromMs && atMs <= toMs ? atMs : fromMs });
  }

  setSkip(skip: QuietSpans): void {
    this.skip = skip;
  }

  seek(atMs: number): void {
    this.put({ ...this.state, atMs: Math.max(this.state.fromMs, Math.min(this.state.toMs, atMs)) });
  }

  /** Shows the time of another clock, which runs or does not. */
  show(atMs: number, playing: boolean): void {
    this.put({ ...this.state, atMs: Math.max(this.state.fromMs, Math.min(this.state.toMs, atMs)), playing });
  }

  setSpeed(speed: PlaybackSpeed): void {
    this.put({ ...this.state, speed });
  }

  /** Playing from the very end starts again. */
  toggle(): void {
    if (this.state.playing) this.pause();
    else {
      const { atMs, fromMs, toMs } = this.state;
      this.lastMs = 0;
      this.put({ ...this.state, playing: true, atMs: atMs >= toMs ? fromMs : atMs });
      this.run();
    }
  }

  pause(): void {
    this.cancel?.();
    this.cancel = null;
    if (this.state.playing) this.put({ ...this.state, playing: false });
  }

  private run(): void {
    this.cancel = this.frames((nowMs) => {
      // A tab that slept must not leap.
      const elapsedMs = this.lastMs === 0 ? 0 : Math.min(250, nowMs - this.lastMs);
      this.lastMs = nowMs;
      this.put(advance(this.state, elapsedMs, this.skip));
      if (this.state.playing) this.run();
    });
  }

  private put(state: ClockState): void {
    this.state = state;
    for (const listener of this.listeners) listener(state);
  }
}
