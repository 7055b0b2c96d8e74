import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Held } from '../player/replay-queue.ts';
import { REPLAY_CLOCK, ReplayClock, type ClockChannel } from './replay-clock.ts';

const FROM = 1_000_000;
const held = (nextMs: number | null, newestMs: number | null, follows = false): Held => ({ nextMs, newestMs, follows });
const channel = (nextMs: number | null, newestMs: number | null, starting = false): ClockChannel => ({
  held: held(nextMs, newestMs),
  starting,
});
const started = (rate = 1): ReplayClock => {
  const clock = new ReplayClock(FROM);
  clock.setRate(rate);
  clock.running = true;
  clock.seek(FROM, 0);
  clock.tick(0, [channel(FROM, FROM + rate * REPLAY_CLOCK.aheadMs)]);
  return clock;
};

describe('the clock of a replay', () => {
  it('begins with the first picture of all channels, and waits for one that is being asked for, but not for ever', () => {
    const clock = new ReplayClock(FROM);
    clock.running = true;
    clock.seek(FROM, 0);
    expect(clock.tick(100, [channel(FROM + 700, FROM + 900), channel(null, null, true)]).rate).toBe(0);
    expect(clock.tick(200, [channel(FROM + 700, FROM + 900), channel(FROM + 300, FROM + 900)]).positionMs).toBe(FROM + 300);
    const other = new ReplayClock(FROM);
    other.running = true;
    other.seek(FROM, 0);
    const late = other.tick(REPLAY_CLOCK.startMs, [channel(FROM + 700, FROM + 1_200), channel(null, null, true)]);
    expect(late).toMatchObject({ positionMs: FROM + 700 });
    expect(late.rate).toBeGreaterThan(0);
  });

  it.each([1, 4, -8])('runs %s times as fast while pictures are ahead, and never past the newest one', (rate) => {
    const clock = started(rate);
    expect(clock.tick(100, [channel(null, FROM + rate * 10_000)]).rate).toBe(rate * REPLAY_CLOCK.hurry);
    const stand = clock.tick(200, [channel(null, clock.positionMs)]);
    expect(clock.tick(300, [channel(null, stand.positionMs - Math.sign(rate) * 5)]).rate).toBeCloseTo(0);
  });

  it('follows the slowest channel', () => {
    const clock = started();
    const pace = clock.tick(0, [channel(FROM, FROM + 10_000), channel(FROM, FROM + REPLAY_CLOCK.aheadMs / 2)]);
    expect(pace.rate).toBeCloseTo(0.5);
  });

  it('comes to rest at the pace of a recorder that is slower than was chosen', () => {
    const clock = started(8);
    let rate = 0;
    // It sends three times the usual speed.
    for (let ms = 100; ms < 20_000; ms += 100) rate = clock.tick(ms, [channel(FROM, FROM + 8 * REPLAY_CLOCK.aheadMs + 3 * ms)]).rate;
    expect(rate).toBeCloseTo(3, 1);
  });

  it('goes over what no channel has recorded, and not over what one has', () => {
    const clock = started();
    clock.tick(100, [channel(FROM + 600_000, FROM + 601_000), channel(FROM + 200, FROM + 600)]);
    expect(clock.positionMs).toBeLessThan(FROM + 1_000);
    clock.tick(200, [channel(FROM + 600_000, FROM + 601_000), channel(FROM + 900_000, FROM + 901_000)]);
    expect(clock.positionMs).toBe(FROM + 600_000);
  });

  it('stands while it is paused, and goes on to the next picture step by step', () => {
    const clock = started();
    clock.running = false;
    clock.tick(100, [channel(FROM + 80, FROM + 900)]);
    const standsAt = clock.positionMs;
    expect(clock.tick(5_000, [channel(FROM + 80, FROM + 900)])).toMatchObject({ positionMs: standsAt, rate: 0 });
    clock.toNext([channel(FROM + 80, FROM + 900), channel(FROM + 70, FROM + 900)]);
    expect(clock.tick(5_100, []).positionMs).toBe(FROM + 70);
  });

  it('is where the pictures are that are shown as they come', () => {
    const clock = started();
    expect(clock.tick(100, [{ held: held(FROM + 5_000, FROM + 5_000, true), starting: false }])).toMatchObject({
      positionMs: FROM + 5_000,
      rate: 0,
    });
  });

  it('never turns round, whatever comes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2, 16, -1, -16),
        fc.array(fc.tuple(fc.nat(500), fc.integer({ min: -5_000, max: 20_000 }))),
        (rate, steps) => {
          const clock = started(rate);
          let ms = 0;
          let at = clock.positionMs;
          for (const [waitMs, ahead] of steps) {
            clock.tick((ms += waitMs), [channel(null, FROM + Math.sign(rate) * ahead)]);
            expect(Math.sign(rate) * (clock.positionMs - at)).toBeGreaterThanOrEqual(0);
            at = clock.positionMs;
          }
        },
      ),
    );
  });
});
