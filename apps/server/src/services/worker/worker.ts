import type { PositionStore } from '@sightline/db';
import type { Service } from '@sightline/runtime';
import type { AppContext } from '../../context.ts';
import { PeriodicTasks } from './periodic.ts';
import { periodicTasks } from './tasks.ts';

/**
 * Work in the background: partitions, sealing, retention, old tokens. Re-runs over late data are the pipeline's, which
 * holds the live state of the devices.
 */
export function startWorker(context: AppContext, store: PositionStore): Service {
  const tasks = new PeriodicTasks(context.database, context.logger.child({ service: 'worker' }), periodicTasks(context, store));
  tasks.start();
  return { name: 'worker', stop: () => tasks.stop() };
}
