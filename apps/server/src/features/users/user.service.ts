import { apiError } from '@sightline/contract';
import { findUser, type ScopedTransaction, type UserRecord } from '@sightline/db';
import type { Principal } from '../principal.ts';

/** The user that a call names, or the signed-in one. @throws 9002 when the principal cannot see it. */
export async function namedUser(trx: ScopedTransaction, principal: Principal, userId: string | undefined): Promise<UserRecord> {
  const user = await findUser(trx, userId ?? principal.userId);
  if (!user) throw apiError('dataNotFound', { userId });
  return user;
}

/** Own settings carry the own id or none. @throws 9002 for any other. */
export function onlySelf(principal: Principal, userId: string | undefined): void {
  if (userId !== undefined && userId !== principal.userId) throw apiError('dataNotFound', { userId });
}

/** @throws 400 when the two entries of a new password differ. */
export function matchingPasswords({ password, confirmPassword }: { readonly password: string; readonly confirmPassword: string }): void {
  if (password !== confirmPassword) throw apiError('invalidParameters', [{ path: 'confirmPassword', message: 'the two entries differ' }]);
}
