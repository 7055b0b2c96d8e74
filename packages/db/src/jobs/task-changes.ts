import type { Database } from '../connection/database.ts';
import { listenForNotices, NOTICE_CHANNELS, type NoticeListener } from '../connection/notices.ts';

export interface TaskChangeHandlers extends Omit<NoticeListener, 'channels'> {
  /** A task of this user was added or went a step further. */
  changed(change: { readonly userId: string; readonly taskId: string }): void;
}

/** Hears the notices that a trigger on `task` sends. The returned function ends it. */
export const listenForTaskChanges = (database: Database, handlers: TaskChangeHandlers): Promise<() => Promise<void>> =>
  listenForNotices(database, {
    channels: {
      [NOTICE_CHANNELS.taskChanged]: (payload) => {
        const [userId, taskId] = payload.split(':');
        if (userId !== undefined && taskId !== undefined) handlers.changed({ userId, taskId });
      },
    },
    reconnected: () => handlers.reconnected(),
    broken: (error) => handlers.broken(error),
  });
