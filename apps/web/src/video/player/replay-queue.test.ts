import { WIRE_TYPE, type WireFrame } from '@sightline/media';
import { describe, expect, it } from 'vitest';
import { PLAYOUT } from './playout-queue.ts';
import { ReplayQueue, type Pace } from './replay-queue.ts';

const FROM = 1_700_000_000_000;
const ORIGIN = 5_000;
const STEP_MS = 100;
/** A key picture every five. */
const frame = (number: number, more: Partial<WireFrame> = {}): WireFrame => ({
  type: WIRE_TYPE.h264,
  key: number % 5 === 0,
  afterGap: false,
  number,
  timestampMs: FROM + number * STEP_MS,
  data: new Uint8Array(),
  ...more,
});
const pace = (positionMs: number, rate: number, atMs = ORIGIN): Pace => ({ positionMs, atMs, rate, direction: rate < 0 ? -1 : 1 });
const numbers = (frames: readonly WireFrame[]): number[] => frames.map(({ number }) => number);
const filled = (count: number): ReplayQueue => {
  const queue = new ReplayQueue(ORIGIN);
  for (let i = 0; i < count; i++) queue.push(frame(i));
  return queue;
};

describe('pictures of a recording', () => {
  it('are held until the clock reaches them', () => {
    const queue = filled(10);
    expect(queue.take(0, 0)).toEqual([]);
    queue.setPace(pace(FROM, 2));
    expect(numbers(queue.take(0, 0))).toEqual([0]);
    expect(queue.nextDueMs()).toBe(STEP_MS / 2);
    expect(numbers(queue.take(STEP_MS, 0))).toEqual([1, 2]);
    expect(queue.take(1_000, PLAYOUT.maxDecoding)).toEqual([]);
    queue.setPace(pace(FROM + 350, 0));
    expect(numbers(queue.take(60_000, 0))).toEqual([3]);
    expect(queue.nextDueMs()).toBeNull();
    expect(queue.held).toEqual({ nextMs: FROM + 400, newestMs: FROM + 900, follows: false });
  });

  it('run backwards', () => {
    const queue = new ReplayQueue(ORIGIN);
    for (const i of [20, 15, 10]) queue.push(frame(i));
    queue.setPace(pace(FROM + 1_600, -1));
    expect(numbers(queue.take(0, 0))).toEqual([20]);
    expect(queue.nextDueMs()).toBe(100);
    expect(numbers(queue.take(100, 0))).toEqual([15]);
  });

  it('of the place that was left are not shown after a jump', () => {
    const queue = filled(10);
    queue.flush(FROM + 3_600_000);
    queue.push(frame(10));
    queue.push(frame(36_001, { key: false }));
    expect(queue.length).toBe(0);
    queue.push(frame(36_005));
    queue.push(frame(36_006));
    queue.setPace(pace(FROM + 3_700_000, 0));
    expect(numbers(queue.take(0, 0))).toEqual([36_005, 36_006]);
  });

  it('have their sound with them at the usual speed, and none at another', () => {
    const queue = filled(5);
    const sound = (number: number): WireFrame => frame(number, { type: WIRE_TYPE.pcm });
    for (let i = 0; i < 5; i++) queue.pushSound(sound(i));
    queue.setPace(pace(FROM + 150, 1));
    expect(numbers(queue.takeSound(0))).toEqual([0, 1]);
    queue.setPace(pace(FROM + 450, 4));
    expect(queue.takeSound(0)).toEqual([]);
    queue.pushSound(sound(5));
    queue.setPace(pace(FROM + 5_000, 1));
    // Far too late.
    expect(queue.takeSound(0)).toEqual([]);
  });

  it('begin again with a key picture after a gap, and when the decoder failed', () => {
    const queue = filled(3);
    queue.waitForKey();
    queue.push(frame(3));
    queue.push(frame(5));
    queue.push(frame(8, { afterGap: true }));
    queue.push(frame(10));
    queue.setPace(pace(FROM + 60_000, 0));
    expect(numbers(queue.take(0, 0))).toEqual([5, 10]);
  });
});
