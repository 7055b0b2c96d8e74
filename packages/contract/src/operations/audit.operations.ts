import { z } from 'zod';
import { AUDIT_AREA_IDS } from '../audit-areas.ts';
import { TaskInfo } from '../entities/task.entities.ts';
import { defineOperations } from '../operation.ts';
import { exportInput } from '../schema/exports.ts';
import { pageInput, pageOf, sorting } from '../schema/paging.ts';
import { idOf, instant, searchText } from '../schema/primitives.ts';

export const LogEntry = z
  .object({
    id: z.string(),
    time: instant(),
    userId: idOf('user').nullable(),
    account: z.string(),
    customerName: z.string(),
    operation: z.string(),
    /** In the language of the asker. */
    operationName: z.string(),
    detail: z.record(z.string(), z.unknown()),
    remote: z.string().nullable(),
    /** 0: done; else the code of the error with which it was refused or failed. */
    code: z.number().int(),
    /** What was changed, in the order of the fields; never a secret, long values cut, the first ones of very many. */
    changes: z.array(
      z
        .object({
          /** What kind of thing, and its name, where it has one. */
          of: z.string(),
          name: z.string().nullable(),
          field: z.string(),
          before: z.unknown(),
          after: z.unknown(),
        })
        .meta({ id: 'LogChange' }),
    ),
  })
  .meta({ id: 'LogEntry' });
export type LogEntry = z.output<typeof LogEntry>;

/** Columns of an exported log, in their order. */
export const LOG_EXPORT_COLUMNS = ['time', 'account', 'customerName', 'operationName', 'code', 'detail', 'changes', 'remote'] as const;
export const LOG_RESULTS = ['done', 'failed'] as const;

const filters = {
  operation: z.string().max(80).optional(),
  area: z.enum(AUDIT_AREA_IDS).optional(),
  result: z.enum(LOG_RESULTS).optional(),
  /** Part of an id or a value that stands in the entry. */
  object: searchText().optional(),
  start: instant().optional(),
  end: instant().optional(),
  ...sorting(['time']),
};
const everybody = { customerId: idOf('customer').optional(), account: searchText().optional() };

export const auditOperations = defineOperations({
  'log.page': {
    method: 'POST',
    path: '/v2/log/page',
    summary: { en: 'What the signed-in user did', zh: '操作日志' },
    input: pageInput(filters),
    output: pageOf(LogEntry),
    permission: 'any',
    scope: 'self',
    writes: false,
  },
  'log.page.customer': {
    method: 'POST',
    path: '/v2/log/page/customer',
    summary: { en: 'What the users of a customer and everything below it did', zh: '客户操作日志' },
    input: pageInput({ ...filters, ...everybody }),
    output: pageOf(LogEntry),
    permission: ['2000', 'allLog'],
    scope: 'tenant',
    writes: false,
  },
  'report.export.log': {
    method: 'POST',
    path: '/v2/report/export/log',
    summary: {
      en: 'Export what users of a customer and everything below it did; without that right, or by choice, the own actions',
      zh: '导出操作日志',
    },
    input: z.object({ ...filters, ...everybody, onlyOwn: z.boolean().default(true), ...exportInput(LOG_EXPORT_COLUMNS) }),
    output: TaskInfo,
    permission: 'any',
    scope: 'tenant',
    writes: false,
    audit: { en: 'Exported a log', zh: '导出操作日志' },
    rateLimit: { max: 20, windowS: 60 },
  },
  'device.unknown.page': {
    method: 'POST',
    path: '/v2/device/unknown/page',
    summary: { en: 'Devices that knocked and are not registered', zh: '未登记设备' },
    input: pageInput({ protocol: z.string().max(32).optional(), deviceId: searchText().optional() }),
    output: pageOf(
      z
        .object({
          protocol: z.string(),
          deviceId: z.string(),
          firstSeenTime: instant(),
          lastSeenTime: instant(),
          frames: z.number(),
          remote: z.string().nullable(),
        })
        .meta({ id: 'UnknownDevice' }),
    ),
    permission: ['3000'],
    scope: 'platform',
    writes: false,
  },
});
