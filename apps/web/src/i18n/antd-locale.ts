import type { Locale } from 'antd/es/locale';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import type { Language } from './i18n.ts';

const LOADERS: Record<Language, () => Promise<Locale>> = {
  en_US: async () => {
    dayjs.locale('en');
    return (await import('antd/es/locale/en_US')).default;
  },
  zh_CN: async () => {
    const [locale] = await Promise.all([import('antd/es/locale/zh_CN'), import('dayjs/locale/zh-cn')]);
    dayjs.locale('zh-cn');
    return locale.default;
  },
};

/** Texts of the component library in the language of the screens; `undefined` while they load. */
export const useAntdLocale = (language: Language): Locale | undefined => {
  const [locale, setLocale] = useState<Locale>();
  useEffect(() => {
    let live = true;
    void LOADERS[language]().then((loaded) => live && setLocale(loaded));
    return () => {
      live = false;
    };
  }, [language]);
  return locale;
};
