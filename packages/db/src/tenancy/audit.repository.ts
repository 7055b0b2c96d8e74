import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { NotedChange } from '../schema/tables.ts';
import { likePattern } from './customer.repository.ts';

export interface NewAuditEntry {
  readonly userId: string | null;
  readonly account: string;
  readonly customerId: string | null;
  readonly customerPath: string;
  /** Id of the operation. */
  readonly operation: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly remote: string | null;
  /** How it ended: 0 = done, which is what is meant when it is left out, else the code of the error. */
  readonly code?: number;
}

/** Writes an entry, with what its transaction has changed so far. */
export async function insertAudit(db: Kysely<Schema>, e: NewAuditEntry): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      user_id: e.userId,
      account: e.account,
      customer_id: e.customerId,
      customer_path: e.customerPath,
      operation: e.operation,
      detail: JSON.stringify(e.detail),
      remote: e.remote,
      code: e.code ?? 0,
      changes: sql<string | null>`app.noted_changes()`,
    })
    .execute();
}

export interface AuditQuery {
  readonly userId?: string | undefined;
  /** Customers below this path. */
  readonly path?: string | undefined;
  readonly account?: string | undefined;
  readonly operation?: string | undefined;
  /** Beginnings of operations; one of them. */
  readonly prefixes?: readonly string[] | undefined;
  /** Done, or refused and failed. */
  readonly done?: boolean | undefined;
  /** Part of the detail or of a value that was changed. */
  readonly object?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly ascending: boolean;
  readonly limit: number;
  readonly offset: number;
}

export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly user_id: string | null;
  readonly account: string;
  readonly customer_name: string | null;
  readonly operation: string;
  readonly detail: Record<string, unknown>;
  readonly remote: string | null;
  readonly code: number;
  readonly changes: readonly NotedChange[] | null;
}

const found = (db: Kysely<Schema>, q: Omit<AuditQuery, 'limit' | 'offset'>) =>
  db
    .selectFrom('audit_log as a')
    .$if(q.userId !== undefined, (b) => b.where('a.user_id', '=', q.userId!))
    .$if(q.path !== undefined, (b) => b.where(sql<boolean>`a.customer_path <@ ${q.path!}::ltree`))
    .$if(q.account !== undefined && q.account !== '', (b) => b.where('a.account', 'ilike', likePattern(q.account!)))
    .$if(q.operation !== undefined, (b) => b.where('a.operation', '=', q.operation!))
    .$if(q.prefixes !== undefined, (b) => b.where(sql<boolean>`a.operation ^@ ANY(${q.prefixes!}::text[])`))
    .$if(q.done !== undefined, (b) => b.where('a.code', q.done ? '=' : '<>', 0))
    .$if(q.object !== undefined && q.object !== '', (b) =>
      b.where(sql<boolean>`a.detail::text || coalesce(a.changes::text, '') ILIKE ${likePattern(q.object!)}`),
    )
    .$if(q.from !== undefined, (b) => b.where('a.at', '>=', q.from!))
    .$if(q.to !== undefined, (b) => b.where('a.at', '<', q.to!));

const ordered = (db: Kysely<Schema>, q: Omit<AuditQuery, 'limit' | 'offset'>) => {
  const direction = q.ascending ? 'asc' : 'desc';
  return found(db, q)
    .leftJoin('customer as c', 'c.id', 'a.customer_id')
    .select([
      'a.id',
      'a.at',
      'a.user_id',
      'a.account',
      'c.name as customer_name',
      'a.operation',
      'a.detail',
      'a.remote',
      'a.code',
      'a.changes',
    ])
    .orderBy('a.at', direction)
    .orderBy('a.id', direction);
};

export async function countAudit(db: Kysely<Schema>, q: Omit<AuditQuery, 'limit' | 'offset'>): Promise<number> {
  const { total } = await found(db, q)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function pageAudit(db: Kysely<Schema>, q: AuditQuery): Promise<{ rows: AuditRow[]; total: number }> {
  const rows = await ordered(db, q).limit(q.limit).offset(q.offset).execute();
  return { rows, total: await countAudit(db, q) };
}

const BATCH = 1000;

/** All that a question finds, in batches; stands in one transaction, so that nothing comes twice. */
export async function* streamAudit(db: Kysely<Schema>, q: Omit<AuditQuery, 'limit' | 'offset'>): AsyncGenerator<readonly AuditRow[]> {
  for (let offset = 0; ; offset += BATCH) {
    const rows = await ordered(db, q).limit(BATCH).offset(offset).execute();
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
  }
}
