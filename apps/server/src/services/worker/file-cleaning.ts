import { dropExpiredFiles, dropExpiredMedia, dropOldTasks, knownStorageNames, type Database } from '@sightline/db';
import type { FileStore } from '../../files/file-store.ts';

const HOUR_MS = 3_600_000;
/** Ended tasks stay in the list this long; their files go earlier. */
const TASK_DAYS = 30;
/** Files of devices forgotten in one statement. */
const MEDIA_STEP = 1000;

export interface CleaningReport {
  readonly expired: number;
  readonly media: number;
  readonly tasks: number;
  readonly removed: number;
}

/**
 * Removes files whose time is over (those of devices, too), bytes that nobody knows (a process died between the bytes and the row; younger ones than
 * an hour may still get their row), and tasks that ended long ago.
 */
export async function cleanFiles(database: Database, store: FileStore, nowMs: number): Promise<CleaningReport> {
  const expired = await dropExpiredFiles(database.system);
  let media = 0;
  for (let dropped = MEDIA_STEP; dropped === MEDIA_STEP; media += dropped) dropped = await dropExpiredMedia(database.system, MEDIA_STEP);
  const tasks = await dropOldTasks(database.system, TASK_DAYS);
  let removed = 0;
  for await (const files of store.list()) {
    const old = files.filter((f) => f.modifiedMs < nowMs - HOUR_MS);
    const known = await knownStorageNames(
      database.system,
      old.map((f) => f.storageName),
    );
    for (const file of old) {
      if (known.has(file.storageName)) continue;
      await store.remove(file.storageName);
      removed++;
    }
  }
  return { expired, media, tasks, removed };
}
