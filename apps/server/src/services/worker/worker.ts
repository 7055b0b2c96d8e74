import type { PositionStore } from '@sightline/db';
import type { Service } from '@sightline/runtime';
import type { AppContext } from '../../context.ts';
import { openFiles } from '../../features/files/file.service.ts';
import { JobRunner } from '../../features/jobs/job-runner.ts';
import { allJobs } from './all-jobs.ts';
import { PeriodicTasks } from './periodic.ts';
import { periodicTasks } from './tasks.ts';

/**
 * Work in the background: the long tasks that people start, partitions, sealing, retention, old tokens and files. Re-runs
 * over late data are the pipeline's, which holds the live state of the devices.
 */
export async function startWorker(context: AppContext, store: PositionStore): Promise<Service> {
  const files = openFiles(context.config);
  const jobs = new JobRunner(context, files, allJobs());
  await jobs.start();
  const tasks = new PeriodicTasks(
    context.database,
    context.logger.child({ service: 'worker' }),
    periodicTasks(context, store, files.store),
  );
  tasks.start();
  return {
    name: 'worker',
    stop: async () => {
      await tasks.stop();
      await jobs.stop();
    },
  };
}
