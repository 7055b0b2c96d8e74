import { useEffect, useEffectEvent } from 'react';

export interface ReplayKeyActions {
  readonly toggle: () => void;
  readonly step: () => void;
  readonly turn: () => void;
  readonly faster: (step: 1 | -1) => void;
  /** By so many seconds. */
  readonly seek: (seconds: number) => void;
}

/** Keys in these belong to them. */
const OWN_KEYS =
  'input:not([type=radio]), textarea, select, button, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=tree], canvas';

/** The keyboard of the replay page, wherever the focus is but in something that has keys of its own. */
export const useReplayKeys = (actions: ReplayKeyActions): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element | null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target?.closest(OWN_KEYS)) return;
    const byKey: Readonly<Record<string, () => void>> = {
      ' ': actions.toggle,
      '.': actions.step,
      r: actions.turn,
      '+': () => actions.faster(1),
      '-': () => actions.faster(-1),
      arrowright: () => actions.seek(10),
      arrowleft: () => actions.seek(-10),
    };
    const action = byKey[event.key.toLowerCase()];
    // Arrows choose among radio buttons, and nothing else there.
    if (action === undefined || (event.key.startsWith('Arrow') && target?.closest('[role=radiogroup]'))) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
};
