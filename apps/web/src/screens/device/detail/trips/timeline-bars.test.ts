import { describe, expect, it } from 'vitest';
import { barOf } from './timeline-bars.ts';

const window = { startMs: 1000, endMs: 2000 };

describe('a stretch in its window', () => {
  it('is placed in percent and cut at the edges', () => {
    expect(barOf({ startMs: 1250, endMs: 1500 }, window)).toEqual({ left: 25, width: 25 });
    expect(barOf({ startMs: 0, endMs: 1500 }, window)).toEqual({ left: 0, width: 50 });
    expect(barOf({ startMs: 1500, endMs: 9000 }, window)).toEqual({ left: 50, width: 50 });
  });

  it('can be seen however short it is, and stays inside', () => {
    const last = barOf({ startMs: 2000, endMs: 2000 }, window);
    expect(last!.width).toBeGreaterThan(0);
    expect(last!.left + last!.width).toBeLessThanOrEqual(100);
  });

  it('is nothing outside, or in a window without length', () => {
    expect(barOf({ startMs: 0, endMs: 900 }, window)).toBeNull();
    expect(barOf({ startMs: 2100, endMs: 2200 }, window)).toBeNull();
    expect(barOf({ startMs: 0, endMs: 1 }, { startMs: 5, endMs: 5 })).toBeNull();
  });
});
