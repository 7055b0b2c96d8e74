import { useEffect, useEffectEvent } from 'react';
import type { Direction } from './wall-tiles.ts';
import { lineKey } from '../../ui/line-key.ts';

export interface WallKeyActions {
  readonly choose: (index: number) => void;
  readonly move: (direction: Direction) => void;
  readonly snapshot: () => void;
  readonly sound: () => void;
  readonly record: () => void;
  readonly figures: () => void;
  readonly fullScreen: () => void;
  readonly remove: () => void;
  readonly help: () => void;
  readonly talk: () => void;
  /** Opens or closes what turns the camera. */
  readonly turn: () => void;
  /** The key of push-to-talk is held, or not any more. */
  readonly hold: (held: boolean) => void;
}

const ARROWS: Readonly<Record<string, Direction>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };
/** Keys in these belong to them. Trees and edges of panels take theirs and leave the others. */
const OWN_KEYS = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=radiogroup]';

/** What a key does on the wall, by its lower-case name; shown in the help as well. */
export const WALL_KEYS = ['1-9', 'arrows', 's', 'm', 't', 'v', 'p', 'r', 'i', 'f', 'delete', '?'] as const;

/** The keyboard of the wall, wherever the focus is but in something that has keys of its own. */
export const useWallKeys = (actions: WallKeyActions): void => {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element | null;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target?.closest(OWN_KEYS)) return;
    const arrow = ARROWS[lineKey(event)];
    const { choose, move } = actions;
    const byKey: Readonly<Record<string, () => void>> = {
      s: actions.snapshot,
      m: actions.sound,
      r: actions.record,
      i: actions.figures,
      f: actions.fullScreen,
      delete: actions.remove,
      '?': actions.help,
      t: actions.talk,
      p: actions.turn,
      v: () => event.repeat || actions.hold(true),
    };
    if (arrow !== undefined) move(arrow);
    else if (/^[1-9]$/.test(event.key)) choose(Number(event.key) - 1);
    else if (byKey[event.key.toLowerCase()] !== undefined) byKey[event.key.toLowerCase()]!();
    else return;
    event.preventDefault();
  });
  // Let go wherever the focus has gone meanwhile, or when the window has lost it.
  const onRelease = useEffectEvent((event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.key.toLowerCase() === 'v') actions.hold(false);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    const release = (event: Event): void => onRelease(event);
    window.addEventListener('keydown', listener);
    window.addEventListener('keyup', release);
    window.addEventListener('blur', release);
    return () => {
      window.removeEventListener('keydown', listener);
      window.removeEventListener('keyup', release);
      window.removeEventListener('blur', release);
    };
  }, []);
};
