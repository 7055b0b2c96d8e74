import { apiError } from '@sightline/contract';
import type { ScopedTransaction, UserRecord } from '@sightline/db';
import { isAncestor } from '@sightline/domain';
import type { Principal } from '../principal.ts';
import { namedUser } from './user.service.ts';

/** Whether the user belongs to a customer truly below the principal's. */
export const isBelow = (principal: Principal, user: Pick<UserRecord, 'customer_path'>): boolean =>
  isAncestor(principal.customerPath, user.customer_path);

/**
 * The user that a call changes. @throws 9002 when the principal cannot see it, 15004 for the platform's administrator and, within a company,
 * for its main account; 15002 for oneself.
 */
export async function managedUser(trx: ScopedTransaction, principal: Principal, userId: string): Promise<UserRecord> {
  const user = await namedUser(trx, principal, userId);
  if (user.id === principal.userId) throw apiError('cannotOperateCurrentUser', { userId });
  if (user.user_type === 1) throw apiError('cannotOperateAdmin', { userId });
  if (user.user_type === 2 && !user.demo && !isBelow(principal, user)) throw apiError('cannotOperateAdmin', { userId });
  return user;
}

/**
 * Who sets a password or adds a user holds the key to it: he must not win anything by that. @throws 403 when the other one may more, or when
 * the principal is held to devices, which the other one would not be.
 */
export function requireNoGain(principal: Principal, permissions: ReadonlySet<string>): void {
  if (principal.limits === 'device' || principal.limits === 'both') throw apiError('noPermission', { reason: 'limitedToDevices' });
  const beyond = [...permissions].filter((id) => !principal.permissions.has(id));
  if (beyond.length > 0) throw apiError('noPermission', { ids: beyond.slice(0, 20) });
}
