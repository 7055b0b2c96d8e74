import { alarmsByIds, listenForNotices, NOTICE_CHANNELS, type AlarmRecord } from '@sightline/db';
import type { AppContext } from '../../../context.ts';

/** Steps of an upload within this time are told as one. */
const DELAY_MS = 200;
const MAX_READ = 500;

export interface AlarmFileListener {
  /** Whether anybody is here at all. */
  wanted(): boolean;
  tell(alarm: AlarmRecord): void;
}

/** Hears of uploads of files of alarms, whichever process receives them. The returned function ends it. */
export async function startAlarmFileNotices(context: AppContext, listener: AlarmFileListener): Promise<() => Promise<void>> {
  const logger = context.logger.child({ service: 'alarm-file-notices' });
  const changed = new Set<string>();
  const flush = async (): Promise<void> => {
    const ids = [...changed].slice(0, MAX_READ);
    for (const id of ids) changed.delete(id);
    // A locked device is told of to nobody: the page says the same.
    for (const alarm of await alarmsByIds(context.database.system, ids, false)) listener.tell(alarm);
  };
  const stop = await listenForNotices(context.database, {
    channels: {
      [NOTICE_CHANNELS.alarmFiles]: (id) => {
        if (listener.wanted()) changed.add(id);
      },
    },
    // The page reads again when its socket comes back.
    reconnected: () => undefined,
    broken: (error) => logger.warn({ err: error }, 'not listening for files of alarms; trying again'),
  });
  let flushing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    if (changed.size === 0) return;
    flushing = flushing.then(flush).catch((error: unknown) => logger.error({ err: error }, 'alarms could not be read'));
  }, DELAY_MS);
  return async () => {
    clearInterval(timer);
    await stop();
    await flushing;
  };
}
