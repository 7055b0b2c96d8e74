import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';

/** The channels that this platform sends notices on. A payload is at most {@link MAX_NOTICE_BYTES} long. */
export const NOTICE_CHANNELS = {
  /** Sent by a trigger on `device` with the device's public id. */
  deviceChanged: 'device_changed',
  /** Sent by a trigger on `task` with the ids of its user and of the task, a colon between them. */
  taskChanged: 'task_changed',
  /** What the processes of a split platform tell each other. */
  bus: 'sightline_bus',
  /** Sent by a trigger on `device_command` with the device's key: a command waits for it. */
  commandReady: 'command_ready',
  /** Likewise with the command's id: something about it changed. */
  commandChanged: 'command_changed',
  /** Sent by a trigger on `device_alarm` with the alarm's id: more of its files are here, or its upload has got on. */
  alarmFiles: 'alarm_files',
  /** Likewise with the alarm's id: it has just begun. */
  alarmRaised: 'alarm_raised',
  /** Likewise with the device's key: its unit is to be asked for the files of an alarm. */
  alarmUpload: 'alarm_upload',
} as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[keyof typeof NOTICE_CHANNELS];

/** PostgreSQL's limit is 8000 bytes, the end of the string included. */
export const MAX_NOTICE_BYTES = 7999;

export interface NoticeListener {
  readonly channels: { readonly [C in NoticeChannel]?: (payload: string) => void };
  /** Notices may have been missed: read everything again. */
  reconnected(): void;
  /** The connection broke; it is made again. */
  broken(error: unknown): void;
}

const RETRY_MS = 2000;

/**
 * Hears notices over a connection of its own that is made again when it breaks. Resolves when it listens (or has begun to
 * try again). The returned function ends it.
 */
export async function listenForNotices(database: Database, listener: NoticeListener): Promise<() => Promise<void>> {
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
      listener.broken(error);
      retry = setTimeout(() => void connect(true), RETRY_MS);
    };
    next.on('error', breakOff);
    next.on('end', () => breakOff(new Error('connection ended')));
    next.on('notification', ({ channel, payload }) => {
      if (payload !== undefined && payload !== '') listener.channels[channel as NoticeChannel]?.(payload);
    });
    try {
      await next.connect();
      for (const channel of Object.keys(listener.channels)) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      if (again) listener.reconnected();
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

/** Tells every process that listens, this one included. */
export async function sendNotice(database: Database, channel: NoticeChannel, payload: string): Promise<void> {
  if (Buffer.byteLength(payload) > MAX_NOTICE_BYTES) throw new RangeError(`a notice of ${Buffer.byteLength(payload)} bytes`);
  await sql`SELECT pg_notify(${channel}, ${payload})`.execute(database.system);
}
