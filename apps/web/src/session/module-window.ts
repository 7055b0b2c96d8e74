import { MODULE_NAMES, type ModuleName } from '@sightline/contract';
import { call } from '../api/client.ts';
import { currentLanguage, isLanguage } from '../i18n/i18n.ts';
import { isColour } from '../theme/palettes.ts';
import { INITIAL_PREFERENCES, setPreference, usePreferences } from '../theme/preferences.ts';
import { readToken, writeToken } from './token.ts';

/** What goes with a new window. */
interface Handover {
  /** Good once, for 30 s: the session itself stands in no address. */
  readonly code: string;
  readonly language: string;
  /** Colour and appearance. */
  readonly theme: string;
  /** Of the texts that the opening window shows. */
  readonly languageVersion: string;
}

export const modulePath = (module: ModuleName): string => `/module/${module}`;

/** The code stands behind the `#`: that part of an address reaches no server, no log and no referrer. */
export const handoverAddress = (module: ModuleName, { code, ...open }: Handover): string =>
  `${modulePath(module)}?${new URLSearchParams({ ...open })}#${new URLSearchParams({ code })}`;

/** Reads an address as {@link handoverAddress} makes it; null for any other. */
export const readHandover = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): Handover | null => {
  if (!MODULE_NAMES.some((module) => modulePath(module) === pathname)) return null;
  const code = new URLSearchParams(hash.slice(1)).get('code');
  if (code === null) return null;
  const query = new URLSearchParams(search);
  const [language, theme, languageVersion] = ['language', 'theme', 'languageVersion'].map((name) => query.get(name) ?? '');
  return { code, language: language ?? '', theme: theme ?? '', languageVersion: languageVersion ?? '' };
};

const themeText = (): string => {
  const { colour, appearance } = usePreferences.getState();
  return `${colour ?? ''},${appearance}`;
};

const applyTheme = (theme: string): void => {
  const [colour = '', appearance = ''] = theme.split(',');
  if (isColour(colour)) setPreference('colour', colour);
  const known = (['light', 'dark', 'system'] as const).find((name) => name === appearance);
  setPreference('appearance', known ?? INITIAL_PREFERENCES.appearance);
};

/** Opens the window of a module with the session. Resolves to whether the browser let it; throws what the calls throw. */
export const openModuleWindow = async (module: ModuleName): Promise<boolean> => {
  // Within the click, or the browser takes it for an advertisement; where it leads is known after the answer.
  const opened = window.open('about:blank', '_blank');
  if (opened === null) return false;
  opened.opener = null;
  try {
    const language = currentLanguage();
    const [{ code }, { version }] = await Promise.all([
      call('module.window.open', { module }),
      call('language.info', { languageCode: isLanguage(language) ? language : 'en_US' }),
    ]);
    opened.location.replace(handoverAddress(module, { code, language, theme: themeText(), languageVersion: version }));
    return true;
  } catch (error) {
    opened.close();
    throw error;
  }
};

/**
 * First of all in a new window: takes what came in the address, and out of it and the history before anything is asked for. Without a session
 * afterwards the guard leads to the sign-in page.
 */
export const takeHandover = async (): Promise<void> => {
  const handover = readHandover(window.location);
  if (handover === null) return;
  window.history.replaceState(null, '', window.location.pathname);
  if (isLanguage(handover.language)) setPreference('language', handover.language);
  applyTheme(handover.theme);
  const entered = await call('module.window.enter', { code: handover.code }).catch(() => null);
  // Whoever has signed in here meanwhile stays signed in.
  if (entered !== null && readToken() === null) writeToken(entered.token);
};
