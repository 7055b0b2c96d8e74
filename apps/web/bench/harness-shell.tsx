import { ConfigProvider, theme as antd } from 'antd';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { isLanguage, initI18n, type Language } from '../src/i18n/i18n.ts';
import { cssVariables } from '../src/theme/css-variables.ts';
import { DEFAULT_THEME_COLOUR, type Appearance } from '../src/theme/palettes.ts';
import '../src/theme/base.css';

const query = new URLSearchParams(location.search);
export const appearance: Appearance = query.get('theme') === 'dark' ? 'dark' : 'light';
const wish = query.get('language');
export const language: Language = isLanguage(wish) ? wish : 'en_US';
export const parameter = (name: string, fallback: number): number => Number(query.get(name) ?? fallback);
export const text = (name: string, fallback: string): string => query.get(name) ?? fallback;

/** Shows a widget with the product's texts, tokens and component theme. */
export const show = async (content: ReactNode): Promise<void> => {
  await initI18n(language);
  for (const [name, value] of Object.entries(cssVariables(DEFAULT_THEME_COLOUR, appearance)))
    document.documentElement.style.setProperty(name, value);
  const root = document.getElementById('root');
  if (root === null) throw new Error('no root');
  createRoot(root).render(
    <ConfigProvider
      button={{ autoInsertSpace: false }}
      theme={{
        algorithm: appearance === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
        token: { colorPrimary: DEFAULT_THEME_COLOUR, fontSize: 13, controlHeight: 30 },
      }}
    >
      {content}
    </ConfigProvider>,
  );
};
