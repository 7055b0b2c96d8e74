import { VIDEO_HISTORY_LIMITS } from '@sightline/contract';
import {
  dropCommandsBefore,
  dropOldRows,
  dropOldClips,
  dropRawFramesBefore,
  dropTrafficBefore,
  failForgottenClips,
  purgeLicenseRequests,
  refreshDeviceLocks,
  type PositionStore,
} from '@sightline/db';
import type { AppContext } from '../../context.ts';
import type { FileStore } from '../../files/file-store.ts';
import { cleanFiles } from './file-cleaning.ts';
import type { PeriodicTask } from './periodic.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Frames of a device that has fallen silent tell nothing new after a while. */
const RAW_FRAME_DAYS = 30;
/** Three months by quarters of an hour: what a provider's bill is compared with. */
const TRAFFIC_DAYS = 93;
/** Nobody repeats a request after so long. */
const LICENSE_REQUEST_DAYS = 30;

/** A clip that is being taken says so every second; after this its process has gone. */
const CLIP_SILENCE_S = 120;

/** What is done regularly. The place in the list is the number of the task's lock: append only. */
export function periodicTasks({ config, database }: AppContext, store: PositionStore, files: FileStore): readonly PeriodicTask[] {
  return [
    {
      name: 'partitions',
      everyMs: 6 * HOUR_MS,
      afterMs: MINUTE_MS,
      run: async () => {
        await store.ensurePartitions(Date.now(), config.hotDays);
        return null;
      },
    },
    {
      name: 'seal',
      everyMs: HOUR_MS,
      afterMs: 2 * MINUTE_MS,
      run: async () => {
        const report = await store.sealDue(Date.now(), config.hotDays);
        return report.positions > 0 || report.droppedDays.length > 0 ? { ...report } : null;
      },
    },
    {
      name: 'retention',
      everyMs: DAY_MS / 4,
      afterMs: 10 * MINUTE_MS,
      run: async () => (config.retentionDays === 0 ? null : { ...(await store.dropBefore(Date.now() - config.retentionDays * DAY_MS)) }),
    },
    {
      name: 'tokens',
      everyMs: HOUR_MS,
      afterMs: 5 * MINUTE_MS,
      run: async () => {
        // Kept for a day after their end, so that a person can be told that the session has expired.
        const { rowCount } = await database.pool.query(
          `DELETE FROM session_token WHERE expires_at < now() - interval '1 day' OR revoked_at < now() - interval '1 day'`,
        );
        return rowCount ? { tokens: rowCount } : null;
      },
    },
    {
      name: 'raw frames',
      everyMs: 6 * HOUR_MS,
      afterMs: 15 * MINUTE_MS,
      run: async () => {
        const frames = await dropRawFramesBefore(database, Date.now() - RAW_FRAME_DAYS * DAY_MS);
        return frames > 0 ? { frames } : null;
      },
    },
    {
      name: 'data volume',
      everyMs: 6 * HOUR_MS,
      afterMs: 20 * MINUTE_MS,
      run: async () => {
        const slots = await dropTrafficBefore(database, Date.now() - TRAFFIC_DAYS * DAY_MS);
        return slots > 0 ? { slots } : null;
      },
    },
    {
      name: 'files',
      everyMs: HOUR_MS,
      afterMs: 3 * MINUTE_MS,
      run: async () => {
        const report = await cleanFiles(database, files, Date.now());
        return report.expired + report.media + report.tasks + report.removed > 0 ? { ...report } : null;
      },
    },
    {
      name: 'licences',
      everyMs: MINUTE_MS,
      afterMs: MINUTE_MS / 4,
      run: async () => {
        const devices = await refreshDeviceLocks(database.system);
        await purgeLicenseRequests(database.system, new Date(Date.now() - LICENSE_REQUEST_DAYS * DAY_MS));
        return devices > 0 ? { devices } : null;
      },
    },
    {
      name: 'commands',
      everyMs: 6 * HOUR_MS,
      afterMs: 25 * MINUTE_MS,
      run: async () => {
        if (config.commandDays === 0) return null;
        const commands = await dropCommandsBefore(database.system, new Date(Date.now() - config.commandDays * DAY_MS));
        return commands > 0 ? { commands } : null;
      },
    },
    {
      name: 'alarms and looks',
      everyMs: 6 * HOUR_MS,
      afterMs: 30 * MINUTE_MS,
      run: async () => {
        if (config.retentionDays === 0) return null;
        const before = new Date(Date.now() - config.retentionDays * DAY_MS);
        const alarms = await dropOldRows(database.system, 'device_alarm', before);
        const looks = await dropOldRows(database.system, 'camera_look', before);
        return alarms + looks > 0 ? { alarms, looks } : null;
      },
    },
    {
      name: 'clips',
      everyMs: MINUTE_MS,
      afterMs: MINUTE_MS / 2,
      run: async () => {
        const forgotten = await failForgottenClips(database.system, CLIP_SILENCE_S);
        const old = await dropOldClips(database.system, VIDEO_HISTORY_LIMITS.clipDays);
        return forgotten + old > 0 ? { forgotten, old } : null;
      },
    },
  ];
}
