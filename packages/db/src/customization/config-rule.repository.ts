import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { ConfigRuleTable } from '../schema/customization-tables.ts';
import type { Schema } from '../schema/index.ts';
import { likePattern } from '../tenancy/customer.repository.ts';

export type ConfigRuleRecord = Selectable<ConfigRuleTable>;
/** What people say of a rule beside what it names; parts that are JSON as text. */
export type ConfigRuleValues = Omit<
  Insertable<ConfigRuleTable>,
  'id' | 'customer_id' | 'customer_path' | 'user_id' | 'created_at' | 'updated_at'
>;
export type ConfigRuleChange = Omit<
  Updateable<ConfigRuleTable>,
  'id' | 'customer_id' | 'customer_path' | 'user_id' | 'created_at' | 'updated_at'
>;

export interface ConfigRuleRow extends ConfigRuleRecord {
  readonly customer_name: string | null;
  /** Who made it; null when that user is gone or not seen. */
  readonly account: string | null;
}

export interface ConfigRuleFilter {
  readonly id?: string | undefined;
  /** Of customers below this path. */
  readonly path?: string | undefined;
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly orderBy?: 'ruleName' | 'customerName' | 'updateTime' | undefined;
  readonly descending?: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

const ORDER = { ruleName: sql`lower(r.name)`, customerName: sql`lower(c.name)`, updateTime: sql`r.updated_at` } as const;

/** Rules that the asker sees. */
export async function pageConfigRules(db: Kysely<Schema>, q: ConfigRuleFilter): Promise<{ rows: ConfigRuleRow[]; total: number }> {
  const where = sql`true
    ${q.id === undefined ? sql`` : sql`AND r.id = ${q.id}`}
    ${q.path === undefined ? sql`` : sql`AND r.customer_path <@ ${q.path}::ltree`}
    ${q.name === undefined || q.name === '' ? sql`` : sql`AND r.name ILIKE ${likePattern(q.name)}`}
    ${q.enabled === undefined ? sql`` : sql`AND r.enabled = ${q.enabled}`}`;
  const direction = q.descending === true ? sql`DESC` : sql`ASC`;
  const { rows } = await sql<ConfigRuleRow>`
    SELECT r.*, c.name AS customer_name, u.account
    FROM config_rule r LEFT JOIN customer c ON c.id = r.customer_id LEFT JOIN app_user u ON u.id = r.user_id
    WHERE ${where} ORDER BY ${ORDER[q.orderBy ?? 'ruleName']} ${direction}, r.id LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM config_rule r WHERE ${where}`.execute(db);
  return { rows, total: counted[0]!.total };
}

/** How many a customer has, seen or not. Whoever adds one counts under this lock, so that two calls cannot both take the last place. */
export async function countConfigRules(db: Kysely<Schema>, customerId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('config rule ' || ${customerId}, 0))`.execute(db);
  const { rows } = await sql<{ count: number }>`SELECT app.config_rule_count(${customerId}) AS count`.execute(db);
  return rows[0]!.count;
}

export async function insertConfigRule(
  db: Kysely<Schema>,
  of: { readonly customerId: string; readonly userId: string },
  values: ConfigRuleValues,
): Promise<string> {
  const { id } = await db
    .insertInto('config_rule')
    .values({ customer_id: of.customerId, user_id: of.userId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateConfigRule(db: Kysely<Schema>, id: string, change: ConfigRuleChange): Promise<void> {
  await db
    .updateTable('config_rule')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Those of these rules that the asker may change, locked until the end of the transaction. */
export async function lockConfigRules(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<Pick<ConfigRuleRecord, 'id' | 'name' | 'customer_path'>[]> {
  return await db
    .selectFrom('config_rule')
    .select(['id', 'name', 'customer_path'])
    .where('id', '=', sql<string>`ANY(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function deleteConfigRules(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM config_rule WHERE id = ANY(${[...ids]}::bigint[])`.execute(db);
}
