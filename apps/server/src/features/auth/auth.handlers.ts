import { apiError } from '@sightline/contract';
import { findUserByAccount, insertAudit, updateUser } from '@sightline/db';
import { defineHandlers, detached } from '../handlers.ts';
import { verifyAgainstNothing, verifyPassword } from './passwords.service.ts';
import type { Sessions } from './sessions.service.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';
import type { TwoFactor } from './two-factor.service.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sign-in and sign-out. */
export const authHandlers = (sessions: Sessions, throttle: SignInThrottle, twoFactor: TwoFactor) =>
  defineHandlers({
    'system.login': async ({ input, context, remote, agent }) => {
      const account = input.account.trim();
      const verdict = throttle.check(account, remote);
      if (!verdict.allowed) throw apiError('tooFrequent', { retryAfterS: verdict.retryAfterS });
      // Counted before anything is awaited, so that a burst of guesses cannot run past the limit side by side.
      throttle.failed(account, remote);
      if (verdict.delayMs > 0) await pause(verdict.delayMs);

      const database = context.database.system;
      const user = await findUserByAccount(database, account);
      if (!user) {
        await verifyAgainstNothing(input.password);
        throw apiError('wrongCredentials');
      }
      if (!(await verifyPassword(user.password_hash, input.password))) throw apiError('wrongCredentials');
      // Only who knows the password is told that the account or its customer has been stopped, or that a code is asked for.
      const principal = await sessions.principalOf(user);
      const { code = '' } = input;
      const needsCode = user.two_factor_at !== null;
      if (!principal || (needsCode && code === '')) throttle.withdrawn(account, remote);
      if (!principal) throw apiError('accountGone');
      if (needsCode && code === '') throw apiError('authenticatorRequired', { reason: 'code' });
      const detail = needsCode ? { secondStep: await twoFactor.take(user.id, code) } : {};
      throttle.succeeded(account, remote);
      if (
        input.language !== undefined &&
        !user.demo &&
        (input.language === 'en_US' || input.language === 'zh_CN') &&
        input.language !== user.language
      ) {
        await updateUser(database, user.id, { language: input.language });
      }
      const session = await sessions.issue(user, remote, agent);
      await insertAudit(database, {
        userId: user.id,
        account: user.account,
        customerId: principal.customerId,
        customerPath: principal.customerPath,
        operation: 'system.login',
        detail,
        remote,
      });
      return {
        token: session.token,
        userId: user.id,
        customerId: principal.customerId,
        expireTime: session.expiresAt.toISOString(),
        passwordMustChange: principal.passwordMustChange,
        twoFactorMissing: principal.twoFactorMissing,
      };
    },

    'system.out': detached(async ({ token }) => {
      // The answer waits for the end of the session: after a sign-out the token is of no use to anybody.
      if (token !== null) await sessions.revoke(token);
      return null;
    }),
  });
