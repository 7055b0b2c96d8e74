import type { LanguageText } from '@sightline/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { overlaid } from './own-texts.ts';
import { areaOf, isIn, TEXT_STAGES, type TextStage } from './text-stages.ts';

/** Languages whose catalogue is complete; the names stand in their own language. */
export const LANGUAGES = { en_US: 'English', zh_CN: '简体中文' } as const;
export type Language = keyof typeof LANGUAGES;
export const DEFAULT_LANGUAGE: Language = 'en_US';

export const isLanguage = (value: unknown): value is Language => typeof value === 'string' && value in LANGUAGES;

/** BCP 47 tag for `Intl` and the `lang` attribute. */
export const tagOf = (language: Language): string => language.replace('_', '-');

type Catalogue = Record<string, unknown>;

/**
 * Every area keeps its own texts in `<area>/locale/<language>.json`; the name of the folder above `locale` is the first
 * part of the key: `layout/locale/en_US.json` holds `layout.*`.
 */
const files = import.meta.glob<Catalogue>('../**/locale/*.json', { import: 'default' });

/** Loads the texts of one language. */
export const loadCatalogue = async (language: Language, stage: TextStage = 'all'): Promise<Catalogue> => {
  const wanted = Object.entries(files).filter(([path]) => path.endsWith(`/${language}.json`) && isIn(areaOf(path), stage));
  const parts = await Promise.all(wanted.map(async ([path, load]) => [areaOf(path), await load()] as const));
  return Object.fromEntries(parts);
};

export const i18n = i18next.createInstance();

/** Texts that stand in the place of built-in ones. */
export type OwnTextSource = (language: Language) => Promise<readonly LanguageText[]>;
let ownTexts: OwnTextSource = async () => [];
let shown: TextStage = 'all';
/** The last step to more texts. */
let widening: Promise<void> = Promise.resolve();

/** The texts of a language as they are shown. Where the own ones cannot be had, the built-in ones stand. */
const textsOf = async (language: Language): Promise<Catalogue> => {
  const [builtIn, own] = await Promise.all([loadCatalogue(language, shown), ownTexts(language).catch(() => [])]);
  return overlaid(builtIn, own ?? []);
};

/** Shows the texts anew, by what is known of them now. */
const renewTexts = async (): Promise<void> => {
  if (!i18n.isInitialized) return;
  const [source, stage, language] = [ownTexts, shown, currentLanguage()];
  const texts = await textsOf(language);
  // Others may have been asked for meanwhile.
  if (ownTexts !== source || shown !== stage) return;
  for (const other of Object.keys(LANGUAGES) as Language[]) {
    if (other !== language) i18n.removeResourceBundle(tagOf(other), 'translation');
  }
  i18n.addResourceBundle(tagOf(language), 'translation', texts, false, true);
};

/** Says where own texts come from now, and shows them. */
export const setOwnTexts = async (source: OwnTextSource): Promise<void> => {
  ownTexts = source;
  await renewTexts();
};

/** Loads the texts of a stage, where they are not there yet. Rejects when they do not come; then it can be tried again. */
export const widenTexts = async (stage: TextStage): Promise<void> => {
  if (TEXT_STAGES.indexOf(stage) > TEXT_STAGES.indexOf(shown)) {
    const before = shown;
    shown = stage;
    widening = renewTexts().catch((error: unknown) => {
      if (shown === stage) shown = before;
      widening = Promise.resolve();
      throw error;
    });
  }
  await widening;
};

/** Loads a part of the program together with the texts that it may show. */
export const withTexts =
  <T>(load: () => Promise<T>, stage: TextStage = 'all') =>
  async (): Promise<T> => {
    const [part] = await Promise.all([load(), widenTexts(stage)]);
    return part;
  };

/** The first language that we have: the person's, the host's, the browser's, English. */
export const pickLanguage = (wishes: readonly (string | null | undefined)[]): Language => {
  for (const wish of wishes) {
    if (!wish) continue;
    const exact = wish.replace('-', '_');
    if (isLanguage(exact)) return exact;
    const related = (Object.keys(LANGUAGES) as Language[]).find((name) => name.startsWith(`${exact.slice(0, 2)}_`));
    if (related !== undefined) return related;
  }
  return DEFAULT_LANGUAGE;
};

const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}/u;

/** A name that runs from right to left stays by itself in a sentence; else it would turn the marks and figures beside it around. */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2066${text}\u2069` : text);

/** Begins to speak a language. */
export const initI18n = async (language: Language, stage: TextStage = 'all'): Promise<void> => {
  shown = stage;
  await i18n.use(initReactI18next).init({
    lng: tagOf(language),
    fallbackLng: false,
    resources: { [tagOf(language)]: { translation: await textsOf(language) } },
    // React escapes what it draws: nothing else is left to do with a value.
    interpolation: { escapeValue: true, escape: isolated },
    returnNull: false,
    // Own texts come and go while pages are on screen.
    react: { bindI18nStore: 'added' },
  });
  document.documentElement.lang = tagOf(language);
};

/** Switches at run time; loads what is missing first, so that no half-translated screen is seen. */
export const changeLanguage = async (language: Language): Promise<void> => {
  const tag = tagOf(language);
  if (!i18n.hasResourceBundle(tag, 'translation')) {
    i18n.addResourceBundle(tag, 'translation', await textsOf(language));
  }
  await i18n.changeLanguage(tag);
  document.documentElement.lang = tag;
};

/** The language now in use. */
export const currentLanguage = (): Language => pickLanguage([i18n.language]);

/** The same as texts of the contract name it. */
export const textLanguage = (): 'en' | 'zh' => (currentLanguage() === 'zh_CN' ? 'zh' : 'en');
