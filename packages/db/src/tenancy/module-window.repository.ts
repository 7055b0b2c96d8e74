import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';

export interface ModuleWindowCode {
  /** Of the code; the code itself is never stored. */
  readonly codeHash: Buffer;
  /** SHA-256 of the token of the session that it belongs to. */
  readonly sessionHash: Buffer;
  readonly module: string;
  readonly tokenSealed: Buffer;
  readonly expiresAt: Date;
}

/** Keeps a code, and forgets those that were never used in time. */
export async function insertModuleWindowCode(db: Kysely<Schema>, code: ModuleWindowCode): Promise<void> {
  await db
    .deleteFrom('module_window_code')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await db
    .insertInto('module_window_code')
    .values({
      code_hash: code.codeHash,
      session_hash: code.sessionHash,
      module: code.module,
      token_sealed: code.tokenSealed,
      expires_at: code.expiresAt,
    })
    .execute();
}

/** Takes a code away; of several who try at once one gets it. Undefined when it is not there any more or too old. */
export async function takeModuleWindowCode(
  db: Kysely<Schema>,
  codeHash: Buffer,
): Promise<Pick<ModuleWindowCode, 'module' | 'tokenSealed'> | undefined> {
  const row = await db
    .deleteFrom('module_window_code')
    .where('code_hash', '=', codeHash)
    .returning(['module', 'token_sealed', sql<boolean>`expires_at > now()`.as('valid')])
    .executeTakeFirst();
  return row?.valid === true ? { module: row.module, tokenSealed: row.token_sealed } : undefined;
}
