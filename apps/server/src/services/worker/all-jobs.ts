import type { JobDefinition } from '../../features/jobs/job.service.ts';

/** Every long task that the worker can run. */
export const allJobs = (): readonly JobDefinition[] => [];
