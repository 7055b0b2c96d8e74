import { useEffect, useState, useSyncExternalStore } from 'react';
import { Entrance } from '../screens/login/entrance.tsx';
import { ThemeRoot } from '../theme/theme.tsx';
import { entranceAddress, entrancePageOf, type EntrancePage } from './addresses.ts';

const watchAddress = (notify: () => void): (() => void) => {
  window.addEventListener('popstate', notify);
  return () => window.removeEventListener('popstate', notify);
};
const pathNow = (): string => window.location.pathname;

interface EntranceAppProps {
  /** Begins to load what comes after the sign-in. */
  readonly onTyping: () => void;
  /** There is a token: starts the session and leaves for the pages. Throws what that throws. */
  readonly onEnter: () => Promise<void>;
}

/** The entrance as the first page of a visit, by itself: the rest of the program is loaded while somebody types. */
export const EntranceApp = ({ onTyping, onEnter }: EntranceAppProps) => {
  const path = useSyncExternalStore(watchAddress, pathNow);
  const [reason, setReason] = useState<string | null>(null);
  useEffect(() => {
    window.addEventListener('input', onTyping, { once: true });
    return () => window.removeEventListener('input', onTyping);
  }, [onTyping]);
  const go = (page: EntrancePage, why?: string): void => {
    // Where somebody wanted to go stays in the address.
    window.history.pushState(null, '', entranceAddress(page) + window.location.search);
    window.dispatchEvent(new PopStateEvent('popstate'));
    setReason(why ?? null);
  };
  return (
    <ThemeRoot>
      <Entrance page={entrancePageOf(path) ?? 'login'} reason={reason} onGo={go} onEnter={onEnter} />
    </ThemeRoot>
  );
};
