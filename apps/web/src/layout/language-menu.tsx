import { TranslationOutlined } from '@ant-design/icons';
import { App, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../api/client.ts';
import { changeLanguage, isLanguage, LANGUAGES, pickLanguage, type Language } from '../i18n/i18n.ts';
import { useOptionalSession } from '../session/session.ts';
import { setPreference } from '../theme/preferences.ts';
import css from './layout.module.css';

/** Switches the language at once and, for whoever is signed in, keeps it in the account. */
export const useLanguageSwitch = (): ((language: Language) => Promise<void>) => {
  const session = useOptionalSession();
  const { message } = App.useApp();
  const { t } = useTranslation();
  return async (language) => {
    await changeLanguage(language);
    setPreference('language', language);
    if (session === null || session.user.demo) return;
    await call('user.setting.language', { language }).catch(() => message.warning(t('layout.languageNotSaved')));
  };
};

export const LanguageMenu = ({ label = false }: { label?: boolean }) => {
  const { t, i18n } = useTranslation();
  const language = pickLanguage([i18n.language]);
  const change = useLanguageSwitch();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [language],
        items: Object.entries(LANGUAGES).map(([key, name]) => ({ key, label: name })),
        onClick: ({ key }) => {
          if (isLanguage(key)) void change(key);
        },
      }}
    >
      <button
        type="button"
        className={css.tool}
        aria-haspopup="menu"
        aria-label={label ? `${t('layout.language')}: ${LANGUAGES[language]}` : t('layout.language')}
        title={t('layout.language')}
      >
        <TranslationOutlined aria-hidden />
        {label && LANGUAGES[language]}
      </button>
    </Dropdown>
  );
};
