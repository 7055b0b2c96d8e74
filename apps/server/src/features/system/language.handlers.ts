import { apiError } from '@sightline/contract';
import { findUser, patchUserSettings, type ScopedTransaction } from '@sightline/db';
import { defineHandlers, detached } from '../handlers.ts';
import type { Principal } from '../principal.ts';
import { onlySelf } from '../users/user.service.ts';
import { formatEntries } from './formats.ts';
import { LANGUAGES } from './languages.ts';
import { WEB_VERSION } from './version.ts';

/** Where the hidden keys of a kind lie in the settings of a user. */
const hiddenKey = (formatType: string): string => `hidden.${formatType}`;

async function hiddenKeys(trx: ScopedTransaction, principal: Principal, formatType: string): Promise<ReadonlySet<unknown>> {
  const hidden = (await findUser(trx, principal.userId))?.settings[hiddenKey(formatType)];
  return new Set(Array.isArray(hidden) ? hidden : []);
}

/** Languages, and lists of keys with their texts. */
export const languageHandlers = () =>
  defineHandlers({
    'language.list': detached(async () => LANGUAGES.map((l) => ({ ...l, version: WEB_VERSION }))),

    'language.info': detached(async ({ input }) => {
      const language = LANGUAGES.find((l) => l.languageCode === input.languageCode);
      if (!language) throw apiError('dataNotFound');
      return { ...language, version: WEB_VERSION };
    }),

    'language.format.list': detached(async ({ input }) => formatEntries(input.formatType, input.languageCode)),

    'language.format.user': async ({ input, principal, trx }) => {
      onlySelf(principal, input.userId);
      const hidden = await hiddenKeys(trx, principal, input.formatType);
      return formatEntries(input.formatType, input.languageCode).filter((f) => !hidden.has(f.formatKey));
    },

    'language.format.user.auth': async ({ input, principal, trx }) => {
      onlySelf(principal, input.userId);
      const hidden = await hiddenKeys(trx, principal, input.formatType);
      return formatEntries(input.formatType, input.languageCode).map((f) => ({ ...f, checked: !hidden.has(f.formatKey) }));
    },

    'user.base.format.save': async ({ input, principal, trx, audit }) => {
      onlySelf(principal, input.userId);
      const known = new Set(formatEntries(input.formatType, 'en_US').map((f) => f.formatKey));
      const hidden = input.formatKeys.filter((key) => known.has(key));
      await patchUserSettings(trx, principal.userId, { [hiddenKey(input.formatType)]: hidden });
      audit({ formatType: input.formatType, hidden });
      return null;
    },
  });
