import type { PushedNotice } from '@sightline/contract';
import type { Note } from './notes.ts';

/** The same alarm of the same device, however often. */
export interface AlarmGroup {
  readonly type: 'alarm';
  readonly key: string;
  readonly newest: PushedNotice;
  readonly count: number;
  readonly isRead: boolean;
  /** UTC ms of the newest. */
  readonly atMs: number;
}

/** What stands behind the bell. */
export type BellEntry = AlarmGroup | Note;

/** So many entries are kept; those that were renewed longest ago go first. */
export const MAX_ENTRIES = 200;

export const groupKey = ({ deviceId, alarmName }: Pick<PushedNotice, 'deviceId' | 'alarmName'>): string => `${deviceId} ${alarmName}`;

/** Adds notices, the oldest first, to groups, the newest first. What is told anew comes to the top and is unread. */
export function addNotices<E extends BellEntry>(entries: readonly E[], notices: readonly PushedNotice[]): readonly (E | AlarmGroup)[] {
  if (notices.length === 0) return entries;
  const fresh = new Map<string, AlarmGroup>();
  const known = new Map(entries.map((entry) => [entry.key, entry]));
  for (const notice of notices) {
    const key = groupKey(notice);
    const before = fresh.get(key) ?? known.get(key);
    const count = (before?.type === 'alarm' ? before.count : 0) + 1;
    fresh.delete(key);
    fresh.set(key, { type: 'alarm', key, newest: notice, count, isRead: false, atMs: Date.parse(notice.alarmTs) });
  }
  return [...[...fresh.values()].toReversed(), ...entries.filter(({ key }) => !fresh.has(key))].slice(0, MAX_ENTRIES);
}

/** Adds a note at the top, in place of an older one about the same. */
export const addNote = (entries: readonly BellEntry[], note: Note): readonly BellEntry[] => {
  const before = entries.find((entry) => entry.key === note.key);
  const count = note.count + (before?.type === 'note' && !before.isRead && note.counts ? before.count : 0);
  return [{ ...note, count }, ...entries.filter(({ key }) => key !== note.key)].slice(0, MAX_ENTRIES);
};

/** How many were told in all. */
export const countOf = (entries: readonly BellEntry[]): number => entries.reduce((sum, { count }) => sum + count, 0);

/** Remembers ids of what was told, the last so many: what is told twice counts once. */
export class ToldIds {
  private readonly ids = new Set<string>();

  constructor(private readonly max = 5_000) {}

  /** Whether it is new. */
  add(id: string): boolean {
    if (this.ids.has(id)) return false;
    this.ids.add(id);
    if (this.ids.size > this.max) this.ids.delete(this.ids.values().next().value as string);
    return true;
  }

  clear(): void {
    this.ids.clear();
  }
}
