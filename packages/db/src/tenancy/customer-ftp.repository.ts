import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

/** Without its password, which a call cannot read. */
export interface CustomerFtpRecord {
  readonly enabled: boolean;
  readonly host: string;
  readonly port: number;
  readonly account: string;
  readonly folder: string;
}

export async function findCustomerFtp(db: Kysely<Schema>, customerId: string): Promise<CustomerFtpRecord | undefined> {
  const { rows } = await sql<CustomerFtpRecord>`
    SELECT enabled, host, port, account, folder FROM customer_ftp WHERE customer_id = ${customerId}`.execute(db);
  return rows[0];
}

/** The sealed password; null when there is none. For the process that connects. */
export async function findCustomerFtpPassword(db: Kysely<Schema>, customerId: string): Promise<Buffer | null> {
  const { rows } = await sql<{
    password_sealed: Buffer | null;
  }>`SELECT password_sealed FROM customer_ftp WHERE customer_id = ${customerId}`.execute(db);
  return rows[0]?.password_sealed ?? null;
}

/** Saves it with a password, with none, or with the one that is there. */
export async function saveCustomerFtp(
  db: Kysely<Schema>,
  customerId: string,
  { enabled, host, port, account, folder }: CustomerFtpRecord,
  passwordSealed: Buffer | null | 'stays',
): Promise<void> {
  const password = passwordSealed === 'stays' ? sql`` : sql`, password_sealed = ${passwordSealed}`;
  // Not in one statement: an upsert would read the password, which a call cannot.
  await sql`
    INSERT INTO customer_ftp (customer_id, enabled, host, port, account, folder)
    VALUES (${customerId}, ${enabled}, ${host}, ${port}, ${account}, ${folder}) ON CONFLICT (customer_id) DO NOTHING`.execute(db);
  await sql`
    UPDATE customer_ftp SET enabled = ${enabled}, host = ${host}, port = ${port}, account = ${account}, folder = ${folder}, updated_at = now() ${password}
    WHERE customer_id = ${customerId}`.execute(db);
}
