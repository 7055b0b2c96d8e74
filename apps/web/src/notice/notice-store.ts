import type { PushedNotice } from '@sightline/contract';
import { create } from 'zustand';
import { addNote, addNotices, countOf, type AlarmGroup, type BellEntry } from './notice-groups.ts';
import type { Note } from './notes.ts';

/** What a person is shown of notices; nothing of it outlives the session. */
export interface NoticeState {
  /** Of level 1, the newest first; the dialog is there while there are any. */
  readonly dialog: readonly AlarmGroup[];
  /** The dialog is a bell that can be moved about. */
  readonly isMinimised: boolean;
  /** Everything, the newest first. */
  readonly bell: readonly BellEntry[];
  /** There is more that was missed than was told. */
  readonly hasMore: boolean;
  /** The browser lets the page sound only once somebody has touched it. */
  readonly isSoundRefused: boolean;
  /** The alarm that is looked at, and those beside it. */
  readonly viewing: { readonly id: string; readonly ids: readonly string[] } | null;
}

const EMPTY: NoticeState = { dialog: [], isMinimised: false, bell: [], hasMore: false, isSoundRefused: false, viewing: null };

export const useNotices = create<NoticeState>()(() => EMPTY);

export const clearNotices = (): void => useNotices.setState(EMPTY);

/** Takes in notices, the oldest first. `urgent`: those of them that the dialog shows. */
export const takeNotices = (notices: readonly PushedNotice[], urgent: readonly PushedNotice[]): void =>
  useNotices.setState(({ bell, dialog }) => ({
    bell: addNotices(bell, notices),
    dialog: addNotices(dialog, urgent),
  }));

export const takeNote = (note: Note): void => useNotices.setState(({ bell }) => ({ bell: addNote(bell, note) }));

/** Closing the dialog clears what it and the bell list: it has been seen. */
export const closeDialog = (): void =>
  useNotices.setState(({ bell }) => ({ dialog: [], isMinimised: false, hasMore: false, bell: bell.filter(({ type }) => type === 'note') }));

export const minimiseDialog = (isMinimised: boolean): void => useNotices.setState({ isMinimised });

/** Of one entry, or of all. */
export const markRead = (key?: string): void =>
  useNotices.setState(({ bell }) => ({
    bell: bell.map((entry) => (entry.isRead || (key !== undefined && entry.key !== key) ? entry : { ...entry, isRead: true })),
  }));

export const viewAlarm = (id: string | null): void =>
  useNotices.setState(({ bell, viewing }) => ({
    viewing:
      id === null
        ? null
        : { id, ids: viewing?.ids.includes(id) ? viewing.ids : bell.flatMap((entry) => (entry.type === 'alarm' ? [entry.newest.id] : [])) },
  }));

/** What the bell counts. */
export const unreadOf = (bell: readonly BellEntry[]): number => countOf(bell.filter(({ isRead }) => !isRead));
