import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../schema/index.ts';
import { likePattern } from '../tenancy/customer.repository.ts';

export const COMMAND_STATES = ['pending', 'sending', 'sent', 'executed', 'rejected', 'revoked', 'timedOut'] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

/** A command as people see it, with the names of what it belongs to. */
export interface CommandRow {
  readonly id: string;
  readonly device_key: string;
  readonly device_id: string;
  readonly device_name: string;
  readonly customer_id: string;
  readonly customer_name: string;
  readonly customer_path: string;
  readonly protocol: string;
  readonly batch_id: string | null;
  readonly user_id: string | null;
  readonly account: string;
  readonly command: string;
  /** Passwords among them are masked. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly state: CommandState;
  readonly reason: string | null;
  readonly offline: boolean;
  readonly waits: boolean;
  readonly attempt: number;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly sent_at: Date | null;
  readonly acknowledged_at: Date | null;
  readonly finished_at: Date | null;
  readonly request_hex: string | null;
  readonly answer_text: string | null;
  readonly answer: Readonly<Record<string, unknown>> | null;
  readonly answer_hex: string | null;
}

const COLUMNS = sql`c.id, c.device_key, d.id AS device_id, d.name AS device_name, d.customer_id, k.name AS customer_name, d.customer_path,
  t.protocol, c.batch_id, c.user_id, c.account, c.command, coalesce(c.masked_params, c.params) AS params, c.state, c.reason, c.offline, c.waits, c.attempt, c.created_at,
  c.expires_at, c.sent_at, c.acknowledged_at, c.finished_at, c.request_hex, c.answer_text, c.answer, c.answer_hex`;
const FROM = sql`device_command c JOIN device d ON d.key = c.device_key JOIN customer k ON k.id = d.customer_id
  JOIN device_type t ON t.code = d.type_code`;

/** A command for one device, before it has an id. */
export interface NewCommand {
  readonly deviceKey: string;
  /** Refused before it could be sent: kept, so that the result of a batch is whole. */
  readonly refused: string | null;
  readonly offline: boolean;
  readonly expiresAt: Date;
  /** Its own parameters; left out: those of all. */
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface NewCommands {
  readonly devices: readonly NewCommand[];
  readonly batchId: string | null;
  readonly userId: string;
  readonly account: string;
  readonly command: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** What is left of them when it has ended, and shown before; null when nothing in them is secret. */
  readonly maskedParams: Readonly<Record<string, unknown>> | null;
  readonly repeatable: boolean;
  readonly timeoutS: number;
  readonly condition: { readonly maxSpeedKph: number; readonly maxFixAgeS: number; readonly waits: boolean } | null;
}

/** Adds commands. Returns their ids by device key; a device that has the same command open is missing in it. */
export async function insertCommands(db: Kysely<Schema>, c: NewCommands): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; device_key: string }>`
    INSERT INTO device_command (device_key, batch_id, user_id, account, command, params, masked_params, state, reason, finished_at, offline, repeatable,
      max_speed_kph, max_fix_age_s, waits, timeout_s, expires_at)
    SELECT n.key, ${c.batchId}::bigint, ${c.userId}::bigint, ${c.account}, ${c.command}, coalesce(n.params::jsonb, ${JSON.stringify(c.params)}::jsonb),
      ${c.maskedParams === null ? null : JSON.stringify(c.maskedParams)}::jsonb,
      CASE WHEN n.refused IS NULL THEN 'pending' ELSE 'rejected' END, n.refused, CASE WHEN n.refused IS NULL THEN NULL ELSE now() END,
      n.offline, ${c.repeatable}::boolean, ${c.condition?.maxSpeedKph ?? null}::real, ${c.condition?.maxFixAgeS ?? null}::integer,
      ${c.condition?.waits ?? false}::boolean, ${c.timeoutS}::integer, n.expires_at
    FROM unnest(${c.devices.map((d) => d.deviceKey)}::bigint[], ${c.devices.map((d) => d.refused)}::text[],
      ${c.devices.map((d) => d.offline)}::boolean[], ${c.devices.map((d) => d.expiresAt)}::timestamptz[],
      ${c.devices.map((d) => (d.params ? JSON.stringify(d.params) : null))}::text[]) AS n (key, refused, offline, expires_at, params)
    ON CONFLICT DO NOTHING RETURNING id, device_key`.execute(db);
  return new Map(rows.map((r) => [r.device_key, r.id]));
}

export async function nextCommandBatch(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT nextval('device_command_batch')::text AS id`.execute(db);
  return rows[0]!.id;
}

/** Commands by id, as far as they are in the scope. */
export async function commandsByIds(db: Kysely<Schema>, ids: readonly string[]): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`SELECT ${COLUMNS} FROM ${FROM} WHERE c.id = ANY(${ids}::bigint[]) ORDER BY c.id`.execute(db);
  return rows;
}

/** Commands that have not ended, by device key. */
export async function openCommandCounts(db: Kysely<Schema>, deviceKeys: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ device_key: string; open: number }>`
    SELECT device_key, count(*)::int AS open FROM device_command
    WHERE device_key = ANY(${deviceKeys}::bigint[]) AND state IN ('pending', 'sending', 'sent') GROUP BY device_key`.execute(db);
  return new Map(rows.map((r) => [r.device_key, r.open]));
}

/** The devices that a speed condition lets through now. */
export async function slowDevices(
  db: Kysely<Schema>,
  deviceKeys: readonly string[],
  condition: { readonly maxSpeedKph: number; readonly maxFixAgeS: number },
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    SELECT d.key FROM device d WHERE d.key = ANY(${deviceKeys}::bigint[])
      AND app.command_may_go(d.key, ${condition.maxSpeedKph}::real, ${condition.maxFixAgeS}::integer)`.execute(db);
  return new Set(rows.map((r) => r.key));
}

/** Takes commands back that have not been claimed. Returns the ids that it was in time for. */
export async function revokeCommands(db: Kysely<Schema>, ids: readonly string[], reason: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    UPDATE device_command SET state = 'revoked', reason = ${reason}, finished_at = now()
    WHERE id = ANY(${ids}::bigint[]) AND state = 'pending' RETURNING id`.execute(db);
  return new Set(rows.map((r) => r.id));
}

/** Ends a command of a device without a connection, so that it does not go out later. False when it has been claimed meanwhile. */
export const withdrawCommand = async (db: Kysely<Schema>, id: string): Promise<boolean> =>
  (await revokeCommands(db, [id], 'deviceOffline')).size > 0;

/** Commands that a user sent last, newest first, each once. */
export async function recentCommands(db: Kysely<Schema>, userId: string, limit: number): Promise<{ command: string; at: Date }[]> {
  const { rows } = await sql<{ command: string; at: Date }>`
    SELECT command, max(created_at) AS at FROM (
      SELECT command, created_at FROM device_command WHERE user_id = ${userId}::bigint ORDER BY id DESC LIMIT 500
    ) last GROUP BY command ORDER BY at DESC LIMIT ${limit}`.execute(db);
  return rows;
}

export interface CommandFilter {
  readonly deviceIds?: readonly string[] | undefined;
  /** Part of the device's name or id. */
  readonly text?: string | undefined;
  readonly batchId?: string | undefined;
  readonly path?: string | undefined;
  readonly commands?: readonly string[] | undefined;
  readonly states?: readonly CommandState[] | undefined;
  readonly account?: string | undefined;
  readonly offline?: boolean | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

function conditions(f: CommandFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (f.deviceIds) parts.push(sql`d.id = ANY(${f.deviceIds}::text[])`);
  if (f.text) parts.push(sql`(d.id ILIKE ${likePattern(f.text)} OR d.name ILIKE ${likePattern(f.text)})`);
  if (f.batchId !== undefined) parts.push(sql`c.batch_id = ${f.batchId}::bigint`);
  if (f.path !== undefined) parts.push(sql`d.customer_path <@ ${f.path}::ltree`);
  if (f.commands) parts.push(sql`c.command = ANY(${f.commands}::text[])`);
  if (f.states) parts.push(sql`c.state = ANY(${f.states}::text[])`);
  if (f.account) parts.push(sql`c.account ILIKE ${likePattern(f.account)}`);
  if (f.offline !== undefined) parts.push(sql`c.offline = ${f.offline}`);
  if (f.from) parts.push(sql`c.created_at >= ${f.from}`);
  if (f.to) parts.push(sql`c.created_at < ${f.to}`);
  return sql.join(parts, sql` AND `);
}

/** A page of the history, newest first. */
export async function pageCommands(
  db: Kysely<Schema>,
  q: CommandFilter & { readonly limit: number; readonly offset: number },
): Promise<{ rows: CommandRow[]; total: number }> {
  const where = conditions(q);
  const { rows } = await sql<CommandRow>`
    SELECT ${COLUMNS} FROM ${FROM} WHERE ${where} ORDER BY c.id DESC LIMIT ${q.limit} OFFSET ${q.offset}`.execute(db);
  return { rows, total: await countCommands(db, q) };
}

/** How many commands a filter finds. */
export async function countCommands(db: Kysely<Schema>, f: CommandFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${FROM} WHERE ${conditions(f)}`.execute(db);
  return rows[0]!.total;
}

/**
 * All commands that a filter finds, newest first, some hundred at a time, as one moment of the database shows them: for exports of any size.
 * Within a transaction, and once in it.
 */
export async function* streamCommands(trx: Kysely<Schema>, filter: CommandFilter, batch = 500): AsyncGenerator<CommandRow[]> {
  await sql`DECLARE all_commands NO SCROLL CURSOR FOR
    SELECT ${COLUMNS} FROM ${FROM} WHERE ${conditions(filter)} ORDER BY c.id DESC`.execute(trx);
  for (;;) {
    const { rows } = await sql<CommandRow>`FETCH ${sql.lit(batch)} FROM all_commands`.execute(trx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`CLOSE all_commands`.execute(trx);
}

/** How many commands of a selection are in which state. */
export async function commandStateCounts(db: Kysely<Schema>, f: CommandFilter): Promise<Map<CommandState, number>> {
  const { rows } = await sql<{ state: CommandState; count: number }>`
    SELECT c.state, count(*)::int AS count FROM ${FROM} WHERE ${conditions(f)} GROUP BY c.state`.execute(db);
  return new Map(rows.map((r) => [r.state, r.count]));
}

const DROP_AT_ONCE = 5000;

/** Removes commands that were asked for before and have ended, some thousands in each transaction. Returns how many. */
export async function dropCommandsBefore(db: Kysely<Schema>, before: Date): Promise<number> {
  for (let dropped = 0; ;) {
    const { numAffectedRows } = await sql`
      DELETE FROM device_command WHERE id IN (
        SELECT id FROM device_command WHERE created_at < ${before} AND state NOT IN ('pending', 'sending', 'sent') LIMIT ${DROP_AT_ONCE})`.execute(
      db,
    );
    const count = Number(numAffectedRows ?? 0n);
    dropped += count;
    if (count < DROP_AT_ONCE) return dropped;
  }
}

/** What decides about the commands of devices. */
export interface CommandDevice {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly type_code: string;
  readonly type_name: string;
  readonly protocol: string;
  readonly cam_count: number;
  readonly commands: readonly string[] | null;
  readonly last_contact_ms: number | null;
}

/** Devices by id; those outside the scope are not in it. */
export async function commandDevices(db: Kysely<Schema>, ids: readonly string[]): Promise<CommandDevice[]> {
  const { rows } = await sql<CommandDevice>`
    SELECT d.key, d.id, d.name, d.type_code, t.name AS type_name, t.protocol, d.cam_count, t.commands,
      (extract(epoch FROM s.last_contact_at) * 1000)::float8 AS last_contact_ms
    FROM device d JOIN device_type t ON t.code = d.type_code LEFT JOIN device_state s ON s.device_key = d.key
    WHERE d.recycled_at IS NULL AND d.id = ANY(${ids}::text[]) ORDER BY d.id`.execute(db);
  return rows;
}
