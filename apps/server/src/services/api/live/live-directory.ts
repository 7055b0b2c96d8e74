import { deviceDirectory, type Database, type PositionStore } from '@sightline/db';
import type { LiveEntry } from '@sightline/contract';
import { LIVE_MOTION } from '@sightline/contract';
import { alarmNumber, NO_ALARM, type LiveState } from '@sightline/domain';
import { OnlineTally } from './online-tally.ts';

/** Where a device belongs; the live updates of every process need it, so it is kept in memory. */
export interface DirectoryDevice {
  readonly key: number;
  readonly id: string;
  readonly customerPath: string;
  /** 1 tracker, 2 camera. */
  readonly basicType: number;
  /** False while its licence opens no tracking: it has a connection, and no place. */
  readonly tracked: boolean;
}

/** What the live view takes of a device's state. */
export type LiveUpdate = Pick<LiveState, 'deviceKey' | 'lastContactMs' | 'fix' | 'motion' | 'ignition' | 'attributes'>;

/** What is told in place of where a device is and what it does. */
const NOT_TRACKED = {
  fixTimeMs: 0,
  lat: null,
  lon: null,
  speedKph: null,
  course: null,
  motion: LIVE_MOTION.indexOf('stopped') as LiveEntry['motion'],
  acc: 2,
  alarm: NO_ALARM,
} as const;

const directoryDevice = (d: Awaited<ReturnType<typeof deviceDirectory>>[number]): DirectoryDevice => ({
  key: Number(d.key),
  id: d.id,
  customerPath: d.customer_path,
  basicType: d.basic_type,
  tracked: d.tracked,
});

const accOf = (ignition: boolean | null): 0 | 1 | 2 => (ignition === null ? 2 : ignition ? 1 : 0);

/** All devices with the newest that is known of each, about 250 bytes a device. */
export class LiveDirectory {
  private readonly byKey = new Map<number, DirectoryDevice>();
  private readonly keyById = new Map<string, number>();
  private readonly latest = new Map<number, LiveEntry>();
  private readonly tally = new OnlineTally();
  private readonly everHeard = new OnlineTally();

  constructor(
    private readonly database: Database,
    private readonly positions: PositionStore,
    private readonly onlineTimeoutMs: number,
  ) {}

  /** Reads everything anew. Returns the keys of the devices that have been heard since they were known last. */
  async load(): Promise<number[]> {
    const devices = await deviceDirectory(this.database.system, null);
    const states = await this.positions.systemReader().states(devices.map((d) => Number(d.key)));
    const present = new Set<number>();
    for (const d of devices) {
      this.put(directoryDevice(d));
      present.add(Number(d.key));
    }
    for (const key of this.byKey.keys()) if (!present.has(key)) this.remove(key);
    return [...states.values()]
      .filter((state) => this.latest.get(state.deviceKey)?.lastContactMs !== state.lastContactMs && this.update(state))
      .map((state) => state.deviceKey);
  }

  /** Reads devices anew that were added, moved or removed. Returns where each was and where it is. */
  async refresh(deviceIds: readonly string[]): Promise<{ deviceId: string; places: DirectoryDevice[] }[]> {
    const rows = new Map((await deviceDirectory(this.database.system, deviceIds)).map((r) => [r.id, r]));
    return deviceIds.map((deviceId) => {
      const before = this.deviceById(deviceId);
      const row = rows.get(deviceId);
      const after = row && directoryDevice(row);
      if (before && before.key !== after?.key) this.remove(before.key);
      if (after) this.put(after);
      return { deviceId, places: [before, after].filter((d) => d !== undefined) };
    });
  }

  /** Takes a state in unless a newer one is known. Returns whether it was taken. */
  update(state: LiveUpdate): boolean {
    const before = this.latest.get(state.deviceKey);
    if (before && before.lastContactMs > state.lastContactMs) return false;
    this.latest.set(state.deviceKey, {
      key: state.deviceKey,
      fixTimeMs: state.fix?.fixTimeMs ?? 0,
      lastContactMs: state.lastContactMs,
      lat: state.fix?.lat ?? null,
      lon: state.fix?.lon ?? null,
      speedKph: state.fix?.speedKph ?? null,
      course: state.fix?.course ?? null,
      motion: LIVE_MOTION.indexOf(state.motion) as LiveEntry['motion'],
      acc: accOf(state.ignition),
      online: this.isOnline(state.lastContactMs, Date.now()),
      alarm: alarmNumber(state.attributes['alarm']),
    });
    this.count(state.deviceKey);
    return true;
  }

  /** Turns devices offline that have not been heard for too long. Returns their keys. */
  expire(nowMs: number): number[] {
    const expired: number[] = [];
    for (const [key, entry] of this.latest) {
      if (entry.online && !this.isOnline(entry.lastContactMs, nowMs)) {
        this.latest.set(key, { ...entry, online: false });
        this.count(key);
        expired.push(key);
      }
    }
    return expired;
  }

  device(key: number): DirectoryDevice | undefined {
    return this.byKey.get(key);
  }

  deviceById(id: string): DirectoryDevice | undefined {
    const key = this.keyById.get(id);
    return key === undefined ? undefined : this.byKey.get(key);
  }

  /** The newest of a device, as it may be told. */
  entry(key: number): LiveEntry | undefined {
    const latest = this.latest.get(key);
    return latest && (this.byKey.get(key)?.tracked === false ? { ...latest, ...NOT_TRACKED } : latest);
  }

  /** Devices that are online in a customer and below it, of one kind or of all. */
  online(path: string, basicType?: number): number {
    return this.tally.online(path, basicType);
  }

  /** Devices in a customer and below it that have ever been heard, of one kind or of all. */
  heard(path: string, basicType?: number): number {
    return this.everHeard.online(path, basicType);
  }

  private count(key: number): void {
    const device = this.byKey.get(key);
    const latest = this.latest.get(key);
    this.tally.set(key, device && latest?.online ? device : null);
    this.everHeard.set(key, device && latest ? device : null);
  }

  private isOnline(lastContactMs: number, nowMs: number): boolean {
    return nowMs - lastContactMs <= this.onlineTimeoutMs;
  }

  protected put(device: DirectoryDevice): void {
    this.byKey.set(device.key, device);
    this.keyById.set(device.id, device.key);
    this.count(device.key);
  }

  private remove(key: number): void {
    const device = this.byKey.get(key);
    this.byKey.delete(key);
    this.latest.delete(key);
    this.count(key);
    if (device && this.keyById.get(device.id) === key) this.keyById.delete(device.id);
  }
}
