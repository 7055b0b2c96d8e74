import type { CompanyLook, LanguageText } from '@sightline/contract';
import { call } from '../api/client.ts';
import { setOwnTexts, type Language } from '../i18n/i18n.ts';
import { useBranding } from './branding.ts';

/** The page does not wait longer than that to begin. */
const PATIENCE_MS = 1500;

/** Texts of the sign-in page, as the customer of the host has them. */
const textsOfHost = async (languageCode: Language): Promise<readonly LanguageText[]> =>
  useBranding.getState().textVersion === ''
    ? []
    : (
        await call(
          'system.language.text',
          { languageCode, hostName: window.location.hostname },
          { signal: AbortSignal.timeout(PATIENCE_MS) },
        )
      ).texts;

/** Texts of the pages for the signed-in person. The own names of menus win over those of other texts. */
const textsOfPerson =
  (look: CompanyLook | null) =>
  async (languageCode: Language): Promise<readonly LanguageText[]> => {
    const names = (look?.menu ?? []).flatMap(({ name, names: own }) =>
      own[languageCode] === '' ? [] : [{ key: `routes.${name}.title`, text: own[languageCode] }],
    );
    return [...(await call('language.text.all', { languageCode })).texts, ...names];
  };

/** Before anybody is signed in, and after it. */
export const wearTextsOfHost = async (): Promise<void> => await setOwnTexts(textsOfHost);

export const wearTextsOfPerson = async (look: CompanyLook | null): Promise<void> => await setOwnTexts(textsOfPerson(look));
