import { apiError } from '@sightline/contract';
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
      if (!(await verifyPassword(user.password_hash, input.password))) throw apiError('wrongCredentials');
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
      const operation = 'system.login';
      const detail: Record<string, unknown> = {};
      if (needsStep && passkey) {
        const proved = await passkeys.prove(passkey, page, user.id);
        Object.assign(detail, { secondStep: 'passkey', passkeyId: proved.passkeyId });
        if (proved.copied) {
          await noteRefusal(context, { user, operation, remote }, { ...detail, refused: 'counterWentBack' });
          throw passkeyRefused();
        }
      } else if (needsStep) detail['secondStep'] = await twoFactor.take(user.id, code);
      throttle.succeeded(account, remote);
      return await enter(context, sessions, { user, principal, remote, agent, language, operation, detail });
    },

    'system.out': detached(async ({ token }) => {
      // The answer waits for the end of the session: after a sign-out the token is of no use to anybody.
      if (token !== null) await sessions.revoke(token);
      return null;
    }),
  });
