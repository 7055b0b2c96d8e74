import { readTracks, startFleet, TRACKS_DIR, type FleetDevice } from '@sightline/simulator';
import type { Service } from '@sightline/runtime';
import type { AppContext } from '../context.ts';
import type { Database } from '@sightline/db';
import { seedDemo } from '../seed/seed-demo.ts';

/** What a device of the demonstration remembers when it has told nothing yet. */
const FIRST_HISTORY_MS = 36 * 3_600_000;
const REPORT_INTERVAL_S = 10;
/** Between the pictures that a camera takes by itself. */
const PHOTO_EVERY_MIN = 15;

/** The demo account of the seeded world. */
const DEMO_ACCOUNT = 'demo';

export interface Demonstration extends Service {
  /** Lines for people: account, password, role. */
  readonly logins: readonly string[];
}

/**
 * The demonstration world: seeded once, its devices driven by the simulator over the real ports (`ports`, by protocol;
 * null = this process has no gateway, so nothing drives). Each device first tells from memory what the platform does not
 * have yet, as a device without network would.
 */
export async function startDemonstration(context: AppContext, ports: Readonly<Record<string, number>> | null): Promise<Demonstration> {
  const { logins, fleet } = await seedDemo(context.database);
  const width = Math.max(...logins.map((l) => l.account.length));
  const lines = logins.map((l) => `  ${l.account.padEnd(width)}  ${l.password}  ${l.role}`);
  if (ports === null) return { name: 'demonstration', logins: lines, stop: () => Promise.resolve() };

  const tracks = readTracks(TRACKS_DIR);
  const known = await lastFixes(context);
  const oldestMs = Date.now() - FIRST_HISTORY_MS;
  const devices = fleet.map((device): FleetDevice => {
    const track = tracks.get(device.trackHint);
    if (track === undefined) throw new Error(`the demonstration names the track ${device.trackHint}, which is not there`);
    return {
      id: device.id,
      protocol: device.protocol,
      track,
      sinceMs: Math.max(oldestMs, known.get(device.id) ?? 0),
      ...(device.camCount > 0 && { camera: { channels: device.camCount, photoEveryMin: PHOTO_EVERY_MIN } }),
    };
  });
  const simulated = startFleet({ devices, host: '127.0.0.1', ports, intervalS: REPORT_INTERVAL_S });
  return {
    name: 'demonstration',
    logins: lines,
    stop: () => {
      simulated.stop();
      return Promise.resolve();
    },
  };
}

/** Whether anybody can sign in: an empty database has nobody. */
export async function hasUsers(database: Database): Promise<boolean> {
  return (await database.system.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether this is the demonstration world, and not somebody's own data, into which it must never be mixed. */
export async function isDemonstration(database: Database): Promise<boolean> {
  return (
    (await database.system
      .selectFrom('app_user')
      .select('id')
      .where('account', '=', DEMO_ACCOUNT)
      .where('demo', '=', true)
      .executeTakeFirst()) !== undefined
  );
}

/** The last fix that is stored for each device, ms. */
async function lastFixes({ database }: AppContext): Promise<Map<string, number>> {
  const rows = await database.system
    .selectFrom('device_state')
    .innerJoin('device', 'device.key', 'device_state.device_key')
    .select(['device.id', 'device_state.fix_time'])
    .where('device.recycled_at', 'is', null)
    .execute();
  return new Map(rows.flatMap((row) => (row.fix_time === null ? [] : [[row.id, row.fix_time.getTime()] as const])));
}
