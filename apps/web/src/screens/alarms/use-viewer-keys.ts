import { useEffect, useEffectEvent } from 'react';

const TEXT = 'input, textarea, select, [contenteditable]';
/** What a button or a slider does with keys itself. */
const OWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  button: [' ', 'enter'],
  '[role="slider"]': ['arrowleft', 'arrowright', 'arrowup', 'arrowdown', 'home', 'end', 'pageup', 'pagedown'],
};

/** Whether an element with the focus needs a key for itself. */
export function takesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(TEXT)) return true;
  return Object.entries(OWN_KEYS).some(([selector, keys]) => keys.includes(key) && target.closest(selector) !== null);
}

/** Keys of what is looked at, by their lower-case names, wherever the focus is but in something that needs them itself. */
export const useViewerKeys = (actions: Readonly<Record<string, () => void>>): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const run = actions[key];
    if (!run || event.ctrlKey || event.metaKey || event.altKey || takesKey(event.target, key)) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
};
