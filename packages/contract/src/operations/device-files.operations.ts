import { z } from 'zod';
import { deviceTypeCode } from '../entities/device-admin.entities.ts';
import { FileLink, TaskInfo, TaskOfCustomer } from '../entities/task.entities.ts';
import { defineOperations } from '../operation.ts';
import { exportInput } from '../schema/exports.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { idList, idOf } from '../schema/primitives.ts';
import { deviceFilters } from './device.operations.ts';

/** Columns that an export of devices may have, in their order. */
export const DEVICE_EXPORT_COLUMNS = [
  'id',
  'deviceName',
  'deviceTypeName',
  'customerName',
  'labelNames',
  'plate',
  'vin',
  'sim',
  'iccid',
  'camCount',
  'timezone',
  'activeTime',
  'expirationTime',
  'lastContactTime',
  'createTime',
  'remark',
] as const;
export type DeviceExportColumn = (typeof DEVICE_EXPORT_COLUMNS)[number];

const heavy = { max: 20, windowS: 60 } as const;

/** Devices from and to spreadsheets; the work is done by tasks. */
export const deviceFileOperations = defineOperations({
  'report.export.device': {
    method: 'POST',
    path: '/v2/report/export/device',
    summary: { en: 'Export devices to a spreadsheet or a CSV file', zh: '导出设备' },
    input: z.object({ ...deviceFilters, ...exportInput(DEVICE_EXPORT_COLUMNS) }),
    output: TaskInfo,
    permission: ['3000:export'],
    scope: 'tenant',
    writes: false,
    audit: { en: 'Exported devices', zh: '导出设备' },
    rateLimit: heavy,
  },
  'device.import.template': {
    method: 'POST',
    path: '/v2/device/import/template',
    summary: { en: 'An empty spreadsheet for importing devices, in the language of the asker', zh: '设备导入模板' },
    input: z.object({}),
    output: FileLink,
    permission: ['3000:add'],
    scope: 'tenant',
    writes: false,
    rateLimit: heavy,
  },
  'device.import': {
    method: 'POST',
    path: '/v2/device/import',
    summary: { en: 'Register the devices of an uploaded spreadsheet; the file of the task has the rows that could not be', zh: '导入设备' },
    input: z.object({
      fileId: idOf('file'),
      customerId: idOf('customer').optional(),
      /** For rows that name no model. */
      deviceType: deviceTypeCode().optional(),
    }),
    output: TaskInfo,
    permission: ['3000:add'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Imported devices', zh: '导入设备' },
    rateLimit: heavy,
  },
  'device.batch.getDeviceBatchUpdateExcelUrl': {
    method: 'POST',
    path: '/v2/device/batch/getDeviceBatchUpdateExcelUrl',
    summary: { en: 'A spreadsheet for changing devices, filled with those named', zh: '批量修改模板' },
    input: z.object({ deviceIds: idList('device').optional() }),
    output: FileLink,
    permission: ['3000:edit'],
    scope: 'tenant',
    writes: false,
    rateLimit: heavy,
  },
  'device.batch.batchUpdate': {
    method: 'POST',
    path: '/v2/device/batch/batchUpdate',
    summary: { en: 'Change the devices of an uploaded spreadsheet; empty cells leave what is there', zh: '批量修改设备' },
    input: z.object({ fileId: idOf('file') }),
    output: TaskInfo,
    permission: ['3000:edit'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Changed devices by spreadsheet', zh: '批量修改设备' },
    rateLimit: heavy,
  },
  'device.batch.listDeviceBatchUpdateRecord': {
    method: 'POST',
    path: '/v2/device/batch/listDeviceBatchUpdateRecord',
    summary: { en: 'Earlier changes by spreadsheet of all users of the own customer', zh: '批量修改记录' },
    input: pageInput({}),
    output: pageOf(TaskOfCustomer),
    permission: ['3000:edit'],
    scope: 'tenant',
    writes: false,
  },
  'device.batch.getFailedExcelUrl': {
    method: 'POST',
    path: '/v2/device/batch/getFailedExcelUrl',
    summary: { en: 'The rows of a task that could not be taken, with their reasons', zh: '失败数据下载' },
    input: z.object({ taskId: idOf('task') }),
    output: FileLink,
    permission: ['3000:edit', '3000:add'],
    scope: 'tenant',
    writes: false,
  },
});
