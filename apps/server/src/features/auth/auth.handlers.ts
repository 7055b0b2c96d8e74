import { ApiError, apiError } from '@sightline/contract';
import { findUserByAccount } from '@sightline/db';
import { defineHandlers, detached } from '../handlers.ts';
import { passkeyRefused, type Passkeys } from './passkey.service.ts';
import { verifyAgainstNothing, verifyPassword } from './passwords.service.ts';
import type { Sessions } from './sessions.service.ts';
import { enter, noteRefusal } from './sign-in.service.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';
import type { TwoFactor } from './two-factor.service.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sign-in and sign-out. */
export const authHandlers = (sessions: Sessions, throttle: SignInThrottle, twoFactor: TwoFactor, passkeys: Passkeys) =>
  defineHandlers({
    'system.login': async ({ input, context, remote, agent, page }) => {
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
      const refused = { user, operation: 'system.login', remote } as const;
      if (!(await verifyPassword(user.password_hash, input.password))) {
        const refusal = apiError('wrongCredentials');
        void noteRefusal(context, refused, refusal.code);
        throw refusal;
      }
      // Only who knows the password is told that the account or its customer has been stopped, or that a second step is asked for.
      const principal = await sessions.principalOf(user);
      const { code = '', passkey, language } = input;
      const needsStep = user.two_factor_at !== null;
      const isStepMissing = needsStep && code === '' && !passkey;
      if (!principal || isStepMissing) throttle.withdrawn(account, remote);
      if (!principal) throw apiError('accountGone');
      if (isStepMissing) {
        const request = await passkeys.askUser(user.id, page);
        throw apiError('authenticatorRequired', { reason: 'code', ...(request && { passkey: request }) });
      }
      const detail: Record<string, unknown> = {};
      try {
        if (needsStep && passkey) {
          detail['secondStep'] = 'passkey';
          const proved = await passkeys.prove(passkey, page, user.id);
          detail['passkeyId'] = proved.passkeyId;
          if (proved.copied) {
            detail['refused'] = 'counterWentBack';
            throw passkeyRefused();
          }
        } else if (needsStep) detail['secondStep'] = await twoFactor.take(user.id, code);
      } catch (error) {
        if (error instanceof ApiError) await noteRefusal(context, refused, error.code, detail);
        throw error;
      }
      throttle.succeeded(account, remote);
      return await enter(context, sessions, { ...refused, principal, agent, language, detail });
    },

    'system.out': detached(async ({ token }) => {
      // The answer waits for the end of the session: after a sign-out the token is of no use to anybody.
      if (token !== null) await sessions.revoke(token);
      return null;
    }),
  });
