import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

export interface CustomerTextRecord {
  readonly key: string;
  readonly text: string;
}

export async function listCustomerTexts(db: Kysely<Schema>, customerId: string, language: string): Promise<CustomerTextRecord[]> {
  return await db
    .selectFrom('customer_text')
    .select(['key', 'text'])
    .where('customer_id', '=', customerId)
    .where('language', '=', language)
    .orderBy('key')
    .execute();
}

/** What stands in the place of built-in texts for the customer with this path: of each key the text of the nearest customer upwards. */
export async function textsFor(db: Kysely<Schema>, path: string, language: string): Promise<CustomerTextRecord[]> {
  const { rows } = await sql<CustomerTextRecord>`
    SELECT DISTINCT ON (key) key, text FROM customer_text
    WHERE customer_path @> ${path}::ltree AND language = ${language} ORDER BY key, nlevel(customer_path) DESC`.execute(db);
  return rows;
}

/** A text that changes with any of the texts for the customer with this path; null without one. */
export async function textStamp(db: Kysely<Schema>, path: string, language: string | null): Promise<string | null> {
  const { rows } = await sql<{ stamp: string | null }>`
    SELECT md5(string_agg(language || ' ' || key || ' ' || text, E'\n' ORDER BY customer_path, language, key)) AS stamp FROM customer_text
    WHERE customer_path @> ${path}::ltree AND (${language}::text IS NULL OR language = ${language})`.execute(db);
  return rows[0]?.stamp ?? null;
}

export async function deleteCustomerText(db: Kysely<Schema>, customerId: string, language: string, key: string): Promise<void> {
  await db
    .deleteFrom('customer_text')
    .where('customer_id', '=', customerId)
    .where('language', '=', language)
    .where('key', '=', key)
    .execute();
}

/** Keeps a text, unless the customer has as many of the language already and this would be another one: false. */
export async function saveCustomerText(
  db: Kysely<Schema>,
  customerId: string,
  language: string,
  { key, text }: CustomerTextRecord,
  max: number,
): Promise<boolean> {
  // Of two calls at once the second counts after the first.
  await sql`SELECT 1 FROM customer WHERE id = ${customerId} FOR UPDATE`.execute(db);
  const known = await listCustomerTexts(db, customerId, language);
  if (known.length >= max && !known.some((each) => each.key === key)) return false;
  await db
    .insertInto('customer_text')
    .values({ customer_id: customerId, language, key, text })
    .onConflict((c) => c.columns(['customer_id', 'language', 'key']).doUpdateSet({ text, updated_at: sql<Date>`now()` }))
    .execute();
  return true;
}
