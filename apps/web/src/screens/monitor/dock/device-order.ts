import { NO_ALARM } from '@sightline/domain';
import type { LiveView } from '../../../live/live.ts';
import { ALARMED } from '../../../live/live-status.ts';
import { passes, type RosterDevice } from '../../../live/live-store.ts';

/**
 * Slots by name, numbers in names by their value. Made once per roster: names do not change with live values, so rows
 * keep their places while devices move.
 */
export const orderByName = (roster: readonly RosterDevice[], tag: string): Uint32Array => {
  const collator = new Intl.Collator(tag, { numeric: true, sensitivity: 'base' });
  const names = roster.map((device) => device.name);
  return Uint32Array.from(names.keys()).sort((a, b) => collator.compare(names[a] as string, names[b] as string) || a - b);
};

/** By slot, 1 where name or id contains the text; `null` without a text: all. */
export const matchText = (roster: readonly RosterDevice[], text: string): Uint8Array | null => {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return null;
  return Uint8Array.from(roster, ({ name, deviceId }) =>
    name.toLowerCase().includes(wanted) || deviceId.toLowerCase().includes(wanted) ? 1 : 0,
  );
};

/** The slots to list: in order, of the wanted statuses, matching the text. */
export const listedSlots = (view: LiveView, order: Uint32Array, mask: number, matches: Uint8Array | null): Uint32Array =>
  order.filter((slot) => passes(view.columns, slot, mask) && (matches === null || matches[slot] === 1));

/** Devices per status, and with an alarm, among those that match the text. */
export const countMatching = (view: LiveView, matches: Uint8Array | null): Readonly<Uint32Array> => {
  if (matches === null) return view.counts.slice();
  const counts = new Uint32Array(view.counts.length);
  for (let slot = 0; slot < matches.length; slot++) {
    if (matches[slot] !== 1) continue;
    const status = view.columns.status[slot] as number;
    counts[status] = (counts[status] as number) + 1;
    if (view.columns.alarm[slot] !== NO_ALARM) counts[ALARMED] = (counts[ALARMED] as number) + 1;
  }
  return counts;
};
