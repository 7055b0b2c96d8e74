import { apiError } from '@sightline/contract';
import { findUser, patchUserSettings, type Database, type ScopedTransaction } from '@sightline/db';
import { textVersionOf } from '../company/own-texts.service.ts';
import { defineHandlers, detached } from '../handlers.ts';
import type { Principal } from '../principal.ts';
import { onlySelf } from '../users/user.service.ts';
import { formatEntries } from './formats.ts';
import { LANGUAGES } from './languages.ts';
import { WEB_VERSION } from './version.service.ts';

/** Where the hidden keys of a kind lie in the settings of a user, and those that there were when they were chosen. */
const hiddenKey = (formatType: string): string => `hidden.${formatType}`;
const knownKey = (formatType: string): string => `known.${formatType}`;

/** Version of the texts of a language for a customer: of the built-in ones, and of those that stand in their place. */
async function versionOf(database: Database, customerPath: string, language: string): Promise<string> {
  const own = await textVersionOf(database, customerPath, language);
  return own === '' ? WEB_VERSION : `${WEB_VERSION}+${own}`;
}

interface KeyChoice {
  isHidden(key: string): boolean;
  /** Whether the user has decided about the key at all. */
  isChosen(key: string): boolean;
}

async function keyChoice(trx: ScopedTransaction, principal: Principal, formatType: string): Promise<KeyChoice> {
  const settings = (await findUser(trx, principal.userId))?.settings ?? {};
  const [hidden, known] = [settings[hiddenKey(formatType)], settings[knownKey(formatType)]];
  return {
    isHidden: (key) => Array.isArray(hidden) && hidden.includes(key),
    // Choices from before it was kept what there was to choose from were about everything.
    isChosen: (key) => Array.isArray(hidden) && (!Array.isArray(known) || known.includes(key)),
  };
}

/** Languages, and lists of keys with their texts. */
export const languageHandlers = () =>
  defineHandlers({
    'language.list': detached(
      async ({ principal, context }) =>
        await Promise.all(
          LANGUAGES.map(async (l) => ({ ...l, version: await versionOf(context.database, principal.customerPath, l.languageCode) })),
        ),
    ),

    'language.info': detached(async ({ input, principal, context }) => {
      const language = LANGUAGES.find((l) => l.languageCode === input.languageCode);
      if (!language) throw apiError('dataNotFound');
      return { ...language, version: await versionOf(context.database, principal.customerPath, language.languageCode) };
    }),

    'language.format.list': detached(
      async ({ input, principal, context }) =>
        await formatEntries(context.database.system, principal.customerPath, input.formatType, input.languageCode),
    ),

    'language.format.user': async ({ input, principal, trx }) => {
      onlySelf(principal, input.userId);
      const { isHidden } = await keyChoice(trx, principal, input.formatType);
      const entries = await formatEntries(trx, principal.customerPath, input.formatType, input.languageCode);
      return entries.filter((f) => !isHidden(f.formatKey));
    },

    'language.format.user.auth': async ({ input, principal, trx }) => {
      onlySelf(principal, input.userId);
      const { isHidden, isChosen } = await keyChoice(trx, principal, input.formatType);
      const entries = await formatEntries(trx, principal.customerPath, input.formatType, input.languageCode);
      return entries.map((f) => ({
        ...f,
        checked: !isHidden(f.formatKey),
        chosen: isChosen(f.formatKey),
      }));
    },

    'user.base.format.save': async ({ input, principal, trx, audit }) => {
      onlySelf(principal, input.userId);
      const known = (await formatEntries(trx, principal.customerPath, input.formatType, 'en_US')).map((f) => f.formatKey);
      const hidden = input.formatKeys.filter((key) => known.includes(key));
      await patchUserSettings(trx, principal.userId, { [hiddenKey(input.formatType)]: hidden, [knownKey(input.formatType)]: known });
      audit({ formatType: input.formatType, hidden });
      return null;
    },
  });
