import type { PositionStore, PositionWriter, WriteResult } from '@sightline/db';
import type { Logger } from '@sightline/runtime';
import type { SubmittedFrame } from '../services/gateway/ports.ts';
import { devicesOf, prepareBatch, type Contact, type PreparedBatch } from './batch.ts';
import { MemoryCache } from './device-memory.ts';
import { isDataError, retryDelayMs } from './failures.ts';
import { Pauses } from './pauses.ts';

export interface ShardOptions {
  /** Positions in one transaction. */
  readonly maxBatch: number;
  /** How long the first frame of a batch waits for others at most ... */
  readonly lingerMs: number;
  /**
   * A batch of so many positions, or of half a shard's share of all that wait, does not wait for more once none has come for
   * `quietMs`: the devices may be waiting for their answers. So batches grow with the load, and large ones cost less a position.
   */
  readonly worthwhileBatch: number;
  readonly quietMs: number;
  /** How long contacts without anything to store are collected. */
  readonly contactMs: number;
}

/** What a shard tells its pipeline. */
export interface ShardEvents {
  committed(prepared: PreparedBatch, result: WriteResult, seconds: number): void;
  /** Frames of this weight have left the shard, stored or refused. */
  left(weight: number): void;
  /** A shard's share of the positions that are under way in all of them. */
  share(): number;
}

class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/** The number of positions a frame counts for in batches and queues; a frame with a status only counts as one. */
export const weightOf = (frame: SubmittedFrame): number => Math.max(1, frame.facts.length);

const weightOfAll = (frames: readonly SubmittedFrame[]): number => frames.reduce((sum, frame) => sum + weightOf(frame), 0);

/**
 * The pipeline of a part of the devices: one batch after the other, each prepared only when the one before is durable,
 * so that the memory of a device never runs ahead of the database by more than the batch in hand. Several shards work
 * side by side: while one waits for its commit, another prepares.
 */
export class Shard {
  readonly memories: MemoryCache;
  private readonly writer: PositionWriter;
  private queue: SubmittedFrame[] = [];
  private queuedWeight = 0;
  private lastFrameMs = 0;
  private contacts = new Map<number, Contact>();
  private contactsDueMs = 0;
  /** Devices that are worked on elsewhere (re-run): their frames wait here. */
  private readonly held = new Map<number, SubmittedFrame[]>();
  private inHand: ReadonlySet<number> = new Set();
  private readonly handEmptied: (() => void)[] = [];
  private timer: NodeJS.Timeout | null = null;
  private timerDueMs = 0;
  private running: Promise<void> | null = null;
  private readonly pauses = new Pauses();

  constructor(
    store: PositionStore,
    private readonly options: ShardOptions,
    private readonly events: ShardEvents,
    private readonly logger: Logger,
  ) {
    this.memories = new MemoryCache(store);
    this.writer = store.writer();
  }

  submit(frame: SubmittedFrame): void {
    const waiting = this.held.get(frame.device.deviceKey);
    if (waiting) {
      waiting.push(frame);
      return;
    }
    this.queue.push(frame);
    const before = this.queuedWeight;
    this.queuedWeight += weightOf(frame);
    this.lastFrameMs = frame.receivedAtMs;
    const worthwhile = this.worthwhile();
    const grown = before < worthwhile && this.queuedWeight >= worthwhile;
    if (this.queue.length === 1 || grown || this.queuedWeight >= this.options.maxBatch) this.wake();
  }

  contact(contact: Contact): void {
    if (this.contacts.size === 0) this.contactsDueMs = Date.now() + this.options.contactMs;
    this.contacts.set(contact.device.deviceKey, contact);
    if (this.contacts.size === 1) this.wake();
  }

  /** Drops what is remembered of a device, once nothing of it is under way. */
  async forget(deviceKey: number): Promise<void> {
    if (this.memories.get(deviceKey) && !this.held.has(deviceKey))
      await this.withDevice(deviceKey, () => Promise.resolve(this.memories.forget(deviceKey)));
  }

  /** Runs `work` while nothing of the device is under way; what arrives meanwhile waits. */
  async withDevice<T>(deviceKey: number, work: () => Promise<T>): Promise<T> {
    if (this.held.has(deviceKey)) throw new Error(`device ${deviceKey} is held already`);
    const mine: SubmittedFrame[] = [];
    this.held.set(deviceKey, mine);
    const others: SubmittedFrame[] = [];
    for (const frame of this.queue) (frame.device.deviceKey === deviceKey ? mine : others).push(frame);
    this.setQueue(others);
    try {
      while (this.inHand.has(deviceKey)) await new Promise<void>((resolve) => this.handEmptied.push(resolve));
      return await work();
    } finally {
      this.held.delete(deviceKey);
      this.setQueue([...mine, ...this.queue]);
      this.wake();
    }
  }

  /** Writes what is queued while the database answers, at most for `drainMs`, and ends. */
  async stop(drainMs: number): Promise<void> {
    const giveUp = setTimeout(() => this.pauses.stop(), drainMs);
    while ((this.queue.length > 0 || this.contacts.size > 0 || this.running) && !this.pauses.stopped) {
      this.contactsDueMs = 0;
      this.wake();
      await (this.running ?? this.pauses.wait(5));
    }
    clearTimeout(giveUp);
    this.pauses.stop();
    if (this.timer) clearTimeout(this.timer);
    await this.running;
    await this.writer.close();
  }

  private setQueue(frames: SubmittedFrame[]): void {
    this.queue = frames;
    this.queuedWeight = weightOfAll(frames);
  }

  /** When the next batch should begin, ms; Infinity when there is nothing to do. */
  private dueMs(): number {
    if (this.queuedWeight >= this.options.maxBatch) return 0;
    const first = this.queue[0];
    const lingeredMs = first ? first.receivedAtMs + this.options.lingerMs : Number.POSITIVE_INFINITY;
    return Math.min(
      this.queuedWeight >= this.worthwhile() ? Math.min(lingeredMs, this.lastFrameMs + this.options.quietMs) : lingeredMs,
      this.contacts.size > 0 ? this.contactsDueMs : Number.POSITIVE_INFINITY,
    );
  }

  private worthwhile(): number {
    return Math.max(this.options.worthwhileBatch, this.events.share() / 2);
  }

  private wake(): void {
    if (this.running || this.pauses.stopped) return;
    const dueMs = this.dueMs();
    const delayMs = dueMs - Date.now();
    if (delayMs <= 0) {
      if (this.timer) clearTimeout(this.timer);
      this.timer = null;
      this.running = this.run().finally(() => {
        this.running = null;
        this.wake();
      });
    } else if (Number.isFinite(dueMs) && (!this.timer || dueMs < this.timerDueMs)) {
      if (this.timer) clearTimeout(this.timer);
      this.timerDueMs = dueMs;
      this.timer = setTimeout(() => {
        this.timer = null;
        this.wake();
      }, delayMs);
    }
  }

  private async run(): Promise<void> {
    // One turn of the loop: what the other sockets have received joins the batch.
    await new Promise((resolve) => setImmediate(resolve));
    do {
      const frames = this.take();
      const contacts = this.takeContacts();
      if (frames.length === 0 && contacts.length === 0) return;
      this.inHand = new Set(frames.map((frame) => frame.device.deviceKey));
      try {
        await this.store(frames, contacts);
      } catch (error) {
        if (!(error instanceof StoppedError)) throw error;
        return;
      } finally {
        this.inHand = new Set();
        for (const resolve of this.handEmptied.splice(0)) resolve();
      }
    } while (this.dueMs() <= Date.now());
  }

  private take(): SubmittedFrame[] {
    let weight = 0;
    let n = 0;
    while (n < this.queue.length && weight < this.options.maxBatch) weight += weightOf(this.queue[n++]!);
    const taken = n === this.queue.length ? this.queue : this.queue.slice(0, n);
    this.queue = n === this.queue.length ? [] : this.queue.slice(n);
    this.queuedWeight -= weight;
    return taken;
  }

  private takeContacts(): Contact[] {
    if (this.contacts.size === 0 || Date.now() < this.contactsDueMs) return [];
    const contacts = [...this.contacts.values()];
    this.contacts = new Map();
    return contacts;
  }

  /** Stores frames entirely, waiting as long as the database is away. What the database can never take is refused, frame by frame. */
  private async store(frames: readonly SubmittedFrame[], contacts: readonly Contact[]): Promise<void> {
    const devices = devicesOf(frames, contacts);
    let prepared: PreparedBatch;
    let result: WriteResult;
    const startedMs = performance.now();
    try {
      await this.insist('read device states', () => this.memories.load(devices));
      prepared = prepareBatch(frames, contacts, this.memories);
      result = await this.insist('write a batch', () => this.writer.write(prepared.batch));
    } catch (error) {
      if (error instanceof StoppedError) throw error;
      // The memories have run ahead of what will be durable.
      for (const key of devices.keys()) this.memories.forget(key);
      if (frames.length <= 1) {
        this.logger.error({ err: error, devices: [...devices.values()].map((device) => device.deviceId) }, 'data that cannot be stored');
        for (const frame of frames) frame.refused(error instanceof Error ? error.message : String(error));
        this.events.left(weightOfAll(frames));
        return;
      }
      const half = frames.length >> 1;
      await this.store(frames.slice(0, half), []);
      await this.store(frames.slice(half), []);
      return;
    }
    for (const frame of frames) frame.committed();
    this.events.committed(prepared, result, (performance.now() - startedMs) / 1000);
    this.events.left(weightOfAll(frames));
  }

  /** Tries until it works; throws for what trying cannot mend and {@link StoppedError} at the end of the process. */
  private async insist<T>(what: string, work: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (isDataError(error)) throw error;
        if (this.pauses.stopped) throw new StoppedError();
        if (attempt === 0 || attempt % 10 === 0)
          this.logger.error({ err: error, attempt }, `cannot ${what}: devices get no answers until it works again`);
        await this.pauses.wait(retryDelayMs(attempt));
        if (this.pauses.stopped) throw new StoppedError();
      }
    }
  }
}
