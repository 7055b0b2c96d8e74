import type { TestDatabase } from '../../../test/dev-env/database.ts';
import { batchesContract } from './position-contract/batches.ts';
import { positionsContract } from './position-contract/positions.ts';
import { rerunsContract } from './position-contract/reruns.ts';
import { sealingContract } from './position-contract/sealing.ts';
import { StoreWorld } from './position-contract/store-world.ts';

/**
 * What every position store must do, on whatever PostgreSQL. Devices of the tests are keys that nothing else uses, so the
 * tests share a database; days are sealed and dropped all the time, and made again.
 */
export function positionContract(open: () => Promise<TestDatabase>): void {
  const world = new StoreWorld(open);
  positionsContract(world);
  batchesContract(world);
  sealingContract(world);
  rerunsContract(world);
}
