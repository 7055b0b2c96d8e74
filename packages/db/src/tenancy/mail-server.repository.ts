import { sql, type Kysely } from 'kysely';
import type { MailTls } from '../schema/account-tables.ts';
import type { Schema } from '../schema/index.ts';

/** Without its password, which a call cannot read. */
export interface MailServerRecord {
  readonly enabled: boolean;
  readonly host: string;
  readonly port: number;
  readonly tls: MailTls;
  readonly account: string;
  readonly sender_email: string;
  readonly sender_name: string;
}

const COLUMNS = ['enabled', 'host', 'port', 'tls', 'account', 'sender_email', 'sender_name'] as const;

export async function findMailServer(db: Kysely<Schema>, customerId: string): Promise<MailServerRecord | undefined> {
  return await db.selectFrom('customer_mail_server').select(COLUMNS).where('customer_id', '=', customerId).executeTakeFirst();
}

/** The sealed password; null when there is none. For the process that sends. */
export async function findMailServerPassword(db: Kysely<Schema>, customerId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('customer_mail_server')
    .select('password_sealed')
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return row?.password_sealed ?? null;
}

/** Saves it with a password, with none, or with the one that is there. */
export async function saveMailServer(
  db: Kysely<Schema>,
  customerId: string,
  record: MailServerRecord,
  passwordSealed: Buffer | null | 'stays',
): Promise<void> {
  // Not in one statement: an upsert would read the password, which a call cannot.
  await db
    .insertInto('customer_mail_server')
    .values({ customer_id: customerId, password_sealed: null, ...record })
    .onConflict((c) => c.column('customer_id').doNothing())
    .execute();
  await db
    .updateTable('customer_mail_server')
    .set({ ...record, updated_at: sql<Date>`now()`, ...(passwordSealed === 'stays' ? {} : { password_sealed: passwordSealed }) })
    .where('customer_id', '=', customerId)
    .execute();
}

/** A customer as e-mails need it: what it calls itself, and the server that it has in use. */
export interface MailRouteRecord {
  readonly customer_id: string;
  readonly title: string | null;
  readonly logo: string | null;
  readonly colour: string | null;
  readonly server: (MailServerRecord & { readonly passwordSealed: Buffer | null }) | null;
}

/** The customer with this path and those above it, the nearest first. For the process that sends. */
export async function mailRoutes(db: Kysely<Schema>, path: string): Promise<MailRouteRecord[]> {
  const rows = await db
    .selectFrom('customer as c')
    .leftJoin('customer_mail_server as s', (j) => j.onRef('s.customer_id', '=', 'c.id').on('s.enabled', '=', true))
    .select([
      'c.id',
      sql<string | null>`nullif(c.branding ->> 'title', '')`.as('title'),
      sql<string | null>`nullif(c.branding ->> 'logoLight', '')`.as('logo'),
      sql<string | null>`nullif(c.branding ->> 'defaultThemeColor', '')`.as('colour'),
      's.host',
      's.port',
      's.tls',
      's.account',
      's.sender_email',
      's.sender_name',
      's.password_sealed',
    ])
    .where(sql<boolean>`c.path @> ${path}::ltree`)
    .orderBy(sql`nlevel(c.path)`, 'desc')
    .execute();
  return rows.map((r) => ({
    customer_id: r.id,
    title: r.title,
    logo: r.logo,
    colour: r.colour,
    server:
      r.host === null
        ? null
        : {
            enabled: true,
            host: r.host,
            port: r.port!,
            tls: r.tls!,
            account: r.account!,
            sender_email: r.sender_email!,
            sender_name: r.sender_name!,
            passwordSealed: r.password_sealed,
          },
  }));
}

/** Whether any customer has a server in use. */
export async function anyMailServer(db: Kysely<Schema>): Promise<boolean> {
  const row = await db.selectFrom('customer_mail_server').select('customer_id').where('enabled', '=', true).limit(1).executeTakeFirst();
  return row !== undefined;
}
