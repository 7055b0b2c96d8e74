import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker, useLocation, type Location } from 'react-router';
import { readToken } from '../session/token.ts';
import { ConfirmDialog } from './confirm/confirm-dialog.tsx';
import { useConfirm } from './confirm/use-confirm.tsx';
import { dropPendingAddress } from './use-address.ts';
import { openUnsaved, registerUnsaved, type Unsaved as Registered } from './unsaved-registry.ts';
import { useLatest } from './use-latest.ts';

interface Mark {
  readonly isDirty: () => boolean;
  readonly set: (isDirty: boolean) => void;
}

const newMark = (isDirty: boolean): Mark => {
  let current = isDirty;
  return { isDirty: () => current, set: (next) => void (current = next) };
};

/**
 * Whose typing a navigation would lose: everybody's on the way to another page, on the same page of those that it closes.
 * A navigation is asked about once, whoever of them asks.
 */
const losers = (from: Location, to: Location): readonly Registered[] => {
  const isElsewhere = from.pathname !== to.pathname;
  const query = new URLSearchParams(to.search);
  return openUnsaved().filter(({ isDirty, isLeft }) => isDirty() && (isElsewhere || isLeft(query)));
};

export interface Unsaved {
  /** Something was typed or chosen that would be lost; `false` once it is saved. */
  readonly mark: (isDirty?: boolean) => void;
  /** Runs it, after a question when something would be lost. */
  readonly leave: (then: () => void) => void;
  /** The questions, to be drawn inside of what they are about. */
  readonly question: ReactNode;
}

interface UnsavedOptions {
  /** It begins with what was typed before. */
  readonly startsDirty?: boolean;
  /** The person threw it away. */
  readonly onDiscard?: () => void;
  /** Whether another address of the same page closes it; when left out, one without what was open as it appeared. */
  readonly isLeft?: (next: URLSearchParams) => boolean;
}

/** What stands in the address of a page while something is open over it. */
const OPENERS = ['open', 'detail', 'tab'] as const;

/** Guards what was typed into a dialog: closing it, going back, leaving or reloading the page and closing its tab ask first. */
export const useUnsaved = ({ startsDirty = false, onDiscard, isLeft }: UnsavedOptions = {}): Unsaved => {
  const { t } = useTranslation();
  const here = useLocation();
  const [dialog, ask] = useConfirm();
  const [openers] = useState(() => {
    const query = new URLSearchParams(here.search);
    return OPENERS.flatMap((name) => (query.has(name) ? [[name, query.get(name)] as const] : []));
  });
  const latest = useLatest({
    onDiscard,
    isLeft: isLeft ?? ((next: URLSearchParams) => openers.some(([name, value]) => next.get(name) !== value)),
  });
  const [{ isDirty, set }] = useState(() => newMark(startsDirty));
  const discard = useCallback(() => {
    set(false);
    latest.current.onDiscard?.();
  }, [set, latest]);
  useEffect(() => {
    return registerUnsaved({ isDirty, discard, isLeft: (next) => latest.current.isLeft(next) });
  }, [isDirty, discard, latest]);
  // The end of the session does not ask: what is kept waits for the next sign-in.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => readToken() !== null && losers(currentLocation, nextLocation).length > 0,
  );
  useBeforeUnload((event) => {
    if (isDirty() && readToken() !== null) event.preventDefault();
  });
  const confirmation = { title: t('ui.form.discardTitle'), lines: [t('ui.form.discardText')], ok: t('ui.form.discard'), danger: true };
  return {
    mark: (next = true) => set(next),
    leave: (then) => {
      if (!isDirty()) return then();
      ask(confirmation, async () => {
        discard();
        then();
      });
    },
    question: (
      <>
        {dialog}
        {blocker.state === 'blocked' && (
          <ConfirmDialog
            confirmation={confirmation}
            onConfirm={async () => {
              for (const each of losers(here, blocker.location)) each.discard();
              blocker.proceed();
            }}
            onClose={() => {
              if (losers(here, blocker.location).length === 0) return;
              blocker.reset();
              dropPendingAddress();
            }}
          />
        )}
      </>
    ),
  };
};
