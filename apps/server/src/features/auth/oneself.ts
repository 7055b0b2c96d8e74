import { apiError } from '@sightline/contract';
import { findUser, type UserRecord } from '@sightline/db';
import type { AppContext } from '../../context.ts';
import type { Principal } from '../principal.ts';
import { verifyPassword } from './passwords.service.ts';

/** The signed-in user, who has said his password once more: a session that was left open is not enough. @throws 15003 */
export async function oneself(context: AppContext, principal: Principal, password: string): Promise<UserRecord> {
  const user = await findUser(context.database.system, principal.userId);
  if (!user || !(await verifyPassword(user.password_hash, password))) throw apiError('wrongPassword');
  return user;
}
