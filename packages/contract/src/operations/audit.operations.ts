import { z } from 'zod';
import { defineOperations } from '../operation.ts';
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
  })
  .meta({ id: 'LogEntry' });
export type LogEntry = z.output<typeof LogEntry>;

const filters = { operation: z.string().max(80).optional(), start: instant().optional(), end: instant().optional(), ...sorting(['time']) };

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
    input: pageInput({ ...filters, customerId: idOf('customer').optional(), account: searchText().optional() }),
    output: pageOf(LogEntry),
    permission: ['2000'],
    scope: 'tenant',
    writes: false,
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
