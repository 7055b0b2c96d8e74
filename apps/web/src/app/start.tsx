import type { Root } from 'react-dom/client';
import { widenTexts } from '../i18n/i18n.ts';
import { startSession, visitorOf, watchOtherTabs } from '../session/session.ts';
import { returnAddress } from './addresses.ts';
import { App } from './app.tsx';
import { landing } from './guard.ts';
import { createRouter } from './router.tsx';

/** Draws the pages behind the entrance, beginning with that of the present address. */
export const openApp = async (root: Root): Promise<void> => {
  await widenTexts('console');
  watchOtherTabs();
  root.render(<App router={createRouter()} />);
};

/** After a sign-in at the entrance: on to where somebody wanted to go. Throws what the start of the session throws; then the entrance stays. */
export const enterApp = async (root: Root): Promise<void> => {
  const session = await startSession();
  window.history.replaceState(null, '', returnAddress(window.location.search) ?? landing(visitorOf(session)));
  await openApp(root);
};
