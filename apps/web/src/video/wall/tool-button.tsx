import type { ReactNode } from 'react';
import css from './wall.module.css';

interface ToolButtonProps {
  readonly text: string;
  readonly keys?: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly danger?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A small button over pictures. Clicks on it do nothing to the tile below. */
export const ToolButton = ({ text, keys, pressed, disabled = false, danger = false, onClick, children }: ToolButtonProps) => (
  <button
    type="button"
    aria-label={text}
    title={text}
    aria-keyshortcuts={keys}
    aria-pressed={pressed}
    aria-disabled={disabled || undefined}
    className={css.tool}
    data-danger={danger || undefined}
    onClick={(event) => {
      event.stopPropagation();
      if (!disabled) onClick();
    }}
    onDoubleClick={(event) => event.stopPropagation()}
  >
    {children}
  </button>
);
