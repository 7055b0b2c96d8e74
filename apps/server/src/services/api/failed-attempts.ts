import { ERROR_CODE, type OperationDefinition } from '@sightline/contract';
import { insertAudit, type NewAuditEntry } from '@sightline/db';
import type { FastifyBaseLogger } from 'fastify';
import type { AppContext } from '../../context.ts';
import { scopeOf, type Principal } from '../../features/principal.ts';

/** Typing errors, an ended session and hurry say nothing that somebody who reads a log wants to know. */
const NOT_KEPT: ReadonlySet<number> = new Set([ERROR_CODE.invalidParameters, ERROR_CODE.notLoggedIn, ERROR_CODE.tooFrequent]);

/** Entries of failed attempts of a user: who tries the same thing in a loop does not fill the log. */
export const FAILED_ATTEMPTS = { max: 60, windowS: 60 } as const;

/** Whether an attempt that ended so leaves an entry in the log. What demo accounts are refused all day leaves none. */
export const isKept = (operation: Pick<OperationDefinition, 'audit'>, principal: Pick<Principal, 'demo'>, code: number): boolean =>
  operation.audit !== undefined && !principal.demo && !NOT_KEPT.has(code);

/** Writes what was tried in a transaction of its own: the one of the attempt is rolled back. What goes wrong with it is only logged. */
export async function keepFailure(
  { database }: Pick<AppContext, 'database'>,
  principal: Principal,
  entry: NewAuditEntry,
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    await database.scoped(scopeOf(principal), (trx) => insertAudit(trx, entry));
  } catch (error) {
    log.error({ err: error, operation: entry.operation }, 'a failed attempt could not be written into the log');
  }
}
