import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { STATUS } from './license-list.repository.ts';

export interface StockRow {
  readonly type_code: string;
  readonly count: number;
  /** The oldest ones. */
  readonly codes: readonly string[];
}

/** What a customer can hand on or bind, by type; at most `codeLimit` codes of each. */
export async function licenseStock(db: Kysely<Schema>, customerId: string, codeLimit: number): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    SELECT type_code, max(total)::int AS count, array_agg(code ORDER BY id) FILTER (WHERE place <= ${codeLimit}) AS codes
    FROM (
      SELECT type_code, code, id, row_number() OVER (PARTITION BY type_code ORDER BY id) AS place, count(*) OVER (PARTITION BY type_code) AS total
      FROM license WHERE customer_id = ${customerId} AND state = 'new' AND expires_at IS NULL AND locked_at IS NULL
    ) s
    GROUP BY type_code ORDER BY type_code`.execute(db);
  return rows.map((r) => ({ ...r, codes: r.codes ?? [] }));
}

export interface UsageRow {
  readonly customer_id: string;
  readonly customer_name: string;
  readonly own: boolean;
  readonly leaf: boolean;
  readonly stock: number;
  readonly opened: number;
  readonly bound: number;
  readonly expiring: number;
  readonly expired: number;
  readonly locked: number;
  readonly spent: number;
  readonly total: number;
}

export interface UsageQuery {
  readonly path: string;
  readonly typeCode: string | undefined;
  readonly expiringUntil: Date;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The customer at `path` by itself, then each direct sub-customer with everything below it, by name. One in the recycle bin is listed as long as
 * licences are left with it: the counts add up to all that there are.
 */
export async function pageLicenseUsage(db: Kysely<Schema>, q: UsageQuery): Promise<{ rows: UsageRow[]; total: number }> {
  const level = sql`nlevel(${q.path}::ltree)`;
  const shown = sql`c.path = ${q.path}::ltree OR (c.path <@ ${q.path}::ltree AND nlevel(c.path) = ${level} + 1
    AND (c.status <> 'recycled' OR EXISTS (SELECT FROM license l WHERE l.customer_path <@ c.path)))`;
  const { rows } = await sql<UsageRow>`
    WITH counted AS (
      SELECT subpath(x.customer_path, 0, least(nlevel(x.customer_path), ${level} + 1)) AS path, x.status, count(*)::int AS n,
        count(*) FILTER (WHERE x.status = 'bound' AND x.expires_at < ${q.expiringUntil})::int AS soon
      FROM (
        SELECT l.customer_path, l.expires_at, ${STATUS} AS status FROM license l
        WHERE l.customer_path <@ ${q.path}::ltree ${q.typeCode === undefined ? sql`` : sql`AND l.type_code = ${q.typeCode}`}
      ) x
      GROUP BY 1, 2
    )
    SELECT c.id AS customer_id, c.name AS customer_name, c.path = ${q.path}::ltree AS own,
      NOT EXISTS (SELECT FROM customer s WHERE s.parent_id = c.id AND s.status <> 'recycled') AS leaf,
      ${countOf('new')} AS stock, ${countOf('opened')} AS opened, ${countOf('bound')} AS bound, ${countOf('expired')} AS expired,
      ${countOf('locked')} AS locked, ${countOf('spent')} AS spent, coalesce(sum(k.soon), 0)::int AS expiring, coalesce(sum(k.n), 0)::int AS total
    FROM customer c LEFT JOIN counted k ON k.path = c.path
    WHERE ${shown}
    GROUP BY c.id ORDER BY own DESC, c.name, c.id LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const count = await sql<{ total: number }>`SELECT count(*)::int AS total FROM customer c WHERE ${shown}`.execute(db);
  return { rows, total: count.rows[0]!.total };
}

const countOf = (status: string) => sql`coalesce(sum(k.n) FILTER (WHERE k.status = ${status}), 0)::int`;
