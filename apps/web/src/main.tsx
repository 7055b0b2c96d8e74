import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createRouter } from './app/router.tsx';
import { initI18n, pickLanguage } from './i18n/i18n.ts';
import { dress } from './session/branding.ts';
import { takeHandover } from './session/module-window.ts';
import { wearTextsOfHost } from './session/own-texts.ts';
import { watchOtherTabs } from './session/session.ts';
import { usePreferences } from './theme/preferences.ts';
import './theme/base.css';

/** The host's looks come first, so that a person sees one page and not two; with the first visit they may take 1.5 s, then the page starts without. */
const BRANDING_PATIENCE_MS = 1500;

const start = async (): Promise<void> => {
  await takeHandover();
  const hostLanguage = await Promise.race([dress(), new Promise<null>((resolve) => setTimeout(() => resolve(null), BRANDING_PATIENCE_MS))]);
  await wearTextsOfHost();
  await initI18n(pickLanguage([usePreferences.getState().language, hostLanguage, ...navigator.languages]));
  watchOtherTabs();
  const root = document.getElementById('root');
  if (root === null) throw new Error('no #root');
  createRoot(root).render(<App router={createRouter()} />);
};

void start();
