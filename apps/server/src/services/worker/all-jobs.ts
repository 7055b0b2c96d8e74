import { alarmEvidenceJob } from '../../features/alarms/alarm-evidence.jobs.ts';
import { logExportJob } from '../../features/audit/log-export.jobs.ts';
import { commandExportJob } from '../../features/commands/command-export.jobs.ts';
import { customerExportJob } from '../../features/customers/customer-export.jobs.ts';
import { dataExportJobs } from '../../features/device-data/device-data.jobs.ts';
import { deviceExportJob } from '../../features/devices/device-export.jobs.ts';
import { deviceBatchUpdateJob, deviceImportJob } from '../../features/devices/device-import.jobs.ts';
import { captureArchiveJob } from '../../features/media-files/capture-archive.jobs.ts';
import type { JobDefinition } from '../../features/jobs/job.service.ts';

/** Every long task that the worker can run. */
export const allJobs = (): readonly JobDefinition[] => [
  deviceImportJob,
  deviceBatchUpdateJob,
  deviceExportJob,
  customerExportJob,
  ...Object.values(dataExportJobs),
  commandExportJob,
  logExportJob,
  captureArchiveJob,
  alarmEvidenceJob,
];
