import { apiError, type ErrorName } from '@sightline/contract';
import { pageTasksOfCustomer } from '@sightline/db';
import { DEVICE_LIMITS } from '@sightline/domain';
import { XLSX_TYPE } from '../../files/xlsx/write-sheet.ts';
import { namedCustomer } from '../customers/customer.service.ts';
import { linkTo, linkToMade, namedUpload, type Files } from '../files/file.service.ts';
import { defineHandlers } from '../handlers.ts';
import { asGiven, namedResult, startJob, taskInfo } from '../jobs/job.service.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { deviceExportJob } from './device-export.jobs.ts';
import { deviceBatchUpdateJob, deviceImportJob } from './device-import.jobs.ts';
import { deviceSheet, IMPORT_FIELDS, readDeviceSheet, UPDATE_FIELDS } from './device-sheet.ts';
import { namedDevices } from './device.service.ts';
import { namedLabels } from './registration.service.ts';

/** How many rows an upload has. @throws what is wrong with the file, 9005 when its bytes are gone */
async function rowsOf(files: Files, storageName: string, tooMany: ErrorName): Promise<number> {
  if (!(await files.store.exists(storageName))) throw apiError('emptyFile');
  return (await readDeviceSheet(files.store.pathOf(storageName), tooMany)).length;
}

/** Devices from and to spreadsheets. What is wrong with a file as a whole is told by the call itself, the rows by the task. */
export const deviceFileHandlers = (files: Files) =>
  defineHandlers({
    'report.export.device': async ({ input, principal, trx, language, audit }) => {
      if (input.customerId !== undefined) await namedCustomer(trx, principal, input.customerId);
      if (input.deviceIds !== undefined) await namedDevices(trx, input.deviceIds);
      if (input.labelIds !== undefined) await namedLabels(trx, input.labelIds);
      audit({ format: input.format, columns: input.columns });
      return await startJob(trx, deviceExportJob, asGiven(input), { principal, language });
    },

    'device.import.template': async ({ principal, trx, language }) =>
      await linkToMade(trx, files, principal, {
        fileName: language === 'zh_CN' ? '设备导入模板.xlsx' : 'Device import.xlsx',
        contentType: XLSX_TYPE,
        source: deviceSheet(IMPORT_FIELDS, language, []),
      }),

    'device.import': async ({ input, principal, trx, language, audit }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      const file = await namedUpload(trx, input.fileId);
      const rows = await rowsOf(files, file.storage_name, 'batchImportLimit');
      audit({ fileName: file.file_name, rows, customerId: customer.id });
      return await startJob(trx, deviceImportJob, input, { principal, language, fileName: file.file_name });
    },

    'device.batch.getDeviceBatchUpdateExcelUrl': async ({ input, principal, trx, language }) => {
      const ids = input.deviceIds ?? [];
      if (ids.length > DEVICE_LIMITS.sheetRows) throw apiError('tooManyDevicesInChange', { max: DEVICE_LIMITS.sheetRows });
      const devices = ids.length === 0 ? [] : await namedDevices(trx, ids);
      const rows = devices.map((d) => {
        const values = {
          deviceId: d.id,
          deviceName: d.name,
          sim: d.sim,
          iccid: d.iccid,
          plate: d.plate,
          vin: d.vin,
          timezone: d.timezone,
          remark: d.remark,
        };
        return UPDATE_FIELDS.map((key) => values[key as keyof typeof values] ?? null);
      });
      return await linkToMade(trx, files, principal, {
        fileName: language === 'zh_CN' ? '批量修改设备.xlsx' : 'Device changes.xlsx',
        contentType: XLSX_TYPE,
        source: deviceSheet(UPDATE_FIELDS, language, rows),
      });
    },

    'device.batch.batchUpdate': async ({ input, principal, trx, language, audit }) => {
      const file = await namedUpload(trx, input.fileId);
      const rows = await rowsOf(files, file.storage_name, 'tooManyDevicesInChange');
      audit({ fileName: file.file_name, rows });
      return await startJob(trx, deviceBatchUpdateJob, input, { principal, language, fileName: file.file_name });
    },

    'device.batch.listDeviceBatchUpdateRecord': async ({ input, principal, trx, language }) => {
      const { customerId } = principal;
      const { rows, total } = await pageTasksOfCustomer(trx, { customerId, job: deviceBatchUpdateJob.id, ...limitOf(input) });
      return pageOfRows(
        input,
        rows.map((t) => ({ ...taskInfo(t, language), account: t.account })),
        total,
      );
    },

    'device.batch.getFailedExcelUrl': async ({ input, principal, trx }) => {
      const { file } = await namedResult(trx, input.taskId, 'customer');
      return await linkTo(files, principal, file);
    },
  });
