import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { luhnDigit } from '@sightline/domain';
import { DeviceConnection, type ConnectionState } from './connection.ts';
import { driverOf } from './devices/index.ts';
import { readTracks } from './track.ts';
import { planFor, vehicleAt } from './vehicle.ts';

export interface LoadOptions {
  readonly protocol: string;
  readonly devices: number;
  readonly intervalS: number;
  readonly host: string;
  readonly port: number;
  /** Folder of tracks; default: the ones that come with the simulator. */
  readonly tracksDir?: string;
  readonly seconds: number;
}

export interface LoadResult {
  readonly protocol: string;
  readonly devices: number;
  readonly online: number;
  readonly refused: number;
  readonly seconds: number;
  /** Positions sent, and those that the platform has confirmed. */
  readonly sent: number;
  readonly acknowledged: number;
  readonly perSecond: number;
  /** From sending a message to its answer, ms; null without any answer. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

/** Where the tracks of the simulator lie, from the sources and from the bundle alike (both two folders below `apps`). */
export const TRACKS_DIR = fileURLToPath(new URL('../../simulator/tracks', import.meta.url));

/** The ids that `simulate` uses: 15 digits with a valid check digit, 12 for JT/T 808; the same at every call. */
export function simulatedDeviceIds(protocol: string, count: number): string[] {
  const family = { jt808: '10', gt06: '20', teltonika: '30' }[protocol] ?? '90';
  return Array.from({ length: count }, (_, index) => {
    const digits = `8699${family}${String(index).padStart(8, '0')}`;
    const imei = digits + luhnDigit(digits);
    return protocol === 'jt808' ? imei.slice(-12) : imei;
  });
}

/** How long to wait for the last answers. */
const DRAIN_MS = 5_000;

/** Puts a load on a device port for some seconds and gives back what came of it. */
export async function simulate(options: LoadOptions): Promise<LoadResult> {
  const tracks = [...readTracks(options.tracksDir ?? TRACKS_DIR).values()];
  const driver = driverOf(options.protocol);
  const latencies: number[] = [];
  let acknowledged = 0;
  const states: ConnectionState[] = [];
  const ids = simulatedDeviceIds(options.protocol, options.devices);
  const connections = ids.map((deviceId, index) => {
    const connection = new DeviceConnection({
      deviceId,
      host: options.host,
      port: options.port,
      driver,
      onAcknowledged: (latencyMs, positions) => {
        if (positions > 0) latencies.push(latencyMs);
        acknowledged += positions;
      },
      onState: (state) => (states[index] = state),
    });
    return { connection, plan: planFor(deviceId, tracks[index % tracks.length]!), nextMs: (index * 7919) % (options.intervalS * 1000) };
  });
  for (const { connection } of connections) connection.open();

  const started = performance.now();
  const elapsed = (): number => performance.now() - started;
  while (elapsed() < options.seconds * 1000) {
    const at = elapsed();
    for (const device of connections) {
      if (at < device.nextMs || !device.connection.online) continue;
      device.connection.report({ ...vehicleAt(device.plan, Date.now()), blocked: false });
      device.nextMs = Math.max(device.nextMs + options.intervalS * 1000, at);
    }
    await sleep(5);
  }
  const seconds = elapsed() / 1000;
  const online = connections.filter((c) => c.connection.online).length;
  for (
    const end = performance.now() + DRAIN_MS;
    performance.now() < end && connections.some((c) => c.connection.online && c.connection.unconfirmed > 0);
  )
    await sleep(20);
  for (const { connection } of connections) connection.close();

  latencies.sort((a, b) => a - b);
  const quantile = (q: number): number | null =>
    latencies.length === 0 ? null : Math.round(latencies[Math.min(latencies.length - 1, Math.floor(q * latencies.length))]! * 10) / 10;
  return {
    protocol: options.protocol,
    devices: options.devices,
    online,
    refused: states.filter((s) => s === 'refused').length,
    seconds: Math.round(seconds * 10) / 10,
    sent: connections.reduce((n, c) => n + c.connection.sent, 0),
    acknowledged,
    perSecond: Math.round(acknowledged / seconds),
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}
