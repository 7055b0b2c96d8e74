import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import type { Confirmation } from './confirmation.ts';

interface Asked {
  readonly confirmation: Confirmation;
  readonly run: () => Promise<unknown>;
}

/** The dialog to draw, and the function that opens it. */
export const useConfirm = (): readonly [dialog: ReactNode, ask: (confirmation: Confirmation, run: () => Promise<unknown>) => void] => {
  const [asked, setAsked] = useState<Asked | null>(null);
  const dialog =
    asked === null ? null : <ConfirmDialog confirmation={asked.confirmation} onConfirm={asked.run} onClose={() => setAsked(null)} />;
  return [dialog, (confirmation, run) => setAsked({ confirmation, run })];
};
