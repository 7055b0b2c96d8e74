import { createLogger } from '@sightline/runtime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TrafficCount } from './ports.ts';
import { SLOT_MS, TrafficMeter } from './traffic-meter.ts';

const logger = createLogger('silent');

test('whatever fails in between, every octet is written once and in its slot', async () => {
  const step = fc.record({
    device: fc.integer({ min: 1, max: 3 }),
    octets: fc.nat(1000),
    minutes: fc.nat(20),
    flush: fc.boolean(),
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      let nowMs = SLOT_MS * 1000 + 5000;
      let failing = false;
      const written: TrafficCount[] = [];
      const meter = new TrafficMeter(
        () => [],
        {
          add: async (counts) => {
            await Promise.resolve();
            if (failing) throw new Error('away');
            written.push(...counts);
          },
        },
        logger,
        () => nowMs,
      );
      const expected = new Map<string, number>();
      for (const { device, octets, minutes, flush, fails } of steps) {
        nowMs += minutes * 60_000;
        meter.add(device, octets, 2 * octets);
        const name = `${device}/${Math.floor(nowMs / SLOT_MS) * SLOT_MS}`;
        expected.set(name, (expected.get(name) ?? 0) + octets);
        failing = fails;
        if (flush) await meter.flush();
      }
      failing = false;
      await meter.stop();
      const sums = new Map<string, number>();
      for (const { deviceKey, slotMs, bytesIn, bytesOut } of written) {
        expect(bytesOut).toBe(2 * bytesIn);
        const name = `${deviceKey}/${slotMs}`;
        sums.set(name, (sums.get(name) ?? 0) + bytesIn);
      }
      expect([...sums].toSorted()).toEqual([...expected].toSorted());
    }),
    { numRuns: 200 },
  );
});
