import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router';
import { readToken } from '../session/token.ts';
import { ConfirmDialog } from './confirm/confirm-dialog.tsx';
import { useConfirm } from './confirm/use-confirm.tsx';
import { useLatest } from './use-latest.ts';

interface Mark {
  readonly isDirty: () => boolean;
  readonly set: (isDirty: boolean) => void;
}

const newMark = (isDirty: boolean): Mark => {
  let current = isDirty;
  return { isDirty: () => current, set: (next) => void (current = next) };
};

interface Guarded {
  readonly isDirty: () => boolean;
  readonly discard: () => void;
}

/** What is open and may hold something typed. A navigation is asked about once, whoever of them asks. */
const open = new Set<Guarded>();
const isAnyDirty = (): boolean => [...open].some(({ isDirty }) => isDirty());

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
  /** What is typed survives a reload, so that the browser need not ask. */
  readonly isKept?: boolean;
  /** The person threw it away. */
  readonly onDiscard?: () => void;
}

/** Guards what was typed into a dialog: closing it, leaving the page and reloading ask first. */
export const useUnsaved = ({ startsDirty = false, isKept = false, onDiscard }: UnsavedOptions = {}): Unsaved => {
  const { t } = useTranslation();
  const [dialog, ask] = useConfirm();
  const latest = useLatest(onDiscard);
  const [{ isDirty, set }] = useState(() => newMark(startsDirty));
  const discard = useCallback(() => {
    set(false);
    latest.current?.();
  }, [set, latest]);
  useEffect(() => {
    const own: Guarded = { isDirty, discard };
    open.add(own);
    return () => void open.delete(own);
  }, [isDirty, discard]);
  // The end of the session does not ask: what is kept waits for the next sign-in.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isAnyDirty() && readToken() !== null && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload((event) => {
    if (!isKept && isDirty() && readToken() !== null) event.preventDefault();
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
              for (const each of open) each.discard();
              blocker.proceed();
            }}
            onClose={() => isAnyDirty() && blocker.reset()}
          />
        )}
      </>
    ),
  };
};
