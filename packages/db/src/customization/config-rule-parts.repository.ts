import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

export interface RulePart {
  readonly id: string;
  readonly name: string;
}

/** What a rule names, as far as the asker sees it and it is not in the recycle bin. */
export interface RuleParts {
  readonly customers: RulePart[];
  readonly labels: RulePart[];
  readonly alarms: RulePart[];
  readonly users: RulePart[];
  readonly deviceCount: number;
}

type Kind = 'customers' | 'labels' | 'alarms' | 'users' | 'devices';

/** Of each of these rules what it names, by the id of the rule. */
export async function partsOfRules(db: Kysely<Schema>, ruleIds: readonly string[]): Promise<Map<string, RuleParts>> {
  const ids = sql`ANY(${[...ruleIds]}::bigint[])`;
  const { rows } = await sql<{ rule_id: string; kind: Kind; id: string; name: string }>`
    SELECT x.rule_id, 'customers' AS kind, c.id, c.name FROM config_rule_customer x JOIN customer c ON c.id = x.customer_id
      WHERE x.rule_id = ${ids} AND c.status <> 'recycled'
    UNION ALL SELECT x.rule_id, 'labels', l.id, l.name FROM config_rule_label x JOIN label l ON l.id = x.label_id WHERE x.rule_id = ${ids}
    UNION ALL SELECT x.rule_id, 'alarms', a.id, a.name FROM config_rule_alarm x JOIN customize_alarm a ON a.id = x.customize_alarm_id
      WHERE x.rule_id = ${ids}
    UNION ALL SELECT x.rule_id, 'users', u.id, u.name FROM config_rule_user x JOIN app_user u ON u.id = x.user_id
      WHERE x.rule_id = ${ids} AND u.status <> 'recycled'
    UNION ALL SELECT x.rule_id, 'devices', count(*), '' FROM config_rule_device x JOIN device d ON d.key = x.device_key
      WHERE x.rule_id = ${ids} AND d.recycled_at IS NULL GROUP BY x.rule_id
    ORDER BY name, id`.execute(db);
  const parts = new Map(ruleIds.map((id) => [id, { customers: [], labels: [], alarms: [], users: [], deviceCount: 0 } as RuleParts]));
  for (const { rule_id, kind, id, name } of rows) {
    const own = parts.get(rule_id);
    if (own === undefined) continue;
    if (kind === 'devices') parts.set(rule_id, { ...own, deviceCount: Number(id) });
    else own[kind].push({ id, name });
  }
  return parts;
}

/** The devices of a rule in service that the asker sees, by name. */
export async function devicesOfRule(db: Kysely<Schema>, ruleId: string): Promise<RulePart[]> {
  return await db
    .selectFrom('config_rule_device as x')
    .innerJoin('device as d', 'd.key', 'x.device_key')
    .select(['d.id', 'd.name'])
    .where('x.rule_id', '=', ruleId)
    .where('d.recycled_at', 'is', null)
    .orderBy('d.name')
    .orderBy('d.id')
    .execute();
}

/** Customers by id that the asker may change, with what is below them. They cannot move away until the transaction ends. */
export async function heldCustomers(db: Kysely<Schema>, ids: readonly string[]): Promise<{ id: string; path: string }[]> {
  const { rows } = await sql<{ id: string; path: string }>`
    SELECT id, path FROM customer WHERE id = ANY(${[...ids]}::bigint[]) AND status <> 'recycled' ORDER BY id FOR KEY SHARE`.execute(db);
  return rows;
}

/** Devices in service by id that the asker sees. They cannot move away until the transaction ends. */
export async function heldDevices(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<{ key: string; id: string; customer_path: string }[]> {
  const { rows } = await sql<{ key: string; id: string; customer_path: string }>`
    SELECT key, id, customer_path FROM device WHERE id = ANY(${[...ids]}::text[]) AND recycled_at IS NULL ORDER BY key FOR SHARE`.execute(
    db,
  );
  return rows;
}

/** Users by id that the asker sees. */
export async function seenUsers(db: Kysely<Schema>, ids: readonly string[]): Promise<{ id: string; customer_path: string }[]> {
  const { rows } = await sql<{ id: string; customer_path: string }>`
    SELECT id, customer_path FROM app_user WHERE id = ANY(${[...ids]}::bigint[]) AND status <> 'recycled'`.execute(db);
  return rows;
}

/** Customized alerts by id that the asker sees. */
export async function seenCustomizeAlarms(db: Kysely<Schema>, ids: readonly string[]): Promise<{ id: string; customer_path: string }[]> {
  const { rows } = await sql<{ id: string; customer_path: string }>`
    SELECT id, customer_path FROM customize_alarm WHERE id = ANY(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

export interface NamedParts {
  readonly customerIds: readonly string[];
  readonly labelIds: readonly string[];
  readonly deviceKeys: readonly string[];
  readonly userIds: readonly string[];
  readonly customizeAlarmIds: readonly string[];
}

const TABLES = [
  ['config_rule_customer', 'customer_id', 'customerIds', 'customer', 'id'],
  ['config_rule_label', 'label_id', 'labelIds', 'label', 'id'],
  ['config_rule_device', 'device_key', 'deviceKeys', 'device', 'key'],
  ['config_rule_user', 'user_id', 'userIds', 'app_user', 'id'],
  ['config_rule_alarm', 'customize_alarm_id', 'customizeAlarmIds', 'customize_alarm', 'id'],
] as const;

/** Lets a rule name these and nothing else that the asker sees; what he does not see of it stays. False when one of them has just gone. */
export async function setRuleParts(db: Kysely<Schema>, ruleId: string, named: NamedParts): Promise<boolean> {
  for (const [table, column, key, target, id] of TABLES) {
    await sql`DELETE FROM ${sql.table(table)} WHERE rule_id = ${ruleId}`.execute(db);
    const wanted = named[key];
    if (wanted.length === 0) continue;
    const { numAffectedRows } = await sql`
      INSERT INTO ${sql.table(table)} (rule_id, ${sql.ref(column)})
      SELECT ${ruleId}, ${sql.ref(id)} FROM ${sql.table(target)} WHERE ${sql.ref(id)} = ANY(${[...wanted]}::bigint[])`.execute(db);
    if (Number(numAffectedRows ?? 0n) < wanted.length) return false;
  }
  return true;
}
