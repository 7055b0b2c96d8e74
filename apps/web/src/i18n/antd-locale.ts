import type { FormatLocaleId } from '@sightline/domain/locale/format-locales';
import type { Locale } from 'antd/es/locale';
import { useEffect, useState } from 'react';
import { COMPONENT_LOCALES } from './component-locales.ts';

/** Texts of the component library in a locale; `undefined` while the first ones load. */
export const useAntdLocale = (id: FormatLocaleId): Locale | undefined => {
  const [locale, setLocale] = useState<Locale>();
  useEffect(() => {
    let live = true;
    void COMPONENT_LOCALES[id]().then((loaded) => live && setLocale(loaded));
    return () => {
      live = false;
    };
  }, [id]);
  return locale;
};
