import { auditPrefixes, codeWords, operationList, type AuditArea, type LogEntry, type LOG_RESULTS } from '@sightline/contract';
import type { AuditRow, NotedChange } from '@sightline/db';
import { isoTime } from '../times.ts';

const TEXTS = new Map<string, { readonly en: string; readonly zh: string }>(operationList.map((o) => [o.id, o.audit ?? o.summary]));

/** What an operation is called in the language of the asker. */
export const operationText = (language: string, operation: string): string => {
  const text = TEXTS.get(operation);
  return (language === 'zh_CN' ? text?.zh : text?.en) ?? operation;
};

/** How an attempt ended, in the language of the asker. */
export const resultText = (language: string, code: number): string => {
  if (code === 0) return language === 'zh_CN' ? '成功' : 'Done';
  return codeWords(code, language === 'zh_CN' ? 'zh' : 'en');
};

const camel = (column: string): string => column.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const KINDS: Readonly<Record<string, string>> = { app_user: 'user' };

/** Names of tables and columns are the database's own: outside they are written as everything on the wire. */
export const changesOf = (noted: readonly NotedChange[] | null): LogEntry['changes'] =>
  (noted ?? []).map(({ table, name, field, before, after }) => ({
    of: KINDS[table] ?? camel(table),
    name,
    field: camel(field),
    before,
    after,
  }));

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
  code: r.code,
  changes: changesOf(r.changes),
});

interface LogInput {
  readonly operation?: string | undefined;
  readonly area?: AuditArea | undefined;
  readonly result?: (typeof LOG_RESULTS)[number] | undefined;
  readonly object?: string | undefined;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly orderDirection?: 'asc' | 'desc' | undefined;
}

/** A question about the log as the database takes it. */
export const logFilter = (input: LogInput) => ({
  operation: input.operation,
  prefixes: input.area === undefined ? undefined : auditPrefixes(input.area),
  done: input.result === undefined ? undefined : input.result === 'done',
  object: input.object,
  from: input.start === undefined ? undefined : new Date(input.start),
  to: input.end === undefined ? undefined : new Date(input.end),
  ascending: input.orderDirection === 'asc',
});
