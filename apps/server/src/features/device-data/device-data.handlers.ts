import type { DataExportKind } from '@sightline/contract';
import { defineHandlers, type ScopedCall } from '../handlers.ts';
import { asGiven, startJob } from '../jobs/job.service.ts';
import { checkDataExport, dataExportJobs } from './device-data.jobs.ts';

const begin =
  (kind: DataExportKind) =>
  async ({ input, principal, trx, language, audit }: ScopedCall<`device.data.${DataExportKind}`>) => {
    await checkDataExport(trx, principal, kind, input);
    audit({ devices: input.deviceIds.length, start: input.start, end: input.end });
    return await startJob(trx, dataExportJobs[kind], asGiven(input), { principal, language });
  };

/** What devices told and did, as files. */
export const deviceDataHandlers = () =>
  defineHandlers({
    'device.data.mileage': begin('mileage'),
    'device.data.sensor': begin('sensor'),
    'device.data.fuel': begin('fuel'),
    'device.data.load': begin('load'),
  });
