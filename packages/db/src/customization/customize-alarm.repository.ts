import { sql, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { CustomizeAlarmTable } from '../schema/customization-tables.ts';
import type { Schema } from '../schema/index.ts';
import { likePattern } from '../tenancy/customer.repository.ts';

export type CustomizeAlarmRecord = Selectable<CustomizeAlarmTable>;
/** What people say of a customized alert; conditions as JSON text. */
export type CustomizeAlarmValues = Omit<
  Updateable<CustomizeAlarmTable>,
  'id' | 'customer_id' | 'customer_path' | 'created_at' | 'updated_at'
>;

export interface CustomizeAlarmRow extends CustomizeAlarmRecord {
  /** Null where the asker does not see the customer: one above the own. */
  readonly customer_name: string | null;
  readonly rule_count: number;
  readonly rule_names: string[];
}

export interface CustomizeAlarmFilter {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** Of the customer with this path and of those above it. */
  readonly usableAt?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const NAMED_RULES = 20;

/** Customized alerts that the asker sees, by name, each with the rules that ask for it as far as they are seen. */
export async function pageCustomizeAlarms(
  db: Kysely<Schema>,
  q: CustomizeAlarmFilter,
): Promise<{ rows: CustomizeAlarmRow[]; total: number }> {
  const where = sql`true
    ${q.id === undefined ? sql`` : sql`AND a.id = ${q.id}`}
    ${q.name === undefined || q.name === '' ? sql`` : sql`AND a.name ILIKE ${likePattern(q.name)}`}
    ${q.enabled === undefined ? sql`` : sql`AND a.enabled = ${q.enabled}`}
    ${q.usableAt === undefined ? sql`` : sql`AND a.customer_path @> ${q.usableAt}::ltree`}`;
  const { rows } = await sql<CustomizeAlarmRow>`
    SELECT a.*, c.name AS customer_name, coalesce(used.count, 0)::int AS rule_count, coalesce(used.names, '{}') AS rule_names
    FROM customize_alarm a LEFT JOIN customer c ON c.id = a.customer_id
    LEFT JOIN LATERAL (
      SELECT count(*) AS count, (array_agg(r.name ORDER BY r.name, r.id))[1:${sql.lit(NAMED_RULES)}] AS names
      FROM config_rule_alarm x JOIN config_rule r ON r.id = x.rule_id WHERE x.customize_alarm_id = a.id) used ON true
    WHERE ${where} ORDER BY lower(a.name), a.id LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM customize_alarm a WHERE ${where}`.execute(db);
  return { rows, total: counted[0]!.total };
}

/** Names of the customized alerts that rules of the customer with this path may ask for: its own and those of customers above. */
export async function usableCustomizeAlarms(db: Kysely<Schema>, path: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM customize_alarm WHERE customer_path @> ${path}::ltree ORDER BY lower(name), id`.execute(db);
  return rows;
}

/** How many a customer has. Whoever adds one counts under this lock, so that two calls cannot both take the last place. */
export async function countCustomizeAlarms(db: Kysely<Schema>, customerId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('customize alarm ' || ${customerId}, 0))`.execute(db);
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::int AS count FROM customize_alarm WHERE customer_id = ${customerId}`.execute(db);
  return rows[0]!.count;
}

export async function insertCustomizeAlarm(
  db: Kysely<Schema>,
  customerId: string,
  values: Required<CustomizeAlarmValues>,
): Promise<string> {
  const { id } = await db
    .insertInto('customize_alarm')
    .values({ customer_id: customerId, ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateCustomizeAlarm(db: Kysely<Schema>, id: string, values: CustomizeAlarmValues): Promise<void> {
  await db
    .updateTable('customize_alarm')
    .set({ ...values, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Those of these that the asker may change, locked until the end of the transaction: no rule can ask for them meanwhile. */
export async function lockCustomizeAlarms(db: Kysely<Schema>, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM customize_alarm WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(db);
  return rows;
}

/** Rules that ask for one of these, each once, by name; also those that the asker does not see. */
export async function rulesWithAlarms(db: Kysely<Schema>, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT DISTINCT rule_id AS id, rule_name AS name FROM app.rules_with_alarms(${[...ids]}::bigint[]) ORDER BY rule_name, rule_id`.execute(
    db,
  );
  return rows;
}

export async function deleteCustomizeAlarms(db: Kysely<Schema>, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM customize_alarm WHERE id = ANY(${[...ids]}::bigint[])`.execute(db);
}
