import type { Kysely } from 'kysely';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import type { Schema } from '../schema/index.ts';

/** Runs SQL with parameters: over the pool, in a transaction, or on a client of one's own. Rows come as the driver reads them. */
export type Query = <R>(text: string, values: readonly unknown[]) => Promise<R[]>;

export const queryOf =
  (db: Kysely<Schema>): Query =>
  async <R>(text: string, values: readonly unknown[]) =>
    (await db.executeQuery<R>(CompiledQuery.raw(text, [...values]))).rows;

export const clientQuery =
  (client: pg.ClientBase): Query =>
  async <R>(text: string, values: readonly unknown[]) =>
    (await client.query(text, [...values])).rows as R[];
