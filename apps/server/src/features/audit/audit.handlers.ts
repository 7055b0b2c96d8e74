import { operationList, type LogEntry } from '@sightline/contract';
import { pageAudit, pageUnknownDevices, type AuditRow } from '@sightline/db';
import { namedCustomerPath } from '../customers/customer.service.ts';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { isoTime } from '../times.ts';

const TEXTS = new Map<string, { readonly en: string; readonly zh: string }>(operationList.map((o) => [o.id, o.audit ?? o.summary]));

const logEntry = (language: string, r: AuditRow): LogEntry => {
  const text = TEXTS.get(r.operation);
  return {
    id: r.id,
    time: isoTime(r.at),
    userId: r.user_id,
    account: r.account,
    customerName: r.customer_name ?? '',
    operation: r.operation,
    operationName: (language === 'zh_CN' ? text?.zh : text?.en) ?? r.operation,
    detail: r.detail,
    remote: r.remote,
  };
};

interface LogInput {
  readonly operation?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly orderDirection?: 'asc' | 'desc' | undefined;
}

const filters = (input: LogInput) => ({
  operation: input.operation,
  from: input.start === undefined ? undefined : new Date(input.start),
  to: input.end === undefined ? undefined : new Date(input.end),
  ascending: input.orderDirection === 'asc',
});

/** Who did what; and who knocked without being known. */
export const auditHandlers = () =>
  defineHandlers({
    'log.page': async ({ input, principal, trx, language }) => {
      const { rows, total } = await pageAudit(trx, { userId: principal.userId, ...filters(input), ...limitOf(input) });
      return pageOfRows(
        input,
        rows.map((r) => logEntry(language, r)),
        total,
      );
    },

    'log.page.customer': async ({ input, principal, trx, language }) => {
      const path = await namedCustomerPath(trx, principal, input.customerId);
      const { rows, total } = await pageAudit(trx, { path, account: input.account, ...filters(input), ...limitOf(input) });
      return pageOfRows(
        input,
        rows.map((r) => logEntry(language, r)),
        total,
      );
    },

    'device.unknown.page': async ({ input, trx }) => {
      const { rows, total } = await pageUnknownDevices(trx, { protocol: input.protocol, deviceId: input.deviceId, ...limitOf(input) });
      const records = rows.map((r) => ({
        protocol: r.protocol,
        deviceId: r.device_id,
        firstSeenTime: isoTime(r.first_seen_at),
        lastSeenTime: isoTime(r.last_seen_at),
        frames: Number(r.frames),
        remote: r.remote,
      }));
      return pageOfRows(input, records, total);
    },
  });
