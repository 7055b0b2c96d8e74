import type { SignedIn } from '@sightline/contract';
import { insertAudit, updateUser, type UserRecord } from '@sightline/db';
import type { AppContext } from '../../context.ts';
import type { Principal } from '../principal.ts';
import type { Sessions } from './sessions.service.ts';

/** Somebody who has proved who he is, and may sign in. */
export interface Entrance {
  readonly user: UserRecord;
  readonly principal: Principal;
  readonly remote: string;
  readonly agent: string | null;
  /** Of the sign-in page; becomes the user's own. */
  readonly language: string | undefined;
  /** By which it happened, and what the log says of it. */
  readonly operation: 'system.login' | 'system.passkey.login';
  readonly detail: Readonly<Record<string, unknown>>;
}

const auditOf = ({ user, operation, remote }: Pick<Entrance, 'user' | 'operation' | 'remote'>, detail: Entrance['detail']) => ({
  userId: user.id,
  account: user.account,
  customerId: user.customer_id,
  customerPath: user.customer_path,
  operation,
  detail,
  remote,
});

/** Begins the session of whoever has proved who he is, in whichever way. */
export async function enter(context: AppContext, sessions: Sessions, entrance: Entrance): Promise<SignedIn> {
  const { user, principal, language } = entrance;
  const database = context.database.system;
  if (!user.demo && (language === 'en_US' || language === 'zh_CN') && language !== user.language) {
    await updateUser(database, user.id, { language });
  }
  const session = await sessions.issue(user, entrance.remote, entrance.agent);
  await insertAudit(database, auditOf(entrance, entrance.detail));
  return {
    token: session.token,
    userId: user.id,
    customerId: principal.customerId,
    expireTime: session.expiresAt.toISOString(),
    passwordMustChange: principal.passwordMustChange,
    twoFactorMissing: principal.twoFactorMissing,
  };
}

/**
 * Writes down a sign-in of somebody known that was refused. It never rejects. Where a stranger could learn from the time of the answer that there is such an
 * account, nobody waits for it.
 */
export async function noteRefusal(
  context: AppContext,
  refused: Pick<Entrance, 'user' | 'operation' | 'remote'>,
  code: number,
  detail: Entrance['detail'] = {},
): Promise<void> {
  await insertAudit(context.database.system, { ...auditOf(refused, detail), code }).catch((error: unknown) =>
    context.logger.error({ err: error }, 'a refused sign-in could not be written down'),
  );
}
