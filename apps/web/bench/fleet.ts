import { LIVE_FLAG, type LiveDelta } from '@sightline/contract';
import { alarmNumber, NO_ALARM } from '@sightline/domain';
import { DeltaQueue } from '../src/live/delta-queue.ts';
import { LiveStateStore, type RosterDevice } from '../src/live/live-store.ts';
import { seeded } from './random.ts';

const START_MS = 1_700_000_000_000;
const KINDS = ['moving', 'moving', 'moving', 'moving', 'moving', 'idle', 'stopped', 'stopped', 'offline', 'inactive'] as const;
type Kind = (typeof KINDS)[number];

export interface Fleet {
  readonly store: LiveStateStore;
  /** Moves every moving device by `seconds`: what the vehicles do, not what the client does. */
  drive(seconds: number): void;
  /** Hands the newest values of all devices to the store, as a message of the server does. */
  report(): void;
}

export interface FleetPlace {
  readonly lat: number;
  readonly lon: number;
  /** Spread around each of the hubs, degrees. */
  readonly spread: number;
  /** Distance of the hubs from the place, degrees. */
  readonly reach: number;
}

/** A fleet around some hubs: half of it drives, the rest idles, stands, is offline or was never heard of. */
export const makeFleet = (count: number, { spread, reach, ...centre }: FleetPlace): Fleet => {
  const random = seeded(7);
  const hubs = Array.from(
    { length: 40 },
    () => [centre.lat + (random() - 0.5) * 2 * reach, centre.lon + (random() - 0.5) * 2 * reach * 1.6] as const,
  );
  const store = new LiveStateStore();
  const roster: RosterDevice[] = Array.from({ length: count }, (_, i) => ({
    key: i + 1,
    deviceId: String(868000000000 + i),
    name: `Truck ${i + 1}`,
    customerId: '1',
  }));
  store.setRoster(roster);
  const lat = new Float64Array(count);
  const lon = new Float64Array(count);
  const course = new Float64Array(count);
  const kph = new Float64Array(count);
  const batch: LiveDelta = {
    serverTimeMs: START_MS,
    count,
    key: Uint32Array.from(roster, (device) => device.key),
    lat: new Int32Array(count),
    lon: new Int32Array(count),
    speed: new Uint16Array(count),
    course: new Uint16Array(count),
    flags: new Uint8Array(count),
    alarm: Uint8Array.from({ length: count }, (_, slot) => (slot % 97 === 3 ? alarmNumber('sos') : NO_ALARM)),
    fixTimeMs: new Float64Array(count).fill(START_MS),
    lastContactMs: new Float64Array(count).fill(START_MS),
  };
  const write = (i: number): void => {
    batch.lat[i] = (lat[i] as number) * 1e7;
    batch.lon[i] = (lon[i] as number) * 1e7;
    batch.course[i] = course[i] as number;
    batch.speed[i] = (kph[i] as number) * 10;
  };
  for (let i = 0; i < count; i++) {
    const hub = hubs[i % hubs.length] as readonly [number, number];
    lat[i] = hub[0] + (random() + random() + random() - 1.5) * spread;
    lon[i] = hub[1] + (random() + random() + random() - 1.5) * spread;
    course[i] = random() * 360;
    const kind = KINDS[Math.floor(random() * KINDS.length)] as Kind;
    kph[i] = kind === 'moving' ? 20 + random() * 80 : 0;
    batch.flags[i] = LIVE_FLAG.hasFix | (kind === 'offline' ? 0 : LIVE_FLAG.online) | (kind === 'idle' ? 1 : kind === 'stopped' ? 2 : 0);
    if (kind === 'inactive') batch.lastContactMs[i] = 0;
    write(i);
  }
  store.applyDelta(batch);
  const queue = new DeltaQueue(store);
  return {
    store,
    drive: (seconds) => {
      for (let i = 0; i < count; i++) {
        if (!kph[i]) continue;
        course[i] = ((course[i] as number) + (random() - 0.5) * 8 + 360) % 360;
        const degrees = ((kph[i] as number) / 3.6 / 111_000) * seconds;
        const angle = ((course[i] as number) * Math.PI) / 180;
        lat[i] = (lat[i] as number) + degrees * Math.cos(angle);
        lon[i] = (lon[i] as number) + degrees * Math.sin(angle);
        batch.fixTimeMs[i] = (batch.fixTimeMs[i] as number) + seconds * 1000;
        batch.lastContactMs[i] = batch.fixTimeMs[i] as number;
        write(i);
      }
    },
    report: () => queue.push(batch),
  };
};
