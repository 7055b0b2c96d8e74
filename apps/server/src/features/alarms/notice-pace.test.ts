import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NoticePace } from './notice-pace.ts';

it('tells the same alarm of the same device once within the interval, others at once', () => {
  const pace = new NoticePace();
  expect(pace.tell('1', 'sos', 300, 0)).toBe(true);
  expect(pace.tell('1', 'sos', 300, 299_999)).toBe(false);
  expect([pace.tell('2', 'sos', 300, 1), pace.tell('1', 'door', 300, 1)]).toEqual([true, true]);
  expect(pace.tell('1', 'sos', 300, 300_000)).toBe(true);
  expect([pace.tell('1', 'sos', 0, 300_001), pace.tell('1', 'sos', 0, 300_001)]).toEqual([true, true]);
});

it('never tells two within an interval, and never leaves one out that lies an interval after the last', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 120_000 }), { maxLength: 60 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 200 }), (gaps, intervalS) => {
      const pace = new NoticePace();
      let atMs = 0;
      let lastMs = -Infinity;
      for (const gap of gaps) {
        atMs += gap;
        expect(pace.tell('1', 'sos', intervalS, atMs)).toBe(atMs - lastMs >= intervalS * 1000);
        if (atMs - lastMs >= intervalS * 1000) lastMs = atMs;
      }
    }),
  );
});

it('forgets those told longest ago rather than growing', () => {
  const pace = new NoticePace(2);
  for (const device of ['1', '2', '3']) pace.tell(device, 'sos', 300, 0);
  expect([pace.tell('3', 'sos', 300, 1), pace.tell('2', 'sos', 300, 1), pace.tell('1', 'sos', 300, 1)]).toEqual([false, false, true]);
});
