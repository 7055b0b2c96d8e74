import { WIRE_TYPE, type WireFrame } from '@sightline/media';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAYOUT, PlayoutQueue } from './playout-queue.ts';

const STEP_MS = 66;
/** A key picture every ten. */
const frame = (number: number, more: Partial<WireFrame> = {}): WireFrame => ({
  type: WIRE_TYPE.h264,
  key: number % 10 === 0,
  afterGap: false,
  number,
  timestampMs: number * STEP_MS,
  data: new Uint8Array(),
  ...more,
});
const numbers = (frames: readonly WireFrame[]): number[] => frames.map(({ number }) => number);

describe('pictures between the network and the decoder', () => {
  it('are given in their own rhythm, a little later than they came', () => {
    const queue = new PlayoutQueue();
    for (let i = 0; i < 5; i++) queue.push(frame(i), 1000 + i * STEP_MS);
    expect(queue.delayMs).toBe(PLAYOUT.minDelayMs);
    expect(queue.take(1000 + PLAYOUT.minDelayMs - 1, 0)).toEqual([]);
    expect(queue.nextDueMs()).toBe(1000 + PLAYOUT.minDelayMs);
    expect(numbers(queue.take(1000 + PLAYOUT.minDelayMs, 0))).toEqual([0]);
    expect(numbers(queue.take(1000 + PLAYOUT.minDelayMs + 3 * STEP_MS, 0))).toEqual([1, 2, 3]);
  });

  it('of the group that a viewer joins are given at once, up to the present', () => {
    const queue = new PlayoutQueue();
    for (let i = 0; i < 9; i++) queue.push(frame(i), 1000);
    // Frame 8 was sent live: it alone waits.
    expect(numbers(queue.take(1000 + PLAYOUT.minDelayMs, 0)).slice(0, 8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('wait longer on an uneven network, and never longer than allowed', () => {
    const queue = new PlayoutQueue();
    for (let i = 0; i < 200; i++) {
      queue.push(frame(i), i * STEP_MS + (i % 5 === 0 ? 900 : 0));
      queue.take(i * STEP_MS + 10_000, 0);
    }
    expect(queue.delayMs).toBeGreaterThan(PLAYOUT.minDelayMs);
    expect(queue.delayMs).toBeLessThanOrEqual(PLAYOUT.maxDelayMs);
  });

  it('begin with a key picture, and begin again with one after a gap', () => {
    const queue = new PlayoutQueue();
    queue.push(frame(3), 0);
    queue.push(frame(10), 0);
    queue.push(frame(14, { afterGap: true }), 0);
    queue.push(frame(15), 0);
    queue.push(frame(20, { afterGap: true }), 0);
    expect(numbers(queue.take(1e6, 0))).toEqual([10, 20]);
    expect(queue.dropped).toBe(3);
  });

  it('wait while the decoder has enough to do, and are dropped up to the newest key picture when they pile up', () => {
    const queue = new PlayoutQueue();
    for (let i = 0; i <= 20; i++) queue.push(frame(i), i * STEP_MS);
    expect(queue.take(1e6, PLAYOUT.maxDecoding)).toEqual([]);
    expect(queue.length).toBe(21);
    for (let i = 21; i <= 24; i++) queue.push(frame(i), i * STEP_MS);
    expect(queue.dropped).toBe(20);
    expect(numbers(queue.take(1e6, PLAYOUT.maxDecoding - 2))).toEqual([20, 21]);
  });

  it('are all dropped when no key picture comes for long', () => {
    const queue = new PlayoutQueue();
    const count = Math.ceil(PLAYOUT.dropMs / STEP_MS) + 2;
    for (let i = 0; i < count; i++) queue.push(frame(i, { key: i === 0 }), i * STEP_MS);
    expect(queue.length).toBe(0);
    queue.push(frame(count, { key: false }), count * STEP_MS);
    expect(queue.length).toBe(0);
    queue.push(frame(count + 1, { key: true }), count * STEP_MS);
    expect(queue.length).toBe(1);
  });

  it('after a failure of the decoder begin with the next key picture', () => {
    const queue = new PlayoutQueue();
    for (let i = 0; i < 15; i++) queue.push(frame(i), i);
    queue.waitForKey();
    expect(numbers(queue.take(1e6, 7))).toEqual([0]);
    queue.waitForKey();
    expect(numbers(queue.take(1e6, 7))).toEqual([10]);
    queue.waitForKey();
    queue.push(frame(15), 15);
    expect(queue.length).toBe(0);
  });

  it('come out in order, each after a key picture or its predecessor, whatever arrives', () => {
    const arrivals = fc.array(
      fc.record({
        waitMs: fc.integer({ min: 0, max: 800 }),
        skip: fc.integer({ min: 0, max: 3 }),
        key: fc.integer({ min: 0, max: 6 }).map((n) => n === 0),
        decoding: fc.integer({ min: 0, max: 10 }),
      }),
      { maxLength: 120 },
    );
    fc.assert(
      fc.property(arrivals, (list) => {
        const queue = new PlayoutQueue();
        const out: WireFrame[] = [];
        let nowMs = 5_000;
        let number = 0;
        let pushed = 0;
        for (const { waitMs, skip, key, decoding } of list) {
          nowMs += waitMs;
          // What the server left out is followed by a key picture, or marked.
          number += 1 + skip;
          queue.push(frame(number, { key, afterGap: skip > 0 }), nowMs);
          pushed++;
          out.push(...queue.take(nowMs, decoding));
          expect(queue.length).toBeLessThanOrEqual(PLAYOUT.maxFrames);
        }
        expect(out.length + queue.length + queue.dropped).toBe(pushed);
        out.forEach((given, i) => {
          const before = out[i - 1];
          if (before !== undefined) expect(given.number).toBeGreaterThan(before.number);
          if (!given.key) expect(given.number).toBe(before!.number + 1);
        });
      }),
    );
  });
});
