import { createRoot } from 'react-dom/client';
import { isPublicPath, loginAddress, entrancePageOf } from './app/addresses.ts';
import { EntranceApp } from './app/entrance-app.tsx';
import { ChunkLoadError } from './app/parts/chunk-load-error.ts';
import { PartFailure } from './app/parts/lazy-part.tsx';
import { reloadPage } from './app/parts/release.ts';
import { retryImport } from './app/parts/retry-import.ts';
import { initI18n, pickLanguage } from './i18n/i18n.ts';
import { dress } from './session/branding.ts';
import { takeHandover } from './session/module-window.ts';
import { wearTextsOfHost } from './session/own-texts.ts';
import { readToken } from './session/token.ts';
import { usePreferences } from './theme/preferences.ts';
import { ThemeRoot } from './theme/theme.tsx';
import './theme/base.css';

/** The host's looks come first, so that a person sees one page and not two; with the first visit they may take 1.5 s, then the page starts without. */
const BRANDING_PATIENCE_MS = 1500;

/** Everything behind the entrance. */
const loadApp = () => retryImport(() => import('./app/start.tsx'));

const start = async (): Promise<void> => {
  await takeHandover();
  const { pathname, search } = window.location;
  if (readToken() === null && !isPublicPath(pathname)) window.history.replaceState(null, '', loginAddress(pathname + search));
  const atEntrance = entrancePageOf(window.location.pathname) !== null;
  const app = atEntrance ? null : loadApp();
  // Waited for below; until then nobody would hear of its failure.
  app?.catch(() => undefined);

  const hostLanguage = await Promise.race([dress(), new Promise<null>((resolve) => setTimeout(() => resolve(null), BRANDING_PATIENCE_MS))]);
  await wearTextsOfHost();
  const language = pickLanguage([usePreferences.getState().language, hostLanguage, ...navigator.languages]);
  await initI18n(language, atEntrance ? 'entrance' : 'console');
  const container = document.getElementById('root');
  if (container === null) throw new Error('no #root');
  const root = createRoot(container);
  if (app === null) {
    root.render(
      <EntranceApp onTyping={() => void loadApp().catch(() => undefined)} onEnter={async () => await (await loadApp()).enterApp(root)} />,
    );
    return;
  }
  try {
    await (await app).openApp(root);
  } catch (error) {
    if (!(error instanceof ChunkLoadError)) throw error;
    root.render(
      <ThemeRoot>
        <PartFailure error={error} onRetry={reloadPage} />
      </ThemeRoot>,
    );
  }
};

void start();
