import pg from 'pg';
import type { Database } from '../connection/database.ts';

export interface DeviceChangeHandlers {
  /** A device was added, changed or removed, here or by another process. */
  changed(deviceId: string): void;
  /** Notices may have been missed: read everything again. */
  reconnected(): void;
  /** The connection broke; it is made again. */
  broken(error: unknown): void;
}

const RETRY_MS = 2000;

/**
 * Hears the notices that a trigger on `device` sends, over a connection of its own that is made again when it breaks.
 * Resolves when it listens (or has begun to try again). The returned function ends it.
 */
export async function listenForDeviceChanges(database: Database, handlers: DeviceChangeHandlers): Promise<() => Promise<void>> {
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let stopped = false;

  const connect = async (again: boolean): Promise<void> => {
    const next = new pg.Client(database.pool.options);
    client = next;
    let broken = false;
    const breakOff = (error: unknown): void => {
      if (broken) return;
      broken = true;
      next.end().catch(() => undefined);
      if (stopped) return;
      handlers.broken(error);
      retry = setTimeout(() => void connect(true), RETRY_MS);
    };
    next.on('error', breakOff);
    next.on('end', () => breakOff(new Error('connection ended')));
    next.on('notification', ({ payload }) => {
      if (payload !== undefined && payload !== '') handlers.changed(payload);
    });
    try {
      await next.connect();
      await next.query('LISTEN device_changed');
      if (again) handlers.reconnected();
    } catch (error) {
      breakOff(error);
    }
  };
  await connect(false);

  return async () => {
    stopped = true;
    if (retry) clearTimeout(retry);
    await client?.end().catch(() => undefined);
  };
}
