import { useEffect, useRef, useState, type RefObject } from 'react';

/** What had the focus before each dialog that is open, the last one first. */
let openers: readonly HTMLElement[] = [];

const FIELDS = 'input, textarea, select, [contenteditable=true]';
const CONTROLS = 'button, a[href], [tabindex="0"]';

const isUsable = (element: HTMLElement): boolean =>
  !element.matches(':disabled, [type=hidden], [hidden]') &&
  element.tabIndex >= 0 &&
  element.closest('[inert], [aria-hidden=true]') === null;

/** The first field of a dialog; where it has none, its first control. */
export const firstField = (content: HTMLElement): HTMLElement | null => {
  const usable = (selector: string): HTMLElement | undefined => [...content.querySelectorAll<HTMLElement>(selector)].find(isUsable);
  return usable(FIELDS) ?? usable(CONTROLS) ?? null;
};

export interface DialogFocus {
  /** Around what is in the dialog. */
  readonly content: RefObject<HTMLDivElement | null>;
  /** Of the dialog or drawer: its first field gets the focus. */
  readonly afterOpenChange: (open: boolean) => void;
}

/**
 * The focus of a dialog or drawer that is in the tree only while it is open: it begins in the first field and goes back to where one came from.
 * The component library gives it back only to dialogs that stay in the tree.
 */
export const useDialogFocus = (): DialogFocus => {
  const content = useRef<HTMLDivElement>(null);
  // As it is while the dialog is drawn for the first time: nothing in it has taken the focus yet.
  const [before] = useState<readonly HTMLElement[]>(() =>
    document.activeElement instanceof HTMLElement && document.activeElement !== document.body
      ? [document.activeElement, ...openers]
      : openers,
  );
  useEffect(() => {
    openers = before;
    return () => {
      openers = before.slice(1);
      // What opened it may be gone with a dialog that this one took the place of, or with a row.
      (before.find((element) => element.isConnected) ?? document.getElementById('main'))?.focus({ preventScroll: true });
    };
  }, [before]);
  const afterOpenChange = (open: boolean): void => {
    if (open && content.current !== null) firstField(content.current)?.focus({ preventScroll: true });
  };
  return { content, afterOpenChange };
};
