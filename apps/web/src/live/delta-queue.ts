import type { LiveDelta } from '@sightline/contract';
import type { LiveStateStore } from './live-store.ts';

/** So many devices are taken in at a time: a millisecond or two. */
export const SLICE_DEVICES = 20_000;

/** Runs a task after what waits already, frames included; a parameter, so that tests drive the clock. */
export type Defer = (task: () => void) => void;

/** A message to oneself: a timer would wait four milliseconds, and a second in a tab that is hidden. */
const afterOthers = (): Defer => {
  const channel = new MessageChannel();
  const tasks: (() => void)[] = [];
  channel.port1.onmessage = () => tasks.shift()?.();
  return (task) => {
    tasks.push(task);
    channel.port2.postMessage(null);
  };
};

/**
 * Takes binary batches into the store slice by slice, in the order in which they came. A hundred thousand devices at once
 * would keep a frame and the pointer waiting; a small batch is taken in at once.
 */
export class DeltaQueue {
  private readonly waiting: LiveDelta[] = [];
  /** Devices of the first batch that are taken in already. */
  private taken = 0;
  private running = false;
  private defer: Defer | null;

  constructor(
    private readonly store: Pick<LiveStateStore, 'applyDelta'>,
    defer: Defer | null = null,
  ) {
    this.defer = defer;
  }

  push(delta: LiveDelta): void {
    this.waiting.push(delta);
    if (!this.running) this.step();
  }

  /** Forgets what waits: it belongs to devices that are no longer wanted. */
  clear(): void {
    this.waiting.length = 0;
    this.taken = 0;
  }

  private step(): void {
    const [delta] = this.waiting;
    this.running = false;
    if (delta === undefined) return;
    const end = Math.min(delta.count, this.taken + SLICE_DEVICES);
    this.store.applyDelta(delta, this.taken, end);
    this.taken = end;
    if (end === delta.count) {
      this.waiting.shift();
      this.taken = 0;
    }
    if (this.waiting.length === 0) return;
    this.running = true;
    this.defer ??= afterOthers();
    this.defer(() => this.step());
  }
}
