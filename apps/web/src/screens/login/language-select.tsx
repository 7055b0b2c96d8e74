import { useTranslation } from 'react-i18next';
import { changeLanguage, isLanguage, LANGUAGES, pickLanguage } from '../../i18n/i18n.ts';
import { setPreference } from '../../theme/preferences.ts';
import css from './login.module.css';

/** The language of the pages before sign-in; this browser remembers it. */
export const LanguageSelect = () => {
  const { t, i18n } = useTranslation();
  const choose = async (language: string): Promise<void> => {
    if (!isLanguage(language)) return;
    await changeLanguage(language);
    setPreference('language', language);
  };
  return (
    <select
      className={css.language}
      aria-label={t('login.language')}
      value={pickLanguage([i18n.language])}
      onChange={(event) => void choose(event.target.value)}
    >
      {Object.entries(LANGUAGES).map(([key, name]) => (
        <option key={key} value={key} lang={key.slice(0, 2)}>
          {name}
        </option>
      ))}
    </select>
  );
};
