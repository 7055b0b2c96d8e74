import type { LiveDelta } from '@sightline/contract';
import { expect, it } from 'vitest';
import { DeltaQueue, SLICE_DEVICES } from './delta-queue.ts';

const deltaOf = (serverTimeMs: number, count: number): LiveDelta => ({ serverTimeMs, count }) as LiveDelta;

const queueWithLog = () => {
  const log: [time: number, from: number, to: number][] = [];
  const tasks: (() => void)[] = [];
  const store = { applyDelta: (delta: LiveDelta, from = 0, to = delta.count) => void log.push([delta.serverTimeMs, from, to]) };
  const queue = new DeltaQueue(store, (task) => tasks.push(task));
  const runAll = (): void => {
    for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) task();
  };
  return { queue, log, tasks, runAll };
};

it('takes a small batch in at once', () => {
  const { queue, log, tasks } = queueWithLog();
  queue.push(deltaOf(1, 3));
  expect([log, tasks.length]).toEqual([[[1, 0, 3]], 0]);
});

it('takes a large one in slices, later ones behind it, each device once', () => {
  const { queue, log, tasks, runAll } = queueWithLog();
  queue.push(deltaOf(1, 2 * SLICE_DEVICES + 5));
  queue.push(deltaOf(2, 7));
  expect(log).toEqual([[1, 0, SLICE_DEVICES]]);
  expect(tasks).toHaveLength(1);
  runAll();
  expect(log.slice(1)).toEqual([
    [1, SLICE_DEVICES, 2 * SLICE_DEVICES],
    [1, 2 * SLICE_DEVICES, 2 * SLICE_DEVICES + 5],
    [2, 0, 7],
  ]);
  queue.push(deltaOf(3, 1));
  expect(log.at(-1)).toEqual([3, 0, 1]);
});

it('forgets what waits and goes on with what comes then', () => {
  const { queue, log, runAll } = queueWithLog();
  queue.push(deltaOf(1, 3 * SLICE_DEVICES));
  queue.clear();
  queue.push(deltaOf(2, SLICE_DEVICES + 1));
  runAll();
  expect(log).toEqual([
    [1, 0, SLICE_DEVICES],
    [2, 0, SLICE_DEVICES],
    [2, SLICE_DEVICES, SLICE_DEVICES + 1],
  ]);
});
