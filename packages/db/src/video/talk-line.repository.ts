import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** A line whose process has not been heard of for so long is free. */
const LINE_S = 30;

export interface TalkLine {
  readonly deviceKey: string;
  /** Of the ticket that opens the talk. */
  readonly nonce: string;
}

/** Takes the line to a device. Resolves with false while another talk has it. For the process that carries it. */
export async function takeTalkLine(db: Kysely<Schema>, { deviceKey, nonce }: TalkLine, customerId: string): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO talk_line AS l (device_key, customer_id, nonce, until_at)
    VALUES (${deviceKey}, ${customerId}, ${nonce}, now() + make_interval(secs => ${LINE_S}))
    ON CONFLICT (device_key) DO UPDATE SET customer_id = excluded.customer_id, nonce = excluded.nonce, until_at = excluded.until_at
    WHERE l.until_at < now()
    RETURNING device_key`.execute(db);
  return rows.length > 0;
}

/** Resolves with false when the line was lost to another talk meanwhile. */
export async function keepTalkLine(db: Kysely<Schema>, { deviceKey, nonce }: TalkLine): Promise<boolean> {
  const { rows } = await sql`
    UPDATE talk_line SET until_at = now() + make_interval(secs => ${LINE_S})
    WHERE device_key = ${deviceKey} AND nonce = ${nonce} RETURNING device_key`.execute(db);
  return rows.length > 0;
}

export async function freeTalkLine(db: Kysely<Schema>, { deviceKey, nonce }: TalkLine): Promise<void> {
  await sql`DELETE FROM talk_line WHERE device_key = ${deviceKey} AND nonce = ${nonce}`.execute(db);
}

/** Whether somebody talks with a device of the scope. */
export async function isTalkLineTaken(db: Kysely<Schema>, deviceKey: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM talk_line WHERE device_key = ${deviceKey} AND until_at >= now()`.execute(db);
  return rows.length > 0;
}
