import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
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
}

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
    })
    .execute();
}

export interface AuditQuery {
  readonly userId?: string | undefined;
  /** Customers below this path. */
  readonly path?: string | undefined;
  readonly account?: string | undefined;
  readonly operation?: string | undefined;
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
}

export async function pageAudit(db: Kysely<Schema>, q: AuditQuery): Promise<{ rows: AuditRow[]; total: number }> {
  const base = db
    .selectFrom('audit_log as a')
    .$if(q.userId !== undefined, (b) => b.where('a.user_id', '=', q.userId!))
    .$if(q.path !== undefined, (b) => b.where(sql<boolean>`a.customer_path <@ ${q.path!}::ltree`))
    .$if(q.account !== undefined && q.account !== '', (b) => b.where('a.account', 'ilike', likePattern(q.account!)))
    .$if(q.operation !== undefined, (b) => b.where('a.operation', '=', q.operation!))
    .$if(q.from !== undefined, (b) => b.where('a.at', '>=', q.from!))
    .$if(q.to !== undefined, (b) => b.where('a.at', '<', q.to!));
  const direction = q.ascending ? 'asc' : 'desc';
  const rows = await base
    .leftJoin('customer as c', 'c.id', 'a.customer_id')
    .select(['a.id', 'a.at', 'a.user_id', 'a.account', 'c.name as customer_name', 'a.operation', 'a.detail', 'a.remote'])
    .orderBy('a.at', direction)
    .orderBy('a.id', direction)
    .limit(q.limit)
    .offset(q.offset)
    .execute();
  const { total } = await base.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}
