import type { ReactNode } from 'react';
import css from './fields.module.css';

/** The one action of a form. While it is under way it stays where it is, and another press does nothing. */
export const SubmitButton = ({ busy, disabled = false, children }: { busy: boolean; disabled?: boolean; children: ReactNode }) => (
  <button type="submit" className={css.submit} aria-busy={busy} disabled={disabled} onClick={(event) => busy && event.preventDefault()}>
    {busy && <span className={css.spinner} aria-hidden />}
    {children}
  </button>
);

interface TextButtonProps {
  readonly onClick: () => void;
  readonly disabled?: boolean;
  /** Whether what it shows is on screen; left out: it shows nothing. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** An action beside it, as words. */
export const TextButton = ({ onClick, disabled = false, isOpen, children }: TextButtonProps) => (
  <button type="button" className={css.words} disabled={disabled} aria-expanded={isOpen} onClick={onClick}>
    {children}
  </button>
);

export type NoteKind = 'info' | 'success' | 'warning' | 'error';

/** Something that a person must see before going on; spoken as soon as it is there. */
export const Note = ({ kind, children }: { kind: NoteKind; children: ReactNode }) => (
  <div role="alert" className={css.note} data-kind={kind}>
    {children}
  </div>
);
