import type { Position } from '@sightline/domain';
import { afterAll, beforeAll } from 'vitest';
import type { TestDatabase } from '../../../../test/dev-env/database.ts';
import { createPositionStore } from '../../src/positions/store.ts';
import type { PositionReader, PositionStore, PositionWriter, SealReport } from '../../src/positions/types.ts';
import { DAY_MS, NOW } from '../fixtures.ts';

/** The store under test. Its members are there from `beforeAll` on. */
export class StoreWorld {
  test!: TestDatabase;
  store!: PositionStore;
  writer!: PositionWriter;
  reader!: PositionReader;
  private nextKey = 1000;

  constructor(open: () => Promise<TestDatabase>) {
    beforeAll(async () => {
      this.test = await open();
      this.store = createPositionStore(this.test.database, { sealGroupRows: 40 });
      this.writer = this.store.writer();
      this.reader = this.store.systemReader();
    });
    afterAll(async () => {
      await this.writer.close();
      await this.test.drop();
    });
  }

  /** The key of a device that no other test has. */
  device(): number {
    return this.nextKey++;
  }

  all(key: number, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): Promise<Position[]> {
    return this.reader.positions(key, from, to);
  }

  makeDays(): Promise<void> {
    return this.store.ensurePartitions(NOW - 3 * DAY_MS, 0);
  }

  sealAll(): Promise<SealReport> {
    return this.store.sealDue(NOW + DAY_MS, 0);
  }
}
