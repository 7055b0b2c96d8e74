import { useMemo, useState } from 'react';
import type { LiveView } from '../../../live/live.ts';
import { countMatching, listedSlots, matchText, orderByName } from './device-order.ts';

export interface ListedDevices {
  readonly slots: Uint32Array;
  readonly counts: Readonly<Uint32Array>;
  /** For the map: the devices that match the text. */
  readonly matches: Uint8Array | null;
  /** While the pointer is over the list its rows stay as they are; their values go on. */
  readonly setHeld: (held: boolean) => void;
}

interface Kept {
  readonly slots: Uint32Array;
  readonly order: Uint32Array;
  readonly mask: number;
  readonly matches: Uint8Array | null;
}

/** The rows of the device list, steady under live updates. */
export const useListedDevices = (view: LiveView, mask: number, text: string, tag: string): ListedDevices => {
  const { roster } = view;
  const order = useMemo(() => orderByName(roster, tag), [roster, tag]);
  const matches = useMemo(() => matchText(roster, text), [roster, text]);
  const counts = useMemo(() => countMatching(view, matches), [view, matches]);
  const fresh = useMemo<Kept>(
    () => ({ slots: listedSlots(view, order, mask, matches), order, mask, matches }),
    [view, order, mask, matches],
  );
  const [held, setHeld] = useState(false);
  const [kept, setKept] = useState(fresh);
  // What a person changes counts at once; a device that changes its status waits until the pointer is gone.
  const isOwnChange = kept.order !== order || kept.mask !== mask || kept.matches !== matches;
  const isCurrent = kept === fresh || (held && !isOwnChange);
  if (!isCurrent) setKept(fresh);
  return { slots: (isCurrent ? kept : fresh).slots, counts, matches, setHeld };
};
