import { auditPrefixes, operationList, type AuditArea, type LogEntry } from '@sightline/contract';
import type { AuditRow } from '@sightline/db';
import { isoTime } from '../times.ts';

const TEXTS = new Map<string, { readonly en: string; readonly zh: string }>(operationList.map((o) => [o.id, o.audit ?? o.summary]));

/** What an operation is called in the language of the asker. */
export const operationText = (language: string, operation: string): string => {
  const text = TEXTS.get(operation);
  return (language === 'zh_CN' ? text?.zh : text?.en) ?? operation;
};

export const logEntry = (language: string, r: AuditRow): LogEntry => ({
  id: r.id,
  time: isoTime(r.at),
  userId: r.user_id,
  account: r.account,
  customerName: r.customer_name ?? '',
  operation: r.operation,
  operationName: operationText(language, r.operation),
  detail: r.detail,
  remote: r.remote,
});

interface LogInput {
  readonly operation?: string | undefined;
  readonly area?: AuditArea | undefined;
  readonly object?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly orderDirection?: 'asc' | 'desc' | undefined;
}

/** A question about the log as the database takes it. */
export const logFilter = (input: LogInput) => ({
  operation: input.operation,
  prefixes: input.area === undefined ? undefined : auditPrefixes(input.area),
  object: input.object,
  from: input.start === undefined ? undefined : new Date(input.start),
  to: input.end === undefined ? undefined : new Date(input.end),
  ascending: input.orderDirection === 'asc',
});
