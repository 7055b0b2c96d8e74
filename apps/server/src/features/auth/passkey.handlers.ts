import { apiError, PASSKEY_LIMITS, type Passkey } from '@sightline/contract';
import { deletePasskey, findUser, insertPasskey, ownPasskeys, renamePasskey, type OwnPasskey } from '@sightline/db';
import { defineHandlers, detached } from '../handlers.ts';
import { titleFor } from '../system/branding.service.ts';
import { isoOrNull, isoTime } from '../times.ts';
import { oneself } from './oneself.ts';
import type { PageAddress } from './page-address.ts';
import { passkeyRefused, type Passkeys } from './passkey.service.ts';
import type { Sessions } from './sessions.service.ts';
import { enter, noteRefusal } from './sign-in.service.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

const passkeyView = (p: OwnPasskey): Passkey => ({
  id: p.id,
  name: p.name,
  host: p.host,
  synced: p.synced,
  createTime: isoTime(p.created_at),
  lastUsedTime: isoOrNull(p.last_used_at),
});

/** @throws 501 */
function requiredPage(page: PageAddress | null): PageAddress {
  if (!page) throw apiError('notImplemented', { reason: 'address' });
  return page;
}

/** Passkeys: one's own, and signing in with them. */
export const passkeyHandlers = (sessions: Sessions, throttle: SignInThrottle, passkeys: Passkeys) =>
  defineHandlers({
    'user.passkey.list': async ({ trx }) => (await ownPasskeys(trx)).map(passkeyView),

    'user.passkey.begin': detached(async ({ input, context, principal, page }) => {
      const user = await oneself(context, principal, input.password);
      const { perUser } = PASSKEY_LIMITS;
      if (user.passkey_count >= perUser) throw apiError('noPermission', { reason: 'limit', perUser });
      return await passkeys.offer(user, requiredPage(page), await titleFor(context.database, principal.customerPath));
    }),

    'user.passkey.finish': async ({ input, principal, trx, page, audit }) => {
      const made = await passkeys.made(principal.userId, input.response, requiredPage(page));
      const passkey = await insertPasskey(trx, { ...made, name: input.name });
      audit({ passkeyId: passkey.id, name: passkey.name, host: passkey.host });
      return passkeyView(passkey);
    },

    'user.passkey.rename': async ({ input, trx, audit }) => {
      if (!(await renamePasskey(trx, input.passkeyId, input.name))) throw apiError('dataNotFound', { passkeyId: input.passkeyId });
      audit({ name: input.name });
      return null;
    },

    'user.passkey.remove': async ({ input, context, principal, trx, audit }) => {
      const [passkey] = await ownPasskeys(trx, input.passkeyId);
      if (!passkey) throw apiError('dataNotFound', { passkeyId: input.passkeyId });
      await oneself(context, principal, input.password);
      await deletePasskey(trx, passkey.id);
      audit({ name: passkey.name, host: passkey.host });
      return null;
    },

    'system.passkey.begin': async ({ page }) => {
      if (!page) throw apiError('wrongAccountOrCode', { reason: 'address' });
      return await passkeys.askAnybody(page);
    },

    'system.passkey.login': async ({ input, context, remote, agent, page }) => {
      const operation = 'system.passkey.login';
      const open = throttle.check(null, remote);
      if (!open.allowed) throw apiError('tooFrequent', { retryAfterS: open.retryAfterS });
      throttle.failed(null, remote);
      const proved = await passkeys.prove(input.response, page, null);
      const user = await findUser(context.database.system, proved.userId);
      if (!user) throw passkeyRefused();
      if (proved.copied) {
        const refusal = passkeyRefused();
        await noteRefusal(context, { user, operation, remote }, refusal.code, { passkeyId: proved.passkeyId, refused: 'counterWentBack' });
        throw refusal;
      }
      throttle.withdrawn(null, remote);
      const verdict = throttle.check(user.account, remote);
      if (!verdict.allowed) throw apiError('tooFrequent', { retryAfterS: verdict.retryAfterS });
      const principal = await sessions.principalOf(user);
      if (!principal) throw apiError('accountGone');
      if (user.demo) throw passkeyRefused();
      const { language } = input;
      return await enter(context, sessions, {
        user,
        principal,
        remote,
        agent,
        language,
        operation,
        detail: { passkeyId: proved.passkeyId, host: page?.host },
      });
    },
  });
