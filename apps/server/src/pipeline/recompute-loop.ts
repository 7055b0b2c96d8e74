import { applyRecompute, newEngineState, recompute, type LiveState } from '@sightline/domain';
import type { PositionStore } from '@sightline/db';
import type { Logger } from '@sightline/runtime';
import type { KnownDevice } from '../services/gateway/ports.ts';
import type { DeviceMemory } from './device-memory.ts';
import { Pauses } from './pauses.ts';
import type { Shard } from './shard.ts';

export interface RecomputeHost {
  shardOf(deviceKey: number): Shard;
  /** The registered device, or null when it is gone. */
  deviceOf(deviceKey: number): Promise<KnownDevice | null>;
  changed(state: LiveState): void;
}

const POLL_MS = 15_000;
const POLL_LIMIT = 500;
const AFTER_FAILURE_MS = 30_000;
/** A device that never stops sending late data is run again at least this often. */
const MAX_DELAY_MS = 30_000;

/**
 * Runs the engine again over spans with late positions. A device's live processing stands still meanwhile (its frames
 * wait in the shard), so that neither overwrites the other; the live engine goes on from the outcome.
 */
export class RecomputeLoop {
  private readonly due = new Map<number, { firstMs: number; atMs: number }>();
  /** Spans that stood in the queue at the last look: nobody else takes care of them. */
  private seen = new Set<number>();
  private readonly pauses = new Pauses();
  private running: Promise<void> | null = null;
  private lastPollMs = Date.now();
  private turning: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: PositionStore,
    private readonly logger: Logger,
    private readonly delayMs: number,
    private readonly host: RecomputeHost,
  ) {}

  start(): void {
    this.running ??= (async () => {
      while (!this.pauses.stopped) {
        await this.pauses.wait(Math.min(this.delayMs, 1000));
        await this.runDue(false).catch((error: unknown) => this.logger.warn({ err: error }, 'queue of re-runs cannot be read'));
      }
    })();
  }

  /** A new late position of the device has been stored. Waits for more: a buffer comes in many frames. */
  noteLate(deviceKey: number): void {
    const nowMs = Date.now();
    const firstMs = this.due.get(deviceKey)?.firstMs ?? nowMs;
    this.due.set(deviceKey, { firstMs, atMs: Math.min(nowMs + this.delayMs, firstMs + MAX_DELAY_MS) });
  }

  /** Runs what is due; with `all`, everything that is queued. */
  runDue(all: boolean): Promise<void> {
    this.turning = this.turning.catch(() => undefined).then(() => this.turn(all));
    return this.turning;
  }

  /** Waits for the run in hand, at most `drainMs`: its transaction ends with the process, its span stays in the queue. */
  async stop(drainMs: number): Promise<void> {
    this.pauses.stop();
    const ended = Promise.all([this.running, this.turning.catch(() => undefined)]);
    let giveUp: NodeJS.Timeout | undefined;
    await Promise.race([ended, new Promise<void>((resolve) => (giveUp = setTimeout(resolve, drainMs)))]);
    clearTimeout(giveUp);
  }

  private async turn(all: boolean): Promise<void> {
    const nowMs = Date.now();
    const keys = [...this.due].filter(([, due]) => all || due.atMs <= nowMs).map(([key]) => key);
    if (all || nowMs - this.lastPollMs >= POLL_MS) {
      this.lastPollMs = nowMs;
      const queued = new Set((await this.store.dirtySpans(POLL_LIMIT)).map((span) => span.deviceKey));
      for (const key of queued) if (!this.due.has(key) && (all || this.seen.has(key))) keys.push(key);
      this.seen = queued;
    }
    for (const key of keys) {
      if (this.pauses.stopped && !all) return;
      this.due.delete(key);
      try {
        await this.runDevice(key);
      } catch (error) {
        this.logger.error({ err: error, deviceKey: key }, 're-run failed; it will be tried again');
        this.due.set(key, { firstMs: nowMs, atMs: Date.now() + AFTER_FAILURE_MS });
      }
    }
  }

  private async runDevice(deviceKey: number): Promise<void> {
    const shard = this.host.shardOf(deviceKey);
    await shard.withDevice(deviceKey, async () => {
      const device = shard.memories.get(deviceKey)?.device ?? (await this.host.deviceOf(deviceKey));
      if (!device) return;
      await shard.memories.load(new Map([[deviceKey, device]]));
      const memory = shard.memories.get(deviceKey)!;
      let after: DeviceMemory | null = null;
      const done = await this.store.recompute(deviceKey, async ({ store, span, engineState }) => {
        const result = await recompute(device.settings, store, span);
        const state = applyRecompute(engineState ?? newEngineState(device.settings), result);
        after = memory.withEngine(state);
        return { result, engineState: state, state: after.live() };
      });
      if (!done || !after) return;
      shard.memories.put(after);
      this.host.changed((after as DeviceMemory).live());
    });
  }
}
