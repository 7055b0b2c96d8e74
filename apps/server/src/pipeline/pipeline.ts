import type { LiveState } from '@sightline/domain';
import type { PositionStore, WriteResult } from '@sightline/db';
import type { AppContext } from '../context.ts';
import type { KnownDevice, PositionSink, SubmittedFrame } from '../services/gateway/ports.ts';
import { markActivated } from './activation.ts';
import type { PreparedBatch } from './batch.ts';
import { deviceByKey } from './device-lookup.ts';
import { RecomputeLoop } from './recompute-loop.ts';
import { Shard, weightOf, type ShardEvents, type ShardOptions } from './shard.ts';

export interface PipelineOptions extends ShardOptions {
  /** Shards working side by side, each with a connection of its own. */
  readonly shards: number;
  /** Positions that may wait; beyond, the gateway stops reading. */
  readonly maxQueued: number;
  /** How long a stop goes on writing. */
  readonly drainMs: number;
  /** How long late data of a device is collected before its span is run again. */
  readonly recomputeDelayMs: number;
}

export const DEFAULT_PIPELINE_OPTIONS: PipelineOptions = {
  shards: 3,
  maxBatch: 4000,
  lingerMs: 50,
  worthwhileBatch: 200,
  quietMs: 2,
  contactMs: 5000,
  maxQueued: 20_000,
  drainMs: 5000,
  recomputeDelayMs: 2000,
};

/**
 * From facts to durable rows: takes frames of known devices, writes them in batches, answers after the commit and tells
 * the bus. Devices are spread over shards by key, so that each device is worked on in order.
 */
export class Pipeline implements PositionSink {
  readonly name = 'pipeline';
  private readonly shards: Shard[];
  private readonly recompute: RecomputeLoop;
  private queued = 0;
  private waiting: (() => void)[] = [];
  private readonly options: PipelineOptions;

  constructor(
    private readonly context: AppContext,
    store: PositionStore,
    options: Partial<PipelineOptions> = {},
  ) {
    this.options = { ...DEFAULT_PIPELINE_OPTIONS, ...options };
    const logger = context.logger.child({ service: 'pipeline' });
    const events: ShardEvents = {
      committed: (prepared, result, seconds) => this.committed(prepared, result, seconds),
      left: (weight) => this.left(weight),
      share: () => this.queued / this.options.shards,
    };
    this.shards = Array.from({ length: this.options.shards }, () => new Shard(store, this.options, events, logger));
    this.recompute = new RecomputeLoop(store, logger, this.options.recomputeDelayMs, {
      deviceOf: (deviceKey) => deviceByKey(context.database, deviceKey),
      shardOf: (deviceKey) => this.shardOf(deviceKey),
      changed: (state) => this.publish(state),
    });
    this.recompute.start();
  }

  get hasRoom(): boolean {
    return this.queued < this.options.maxQueued;
  }

  whenRoom(resume: () => void): void {
    this.waiting.push(resume);
  }

  submit(frame: SubmittedFrame): void {
    this.queued += weightOf(frame);
    this.shardOf(frame.device.deviceKey).submit(frame);
  }

  contact(device: KnownDevice, receivedAtMs: number): void {
    this.shardOf(device.deviceKey).contact({ device, atMs: receivedAtMs });
  }

  arrived(device: KnownDevice): void {
    void this.shardOf(device.deviceKey).forget(device.deviceKey);
  }

  /** Runs the spans in the queue of re-runs now. For tests and tools. */
  recomputeNow(): Promise<void> {
    return this.recompute.runDue(true);
  }

  async stop(): Promise<void> {
    await this.recompute.stop(this.options.drainMs);
    await Promise.all(this.shards.map((shard) => shard.stop(this.options.drainMs)));
  }

  private shardOf(deviceKey: number): Shard {
    return this.shards[deviceKey % this.shards.length]!;
  }

  private left(weight: number): void {
    this.queued -= weight;
    this.context.metrics.queue.set(this.queued);
    // Half empty before reading on, so that all connections share what becomes free.
    if (this.waiting.length === 0 || this.queued * 2 > this.options.maxQueued) return;
    for (const resume of this.waiting.splice(0)) resume();
  }

  private committed({ batch, states, activated, repeats }: PreparedBatch, result: WriteResult, seconds: number): void {
    const { metrics, database, logger } = this.context;
    metrics.batchSeconds.observe(seconds);
    metrics.batchSize.observe(batch.positions.length);
    metrics.positions.inc({ outcome: 'stored' }, result.newCount);
    metrics.positions.inc({ outcome: 'repeat' }, batch.positions.length - result.newCount + repeats);
    batch.positions.forEach((incoming, i) => {
      if (incoming.late && result.isNew[i] === 1) this.recompute.noteLate(incoming.deviceKey);
    });
    for (const state of states) this.publish(state);
    if (activated.length > 0)
      markActivated(database, activated).catch((error: unknown) =>
        logger.warn({ err: error }, 'activation could not be noted; the next position tries again'),
      );
  }

  private publish(state: LiveState): void {
    this.context.bus.publish('device.state', state);
  }
}
