import { apiError, LOG_EXPORT_COLUMNS, OPERATIONS, type InputOf } from '@sightline/contract';
import { countAudit, streamAudit, type AuditRow, type ScopedTransaction } from '@sightline/db';
import { allowed } from '@sightline/domain';
import { namedCustomerPath } from '../customers/customer.service.ts';
import { defineJob } from '../jobs/job.service.ts';
import { exportTable, type ExportColumn } from '../jobs/table-export.service.ts';
import type { Principal } from '../principal.ts';
import { changesOf, logFilter, operationText, resultText } from './audit-view.ts';

type Asked = Pick<InputOf<'report.export.log'>, 'onlyOwn' | 'customerId' | 'account'>;

/** Whose actions are exported: the own ones, or those of a customer and below. @throws 403 without the right to see the others. */
export async function logScope(trx: ScopedTransaction, principal: Principal, { onlyOwn = true, customerId, account }: Asked) {
  // A customer that is not there is told of, whatever else is asked.
  const path = await namedCustomerPath(trx, principal, customerId);
  if (onlyOwn) return { userId: principal.userId };
  const needed = OPERATIONS['log.page.customer'].permission;
  if (!allowed(principal.permissions, needed)) throw apiError('noPermission');
  return { path, account };
}

/** One line for each field: what it was and what it became. */
const changesText = (r: AuditRow): string | null =>
  changesOf(r.changes)
    .map(
      ({ name, field, before, after }) =>
        `${name === null ? '' : `${name} · `}${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
    )
    .join('\n') || null;

const columnsIn = (language: string): Record<(typeof LOG_EXPORT_COLUMNS)[number], ExportColumn<AuditRow>> => ({
  time: { en: 'Time', zh: '时间', width: 20, value: (r, time) => time(r.at) },
  account: { en: 'Account', zh: '账号', width: 20, value: (r) => r.account },
  customerName: { en: 'Customer', zh: '所属客户', width: 24, value: (r) => r.customer_name },
  operationName: { en: 'Action', zh: '操作', width: 36, value: (r) => operationText(language, r.operation) },
  code: { en: 'Result', zh: '结果', width: 24, value: (r) => resultText(language, r.code) },
  detail: { en: 'Details', zh: '详情', width: 60, value: (r) => (Object.keys(r.detail).length === 0 ? null : JSON.stringify(r.detail)) },
  changes: { en: 'Changes', zh: '变更', width: 60, value: (r) => changesText(r) },
  remote: { en: 'Address', zh: '来源地址', width: 18, value: (r) => r.remote },
});

/** The log that a question finds. */
export const logExportJob = defineJob({
  id: 'log.export',
  input: OPERATIONS['report.export.log'].input,
  run: async (job) =>
    await job.trx(async (trx) => {
      const { input, principal } = job;
      // With the rights of now: they may have been taken away while the task waited.
      const filter = { ...(await logScope(trx, principal, input)), ...logFilter(input) };
      const total = await countAudit(trx, filter);
      if (total === 0) return { empty: true };
      const entries = await exportTable(job, {
        title: { en: 'Log', zh: '操作日志' },
        format: input.format,
        columns: columnsIn(job.language),
        order: LOG_EXPORT_COLUMNS,
        chosen: input.columns,
        total,
        batches: streamAudit(trx, filter),
      });
      return { summary: { entries, timezone: principal.timezone } };
    }),
});
