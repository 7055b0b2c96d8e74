import { apiError } from '@sightline/contract';
import { countRecoveryCodes, endSessions, endSingleFactorSessions, endTwoFactor, findCustomer, findUser } from '@sightline/db';
import type { AppContext } from '../../context.ts';
import { changeCustomer, ownCustomer } from '../customers/customer.service.ts';
import { defineHandlers, detached } from '../handlers.ts';
import type { Principal } from '../principal.ts';
import { titleFor } from '../system/branding.service.ts';
import { isoOrNull } from '../times.ts';
import { managedUser, requireNoGain } from '../users/managed-user.service.ts';
import { oneself } from './oneself.ts';
import type { Sessions } from './sessions.service.ts';
import type { TwoFactor } from './two-factor.service.ts';

const isRequired = async (context: AppContext, principal: Principal): Promise<boolean> =>
  (await findCustomer(context.database.system, principal.customerId))?.two_factor_required ?? false;

/** The second step of sign-ins: one's own, that of users who lost it, and whether a customer demands it. */
export const twoFactorHandlers = (sessions: Sessions, twoFactor: TwoFactor) =>
  defineHandlers({
    'user.twoFactor.info': detached(async ({ context, principal }) => {
      const user = await findUser(context.database.system, principal.userId);
      return {
        enabled: user?.two_factor_at != null,
        sinceTime: isoOrNull(user?.two_factor_at ?? null),
        recoveryCodesLeft: await countRecoveryCodes(context.database.system, principal.userId),
        required: await isRequired(context, principal),
      };
    }),

    'user.twoFactor.begin': detached(async ({ input, context, principal }) => {
      const user = await oneself(context, principal, input.password);
      return await twoFactor.begin(user.id, user.account, await titleFor(context.database, principal.customerPath));
    }),

    'user.twoFactor.confirm': detached(async ({ input, principal, token }) => {
      const recoveryCodes = await twoFactor.confirm(principal.userId, input.code);
      // Whoever else was signed in has not shown a code.
      await sessions.revokeOthers(principal.userId, token);
      return { recoveryCodes };
    }),

    'user.twoFactor.recovery': detached(async ({ input, context, principal }) => {
      const user = await oneself(context, principal, input.password);
      await twoFactor.take(user.id, input.code);
      return { recoveryCodes: await twoFactor.renewRecoveryCodes(user.id) };
    }),

    'user.twoFactor.end': detached(async ({ input, context, principal }) => {
      const user = await oneself(context, principal, input.password);
      if (await isRequired(context, principal)) throw apiError('noPermission', { reason: 'required' });
      await twoFactor.take(user.id, input.code);
      await twoFactor.end(user.id);
      return null;
    }),

    'user.twoFactor.reset': async ({ input, principal, trx, context, audit, afterCommit }) => {
      const user = await managedUser(trx, principal, input.userId);
      // With the password, which the same permission sets, it would be the key to more rights.
      requireNoGain(principal, (await sessions.permissionsOf(user)) ?? new Set());
      await endTwoFactor(trx, user.id);
      await endSessions(trx, [user.id]);
      audit({ account: user.account });
      afterCommit(() => context.bus.publish('principal.changed', { userId: user.id }));
      return null;
    },

    'customer.set.twoFactor': async ({ input, principal, trx, context, audit, afterCommit }) => {
      const { required } = input;
      const customer = await ownCustomer(trx, principal, input.customerId);
      // Else the first to be shut out would be whoever can take it back.
      const user = await findUser(trx, principal.userId);
      if (required && !user?.two_factor_at) throw apiError('authenticatorRequired', { reason: 'own' });
      await changeCustomer(trx, customer.id, { two_factor_required: required });
      if (required) await endSingleFactorSessions(trx, customer.id);
      audit({ required });
      afterCommit(() => context.bus.publish('principal.changed', { userId: null, customerPaths: [customer.path] }));
      return null;
    },
  });
