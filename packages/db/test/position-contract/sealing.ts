import { sql } from 'kysely';
import type { Position } from '@sightline/domain';
import { comparePositions } from '@sightline/domain';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/connection/database.ts';
import { createPositionStore } from '../../src/positions/store.ts';
import { batchOf, DAY_MS, HOUR_MS, NOW, position, sorted } from '../fixtures.ts';
import type { StoreWorld } from './store-world.ts';

/** Rows of old days become chunks, and nobody who reads notices. */
export function sealingContract(w: StoreWorld): void {
  describe('sealing', () => {
    it('of a day that was sealed before keeps what was sealed first', async () => {
      const key = w.device();
      await w.makeDays();
      const first = Array.from({ length: 50 }, (_, i) => position(NOW - 2 * DAY_MS + i * 60_000));
      await w.writer.write(batchOf(key, first));
      await w.sealAll();
      // Longer kept rows (a changed setting) give the day a partition again, which takes over what came late.
      const second = Array.from({ length: 50 }, (_, i) => position(NOW - 2 * DAY_MS + i * 60_000 + 30_000, 2));
      await w.writer.write(batchOf(key, second.slice(0, 25), true));
      await w.makeDays();
      await w.writer.write(batchOf(key, second.slice(25), true));
      const report = await w.sealAll();
      expect(report.positions).toBeGreaterThanOrEqual(50);
      expect(await w.all(key)).toEqual(sorted([...first, ...second]));
      const { rows } = await sql<{
        twice: number;
      }>`SELECT count(*)::int AS twice FROM (SELECT FROM position_chunk WHERE device_key = ${key} GROUP BY hour_ms HAVING sum(count) <> 60) t`.execute(
        w.test.database.system,
      );
      expect(rows[0]?.twice).toBeLessThanOrEqual(2);
    });

    it('cuts an hour that is too full for one chunk', async () => {
      const key = w.device();
      await w.makeDays();
      const hour = Math.floor((NOW - 2 * DAY_MS) / HOUR_MS) * HOUR_MS;
      const positions = Array.from({ length: 9000 }, (_, i) => position(hour + (i % 3000), i, { attributes: {} }));
      await w.writer.write(batchOf(key, positions));
      await w.sealAll();
      const { rows } = await sql<{
        n: number;
        most: number;
      }>`SELECT count(*)::int AS n, max(count) AS most FROM position_chunk WHERE device_key = ${key}`.execute(w.test.database.system);
      expect(rows[0]?.n).toBeGreaterThanOrEqual(3);
      expect(rows[0]?.most).toBeLessThanOrEqual(4096);
      expect(await w.all(key)).toEqual(sorted(positions));
    });

    it('leaves the hot days and days to come alone, and seals wrong clocks too', async () => {
      const key = w.device();
      const instants = [NOW, NOW - DAY_MS, NOW - 2 * DAY_MS, Date.UTC(1980, 0, 6), -5, NOW + 400 * DAY_MS];
      await w.store.ensurePartitions(NOW, 3);
      await w.writer.write(
        batchOf(
          key,
          instants.map((ms) => position(ms)),
        ),
      );
      await w.store.sealDue(NOW, 1);
      const { rows } = await sql<{ fix_ms: string }>`SELECT fix_ms FROM position WHERE device_key = ${key} ORDER BY 1`.execute(
        w.test.database.system,
      );
      expect(rows.map((row) => Number(row.fix_ms))).toEqual([NOW - DAY_MS, NOW, NOW + 400 * DAY_MS]);
      expect(await w.all(key)).toHaveLength(instants.length);
    });

    it('can be killed before any of its statements: nothing is lost, nothing is double, and the next run ends it', async () => {
      for (let crashAt = 1, finished = false; !finished && crashAt < 200; crashAt++) {
        const keys = [w.device(), w.device(), w.device()];
        await w.makeDays();
        const written = Array.from({ length: 90 }, (_, i) => position(NOW - 3 * DAY_MS + i * 20 * 60_000));
        for (const key of keys) await w.writer.write(batchOf(key, written));
        // Late ones, too: two days before the first partition.
        const late = Array.from({ length: 30 }, (_, i) => position(NOW - 5 * DAY_MS + i * 60_000));
        for (const key of keys) await w.writer.write(batchOf(key, late, true));
        const crashing = createPositionStore(crashingDatabase(w.test.database, crashAt), { sealGroupRows: 40 });
        finished = await crashing.sealDue(NOW + DAY_MS, 0).then(
          () => true,
          () => false,
        );
        const expected = sorted([...late, ...written]);
        for (const key of keys) expect(await w.all(key)).toEqual(expected);
        if (crashAt % 3 === 0) await w.writer.write(batchOf(keys[0]!, written.slice(0, 40), true));
        await w.sealAll();
        for (const key of keys) expect(await w.all(key)).toEqual(expected);
        if (finished) expect(crashAt).toBeGreaterThan(25);
      }
      const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM position_sealing`.execute(w.test.database.system);
      expect(rows[0]?.n).toBe(0);
    }, 240_000);

    it('and reading and writing go on side by side: every read has each position once', async () => {
      const key = w.device();
      const known: Position[] = [];
      let stop = false;
      let reads = 0;
      const read = async (way: (known: number) => Promise<readonly { fixTimeMs: number; sequence: number }[]>): Promise<void> => {
        while (!stop) {
          const before = known.slice();
          const found = await way(before.length);
          const keys = new Set(found.map((p) => `${p.fixTimeMs} ${p.sequence}`));
          expect(keys.size).toBe(found.length);
          expect(before.filter((p) => !keys.has(`${p.fixTimeMs} ${p.sequence}`))).toEqual([]);
          expect(found.every((p, i) => i === 0 || comparePositions(found[i - 1]!, p) < 0)).toBe(true);
          reads++;
        }
      };
      const readers = [
        read(() => w.all(key)),
        read(async () => {
          const { count, fixTimeMs, sequence } = await w.reader.columns(key, 0, NOW);
          return Array.from({ length: count }, (_, i) => ({ fixTimeMs: fixTimeMs[i]!, sequence: sequence[i]! }));
        }),
        read(async () => {
          const found: Position[] = [];
          for await (const batch of w.reader.stream(key, 0, NOW)) found.push(...batch);
          return found;
        }),
        read(() =>
          w.test.database.system.transaction().execute(async (trx) => {
            // As a person's request: a transaction that has been reading already when the sealing goes on.
            await sql`SELECT 1`.execute(trx);
            return await w.reader.positions(key, 0, NOW, { withAttributes: false, limit: 100_000 });
          }),
        ),
      ];
      const failed = Promise.all(readers).finally(() => (stop = true));
      try {
        for (let round = 0; round < 5 && !stop; round++) {
          await w.makeDays();
          const from = NOW - 3 * DAY_MS + round * 1000;
          const fresh = Array.from({ length: 200 }, (_, i) => position(from + i * 10 * 60_000));
          await w.writer.write(batchOf(key, fresh));
          known.push(...fresh);
          await Promise.all([
            w.sealAll(),
            (async () => {
              for (let i = 0; i < 5; i++) {
                const late = [position(from + i * HOUR_MS + 77, 77), fresh[i]!];
                await w.writer.write(batchOf(key, late, true));
                known.push(late[0]!);
              }
            })(),
          ]);
        }
      } finally {
        stop = true;
      }
      await failed;
      expect(reads).toBeGreaterThan(20);
      expect(await w.all(key)).toHaveLength(known.length);
    }, 120_000);
  });
}

/** The database, but the connection that is taken first is killed by the server just before its `crashAt`-th statement. */
function crashingDatabase(database: Database, crashAt: number): Database {
  const pool = {
    connect: async () => {
      const client = await database.pool.connect();
      let count = 0;
      return new Proxy(client, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== 'function') return value;
          if (name !== 'query') return value.bind(target) as unknown;
          return (...parameters: unknown[]): unknown => {
            if (++count === crashAt) {
              // Sent ahead of the statement on the same connection: the server ends it in between.
              target.on('error', () => undefined);
              void target.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
            }
            return (value as (...p: unknown[]) => unknown).apply(target, parameters);
          };
        },
      });
    },
  };
  return Object.create(database, { pool: { value: pool } }) as Database;
}
