import type { PlaybackControl, PlaybackSpeed } from '@sightline/domain';
import type { Held } from '../player/replay-queue.ts';
import { LiveTile } from '../stream/live-tile.ts';
import type { TilePhase } from '../stream/tile-state.ts';
import { ReplayClock } from './replay-clock.ts';

/** How it runs: forward, or backwards by key pictures. */
export interface ReplayPace {
  readonly direction: 1 | -1;
  readonly speed: PlaybackSpeed;
}

export interface ReplayView extends ReplayPace {
  readonly playing: boolean;
  readonly positionMs: number;
}

export interface ReplayPorts {
  /** The address of a channel's recording from an instant on (backwards: up to it). */
  readonly ask: (channel: number, positionMs: number, pace: ReplayPace, signal: AbortSignal) => Promise<string>;
  readonly control: (channel: number, control: PlaybackControl, speed: PlaybackSpeed, positionMs: number | null) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly onRecorded: (file: Blob | null) => void;
}

const TICK_MS = 100;
/** ms at the screen that are held before a recorder is told to wait, and to go on; while it is paused here, some for single steps. */
const HOLD = { waitMs: 15_000, goOnMs: 5_000, stepsFromMs: 400, stepsToMs: 1_500 } as const;
const STARTING: readonly TilePhase[] = ['asking', 'connecting', 'starting'];

interface Channel {
  readonly tile: LiveTile;
  held: Held | null;
  /** What its recorder was told last. */
  told: 'play' | 'pause';
  busy: boolean;
}

const nowMs = (): number => performance.timeOrigin + performance.now();

/** Channels of one device that are played in step. Lives outside React; everybody who draws listens. */
export class ReplaySession {
  private readonly channels = new Map<number, Channel>();
  private readonly clock: ReplayClock;
  private readonly timer: ReturnType<typeof setInterval>;
  private readonly listeners = new Set<() => void>();
  private view: ReplayView;
  /** Paused, and some pictures are wanted for single steps. */
  private wantsSteps = false;

  constructor(
    private readonly ports: ReplayPorts,
    positionMs: number,
  ) {
    this.clock = new ReplayClock(positionMs);
    this.clock.seek(positionMs, nowMs());
    this.clock.running = true;
    this.view = { playing: true, direction: 1, speed: 1, positionMs };
    this.timer = setInterval(() => this.tick(), TICK_MS);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): ReplayView => this.view;

  tile(channel: number): LiveTile | null {
    return this.channels.get(channel)?.tile ?? null;
  }

  /** Plays these channels and no others; those that are played already go on. */
  show(numbers: readonly number[]): void {
    for (const [number, { tile }] of this.channels) {
      if (numbers.includes(number)) continue;
      tile.close();
      this.channels.delete(number);
    }
    for (const number of numbers) if (!this.channels.has(number)) this.open(number);
  }

  play(): void {
    if (this.view.playing) return;
    this.wantsSteps = false;
    this.revive();
    this.put({ playing: true });
  }

  pause(): void {
    if (this.view.playing) this.put({ playing: false });
  }

  seek(positionMs: number): void {
    this.clock.seek(positionMs, nowMs());
    this.wantsSteps = !this.view.playing;
    this.put({ positionMs });
    for (const [number, channel] of this.channels) {
      channel.held = null;
      channel.tile.flush(positionMs);
      if (channel.tile.current().state.phase === 'playing') this.tell(number, channel, 'seek', positionMs);
    }
    this.revive();
  }

  /** Forward or backwards, and how fast; it plays from then on. */
  run(pace: ReplayPace): void {
    const turned = pace.direction !== this.view.direction;
    this.clock.setRate(pace.direction * pace.speed);
    if (turned) this.clock.seek(this.clock.positionMs, nowMs());
    this.wantsSteps = false;
    this.put({ ...pace, playing: true });
    for (const [number, channel] of this.channels) {
      if (turned) {
        channel.held = null;
        channel.tile.flush(this.clock.positionMs);
      }
      if (channel.tile.current().state.phase === 'playing') this.tell(number, channel, this.modeControl(), null);
    }
    this.revive();
  }

  /** The next picture, and then it stands. */
  step(): void {
    this.pause();
    this.wantsSteps = true;
    this.clock.toNext([...this.channels.values()].map(({ held }) => ({ held, starting: false })));
    this.tick();
  }

  close(): void {
    clearInterval(this.timer);
    this.listeners.clear();
    for (const { tile } of this.channels.values()) tile.close();
    this.channels.clear();
  }

  private open(number: number): void {
    const tile = new LiveTile(0, {
      ask: (_stream, signal) => this.ports.ask(number, this.clock.positionMs, this.view, signal),
      onRecorded: this.ports.onRecorded,
      goesOnAfterLimit: () => false,
      onHeld: (held) => void (channel.held = held),
    });
    const channel: Channel = { tile, held: null, told: 'play', busy: false };
    this.channels.set(number, channel);
    let phase = tile.current().state.phase;
    tile.subscribe(() => {
      const before = phase;
      phase = tile.current().state.phase;
      // A stream that is asked for anew plays, whatever the one before was told.
      if (phase === 'asking' && before !== 'asking') [channel.held, channel.told] = [null, 'play'];
    });
  }

  /** Streams that have ended begin again from where the clock is. */
  private revive(): void {
    for (const { tile } of this.channels.values()) {
      const { phase, reason } = tile.current().state;
      if (phase === 'ended' && (reason === 'finished' || reason === 'stopped' || reason === 'idle')) tile.retry();
    }
  }

  private tick(): void {
    const channels = [...this.channels.values()];
    const seen = channels.map(({ tile, held }) => ({ held, phase: tile.current().state.phase }));
    const counted = seen.filter(({ phase, held }) => phase === 'playing' || STARTING.includes(phase) || held?.nextMs != null);
    const pace = this.clock.tick(
      nowMs(),
      counted.map(({ held, phase }) => ({ held, starting: STARTING.includes(phase) && held?.nextMs == null })),
    );
    for (const { tile } of channels) tile.pace(pace);
    for (const [number, channel] of this.channels) this.holdBack(number, channel);
    const over = channels.length > 0 && channels.every(({ tile }) => tile.current().state.reason === 'finished') && counted.length === 0;
    if (over && this.view.playing) this.put({ playing: false });
    else if (Math.abs(pace.positionMs - this.view.positionMs) >= 1) this.put({ positionMs: pace.positionMs });
  }

  /** Tells a recorder to wait when its pictures reach far ahead, and to go on before they run out. */
  private holdBack(number: number, channel: Channel): void {
    if (channel.held === null || channel.busy || channel.tile.current().state.phase !== 'playing') return;
    const aheadMs = this.clock.aheadOf(channel.held);
    const { playing } = this.view;
    const [fromMs, toMs] = playing ? [HOLD.goOnMs, HOLD.waitMs] : [this.wantsSteps ? HOLD.stepsFromMs : -1, HOLD.stepsToMs];
    if (channel.told === 'play' && (aheadMs > toMs || (!playing && !this.wantsSteps))) this.tell(number, channel, 'pause', null);
    else if (channel.told === 'pause' && (aheadMs < fromMs || (playing && aheadMs < toMs && channel.held.nextMs === null)))
      this.tell(number, channel, this.modeControl(), null);
  }

  private modeControl(): PlaybackControl {
    const { direction, speed } = this.view;
    return direction < 0 ? 'keyRewind' : speed > 1 ? 'fast' : 'play';
  }

  private tell(number: number, channel: Channel, control: PlaybackControl, positionMs: number | null): void {
    channel.busy = true;
    channel.told = control === 'pause' ? 'pause' : 'play';
    this.ports
      .control(number, control, this.view.speed, positionMs)
      .then(async () => {
        // A jump is played at the usual speed by most recorders.
        if (control === 'seek' && this.modeControl() !== 'play')
          await this.ports.control(number, this.modeControl(), this.view.speed, null);
      })
      .catch((error: unknown) => this.ports.onError(error))
      .finally(() => void (channel.busy = false));
  }

  private put(part: Partial<ReplayView>): void {
    this.view = { ...this.view, ...part };
    this.clock.running = this.view.playing;
    for (const listener of this.listeners) listener();
  }
}
