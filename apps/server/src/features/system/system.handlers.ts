import { findUser, hasOpenQuestions, hasUnreadAnswers } from '@sightline/db';
import { defineHandlers } from '../handlers.ts';
import { LANGUAGES } from './languages.ts';
import { WEB_VERSION } from './version.service.ts';
import { brandingOf } from './branding.service.ts';

/** What the sign-in page needs before anybody is known. */
export const systemHandlers = () =>
  defineHandlers({
    'system.branding': async ({ input, context }) => await brandingOf(context.database, input.hostName ?? ''),

    'system.branding.version': async ({ input, context }) => {
      const branding = await brandingOf(context.database, input.hostName ?? '');
      return { version: branding.version, webVersion: WEB_VERSION, domainName: branding.domainName };
    },

    'system.language.all': async ({ input, context }) => {
      const branding = await brandingOf(context.database, input.hostName ?? '');
      return LANGUAGES.map((l) => ({ ...l, isDefault: l.languageCode === branding.defaultLanguage }));
    },

    'common.checkUpdate': async ({ principal, trx }) => {
      const userWebVersion = (await findUser(trx, principal.userId))?.web_version ?? null;
      const hasUnanswered = (await hasUnreadAnswers(trx, principal.userId)) || (principal.platform && (await hasOpenQuestions(trx)));
      return { webVersion: WEB_VERSION, userWebVersion, hasUpdate: userWebVersion !== WEB_VERSION, hasUnanswered };
    },
  });
