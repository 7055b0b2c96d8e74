import { sql } from 'kysely';
import type { Position } from '@sightline/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storable } from '../../src/positions/copy-rows.ts';
import type { PositionReader } from '../../src/positions/types.ts';
import { anyPosition, batchOf, DAY_MS, liveState, NOW, position, segment, sorted } from '../fixtures.ts';
import type { StoreWorld } from './store-world.ts';

/** What is read is what was written, by every way to read. */
export function positionsContract(w: StoreWorld): void {
  describe('positions', () => {
    it('come back as they were, as rows and sealed, from every way to read', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyPosition, { minLength: 1, maxLength: 60 }), fc.nat({ max: 3 }), async (positions, order) => {
          const key = w.device();
          if (order !== 1) await w.makeDays();
          const half = positions.length >> 1;
          const unique = new Map(positions.map((p) => [`${p.fixTimeMs} ${p.sequence}`, p]));
          await w.writer.write(batchOf(key, [...unique.values()].slice(0, half)));
          if (order >= 2) await w.sealAll();
          await w.writer.write(batchOf(key, [...unique.values()].slice(half)));
          if (order === 3) await w.sealAll();
          const expected = sorted([...unique.values()]).map((p) => ({ ...p, attributes: storable(p.attributes) }));
          expect(await w.all(key)).toEqual(expected);
          await sameByEveryWay(w.reader, key, expected);
        }),
        { numRuns: 25 },
      );
    }, 180_000);

    it('are told new or repeated, within a batch, over batches and after sealing', async () => {
      const key = w.device();
      await w.makeDays();
      const [a, b, c] = [position(NOW - 2 * DAY_MS), position(NOW - 2 * DAY_MS, -7), position(NOW - 2 * DAY_MS + 1)];
      expect(await w.writer.write(batchOf(key, [a, a, b]))).toEqual({ isNew: Uint8Array.of(1, 0, 1), newCount: 2 });
      expect(await w.writer.write(batchOf(key, [b, c, a]))).toEqual({ isNew: Uint8Array.of(0, 1, 0), newCount: 1 });
      await w.sealAll();
      expect(await w.writer.write(batchOf(key, [c, position(NOW - 2 * DAY_MS + 2), a], true))).toEqual({
        isNew: Uint8Array.of(0, 1, 0),
        newCount: 1,
      });
      expect(await w.all(key)).toHaveLength(4);
    });

    it('with text that no database takes do not hold up the others', async () => {
      const key = w.device();
      const bad = position(NOW, 1, { attributes: { networks: 'a\0b\uD800', 'k\0': 1, card: '😀', temp1: Number.NaN } });
      await w.writer.write({
        ...batchOf(key, [bad, position(NOW, 2)]),
        states: [liveState(key, NOW, NOW, { attributes: bad.attributes })],
      });
      const clean = { networks: 'a\uFFFDb\uFFFD', 'k\uFFFD': 1, card: '😀' };
      expect((await w.all(key))[0]?.attributes).toEqual(clean);
      expect((await w.reader.states([key])).get(key)?.attributes).toEqual(clean);
    });

    it('that came before their day had a partition move into it', async () => {
      const key = w.device();
      await w.sealAll();
      const day = NOW - 2 * DAY_MS;
      await w.writer.write(batchOf(key, [position(day), position(day + 1)]));
      const late = () =>
        sql<{ n: number }>`SELECT count(*)::int AS n FROM position_late WHERE device_key = ${key}`.execute(w.test.database.system);
      expect((await late()).rows[0]?.n).toBe(2);
      await Promise.all([w.makeDays(), w.makeDays(), w.makeDays()]);
      expect((await late()).rows[0]?.n).toBe(0);
      expect(await w.all(key)).toHaveLength(2);
    });
  });

  it('removes what is older than the retention, and nothing else', async () => {
    const key = w.device();
    await w.makeDays();
    const instants = [NOW - 4 * DAY_MS, NOW - 3 * DAY_MS, NOW - 2 * DAY_MS, NOW];
    for (const sealed of [true, false]) {
      await w.writer.write({
        ...batchOf(
          key,
          instants.map((ms) => position(ms, sealed ? 1 : 2)),
        ),
        states: [liveState(key, NOW, NOW)],
        segments: instants.map((ms) => ({ deviceKey: key, segment: segment(ms, ms + 1000) })),
        buckets: instants.map((slotMs) => ({
          deviceKey: key,
          bucket: { slotMs, distanceM: 1, movingS: 1, idleS: 0, stoppedS: 0, maxSpeedKph: 1, pointCount: 1 },
        })),
        marks: instants.map((ms) => ({ deviceKey: key, mark: { fixTimeMs: ms, sequence: 1, jump: true } })),
      });
      if (sealed) {
        await w.sealAll();
        await w.makeDays();
      }
    }
    const report = await w.store.dropBefore(NOW - 2 * DAY_MS);
    expect(report.chunks).toBeGreaterThan(0);
    expect((await w.all(key)).map((p) => p.fixTimeMs)).toEqual([NOW - 2 * DAY_MS, NOW - 2 * DAY_MS, NOW, NOW]);
    expect((await w.reader.segments([key], 0, NOW + DAY_MS)).get(key)).toHaveLength(2);
    expect((await w.reader.buckets([key], 0, NOW + DAY_MS)).get(key)).toHaveLength(2);
    expect((await w.reader.states([key])).size).toBe(1);
  });
}

async function sameByEveryWay(reader: PositionReader, key: number, expected: readonly Position[]): Promise<void> {
  const streamed: Position[] = [];
  for await (const batch of reader.stream(key, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)) streamed.push(...batch);
  expect(streamed).toEqual(expected);
  const plain = expected.map((p) => ({ ...p, attributes: {} }));
  expect(await reader.positions(key, -1e16, 1e16, { withAttributes: false })).toEqual(plain);
  for (const limit of [1, 7, expected.length]) {
    expect(await reader.positions(key, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, { limit })).toEqual(expected.slice(0, limit));
    expect(await reader.positions(key, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, { limit, descending: true })).toEqual(
      expected.toReversed().slice(0, limit),
    );
  }
  const from = expected[expected.length >> 2]!.fixTimeMs;
  const to = expected[(expected.length * 3) >> 2]!.fixTimeMs;
  const part = expected.filter((p) => p.fixTimeMs >= from && p.fixTimeMs < to);
  expect(await reader.positions(key, from, to)).toEqual(part);
  expect(await reader.positions(key, from, to, { limit: 3, descending: true })).toEqual(part.toReversed().slice(0, 3));
  const columns = await reader.columns(key, from, to);
  expect(columns.count).toBe(part.length);
  expect([...columns.fixTimeMs]).toEqual(part.map((p) => p.fixTimeMs));
  expect([...columns.sequence]).toEqual(part.map((p) => p.sequence));
  expect([...columns.lat]).toEqual(part.map((p) => p.lat ?? Number.NaN));
  expect([...columns.flags]).toEqual(part.map((p) => p.flags));
  expect([...columns.type]).toEqual(part.map((p) => p.type));
  expect([...columns.valid]).toEqual(part.map((p) => (p.valid ? 1 : 0)));
  expect([...columns.speedKph]).toEqual(part.map((p) => Math.fround(p.speedKph ?? Number.NaN)));
}
