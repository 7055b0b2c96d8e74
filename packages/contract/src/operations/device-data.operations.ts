import { z } from 'zod';
import { TaskInfo } from '../entities/task.entities.ts';
import { defineOperations, type OperationDefinition } from '../operation.ts';
import { day, idList } from '../schema/primitives.ts';

/** Days of one export, the first and the last included. */
export const DATA_EXPORT_DAYS = { mileage: 31, sensor: 7, fuel: 7, load: 7 } as const;
export type DataExportKind = keyof typeof DATA_EXPORT_DAYS;
export const DATA_EXPORT_KINDS = Object.keys(DATA_EXPORT_DAYS) as [DataExportKind, ...DataExportKind[]];

const dataExport = <const P extends `/v2/${string}`>(path: P, en: string, zh: string) =>
  ({
    method: 'POST',
    path,
    summary: { en: `Export ${en}: a zip with a file for each device`, zh: `导出${zh}` },
    input: z.object({
      /** At most 100, else 10003. */
      deviceIds: idList('device'),
      /** Days of the asker's zone, both included. */
      start: day(),
      end: day(),
    }),
    output: TaskInfo,
    permission: ['3000:export', '6000:export'],
    scope: 'tenant',
    feature: 'tracking',
    writes: false,
    audit: { en: `Exported ${en.split(' (')[0]}`, zh: `导出${zh}` },
    rateLimit: { max: 20, windowS: 60 },
  }) satisfies OperationDefinition;

/** What devices told and did, as files. The work is done by tasks. */
export const deviceDataOperations = defineOperations({
  'device.data.mileage': dataExport('/v2/device/data/mileage', 'the mileage of each day (at most 31 days, else 20012)', '里程数据'),
  'device.data.sensor': dataExport('/v2/device/data/sensor', 'the values of sensors (at most 7 days, else 20006)', '传感器数据'),
  'device.data.fuel': dataExport('/v2/device/data/fuel', 'litres in the tanks (at most 7 days, else 20006)', '油量数据'),
  'device.data.load': dataExport('/v2/device/data/load', 'the load by its calibration (at most 7 days, else 20006)', '载重数据'),
});
