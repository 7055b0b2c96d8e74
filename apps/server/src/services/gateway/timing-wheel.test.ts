import { describe, expect, test } from 'vitest';
import { TimingWheel, type Expiring } from './timing-wheel.ts';

class Thing implements Expiring {
  expiredAtMs: number | null = null;
  constructor(public due: number) {}
  dueAtMs(): number {
    return this.due;
  }
  expire(nowMs: number): void {
    this.expiredAtMs = nowMs;
  }
}

function clock(slots = 8) {
  let now = 1_000_000;
  const wheel = new TimingWheel(100, slots, () => now);
  return {
    wheel,
    at: (ms: number) => 1_000_000 + ms,
    run: (ms: number, stepMs = 100) => {
      for (const end = now + ms; now < end;) {
        now += stepMs;
        wheel.turn();
      }
    },
  };
}

describe('timing wheel', () => {
  test('expires within one slot of the due time', () => {
    const { wheel, at, run } = clock();
    const thing = new Thing(at(250));
    wheel.add(thing);
    run(1000);
    expect(thing.expiredAtMs).toBeGreaterThanOrEqual(at(250));
    expect(thing.expiredAtMs).toBeLessThanOrEqual(at(350));
    expect(wheel.size).toBe(0);
  });

  test('activity moves the time without touching the wheel', () => {
    const { wheel, at, run } = clock();
    const thing = new Thing(at(250));
    wheel.add(thing);
    run(200);
    thing.due = at(900);
    run(600);
    expect(thing.expiredAtMs).toBeNull();
    run(300);
    expect(thing.expiredAtMs).not.toBeNull();
  });

  test('a time that lies beyond a whole turn is kept, one that never comes as well', () => {
    const { wheel, at, run } = clock();
    const far = new Thing(at(5000));
    const never = new Thing(Number.POSITIVE_INFINITY);
    wheel.add(far);
    wheel.add(never);
    run(4900);
    expect(far.expiredAtMs).toBeNull();
    run(300);
    expect(far.expiredAtMs).not.toBeNull();
    expect(never.expiredAtMs).toBeNull();
    expect(wheel.size).toBe(1);
  });

  test('what is removed never expires; a stalled process catches up', () => {
    const { wheel, at, run } = clock();
    const gone = new Thing(at(100));
    const late = new Thing(at(100));
    wheel.add(gone);
    wheel.add(late);
    wheel.remove(gone);
    run(100_000, 50_000);
    expect(gone.expiredAtMs).toBeNull();
    expect(late.expiredAtMs).not.toBeNull();
  });
});
