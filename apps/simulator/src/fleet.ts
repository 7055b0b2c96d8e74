import type { CameraOptions } from './camera/options.ts';
import { DeviceConnection, type ConnectionState } from './connection.ts';
import { driverOf } from './devices/index.ts';
import { reportIntervalS } from './devices/device-memory.ts';
import type { Report } from './devices/driver.ts';
import type { Track } from './track.ts';
import { planFor, vehicleAt, type Plan } from './vehicle.ts';

export interface FleetDevice {
  readonly id: string;
  readonly protocol: string;
  readonly track: Track;
  /** Left out: it has no cameras. */
  readonly camera?: CameraOptions;
  /** Its memory reaches back to here: what it has not told yet, ms. */
  readonly sinceMs?: number;
}

export interface FleetOptions {
  readonly devices: readonly FleetDevice[];
  readonly host: string;
  /** Port by protocol. */
  readonly ports: Readonly<Record<string, number>>;
  /** Seconds between reports while the ignition is on. */
  readonly intervalS: number;
}

export interface FleetStats {
  readonly online: number;
  readonly refused: number;
  readonly sent: number;
  readonly acknowledged: number;
  /** Reports that are not confirmed yet. */
  readonly waiting: number;
}

export interface Fleet {
  stats(): FleetStats;
  stop(): void;
}

const TICK_MS = 1_000;
const PARKED_INTERVAL_S = 180;
const HEARTBEAT_S = 60;
/** Between two alarms of a driving vehicle with cameras, and before the first one. */
const ALARM_S = 600;
const FIRST_ALARM_S = 20;
/** Distance in time of what a device tells from memory: driving and parked. */
const MEMORY_DRIVING_S = 20;
const MEMORY_PARKED_S = 600;

interface Running {
  readonly plan: Plan;
  readonly connection: DeviceConnection;
  state: ConnectionState;
  nextReportMs: number;
  nextHeartbeatMs: number;
  nextAlarmMs: number;
  ignition: boolean | null;
  blocked: boolean;
  /** Since when the circuit is cut, ms; null = it is not. */
  cutSinceMs: number | null;
  /** What cuts have cost: the vehicle goes on from where it was stopped. */
  lostMs: number;
}

/** Starts devices that drive their tracks for ever over real connections. */
export function startFleet(options: FleetOptions): Fleet {
  let acknowledged = 0;
  const startedMs = Date.now();
  const devices = options.devices.map((device, index): Running => {
    const plan = planFor(device.id, device.track);
    const running: Running = {
      plan,
      state: 'connecting',
      // Spread over the interval, so that the platform sees a stream and not a pulse.
      nextReportMs: startedMs + ((index * 997) % (options.intervalS * 1000)),
      nextHeartbeatMs: startedMs + HEARTBEAT_S * 1000,
      nextAlarmMs: startedMs + FIRST_ALARM_S * 1000 + ((index * 7919) % (ALARM_S * 1000)),
      ignition: null,
      blocked: false,
      cutSinceMs: null,
      lostMs: 0,
      connection: new DeviceConnection({
        deviceId: device.id,
        host: options.host,
        port: options.ports[device.protocol] ?? 0,
        driver: driverOf(device.protocol),
        ...(device.camera && { camera: device.camera }),
        now: () => reportOf(running, Date.now()),
        onAcknowledged: (_, positions) => (acknowledged += positions),
        onState: (state) => (running.state = state),
      }),
    };
    if (device.sinceMs !== undefined) running.connection.remember(history(plan, device.sinceMs, startedMs));
    setTimeout(() => running.connection.open(), (index * 20) % 4_000).unref();
    return running;
  });
  const timer = setInterval(() => {
    const now = Date.now();
    for (const device of devices) tick(device, now, options.intervalS);
  }, TICK_MS);
  return {
    stats: () => ({
      online: devices.filter((d) => d.connection.online).length,
      refused: devices.filter((d) => d.state === 'refused').length,
      sent: devices.reduce((n, d) => n + d.connection.sent, 0),
      acknowledged,
      waiting: devices.reduce((n, d) => n + d.connection.unconfirmed, 0),
    }),
    stop() {
      clearInterval(timer);
      for (const device of devices) device.connection.close();
    },
  };
}

function tick(device: Running, now: number, intervalS: number): void {
  const report = reportOf(device, now);
  // A change of the ignition or of the circuit is told at once, as real devices do.
  const turned = device.ignition !== null && (device.ignition !== report.ignition || device.blocked !== report.blocked);
  device.ignition = report.ignition;
  device.blocked = report.blocked;
  const alarms = device.connection.camera?.alarms;
  const due = alarms !== undefined && device.connection.online && now >= device.nextAlarmMs;
  const alarm = due ? alarms.raise(device.connection.memory.parameters, { timeMs: now, speedKph: report.speedKph }) : null;
  if (alarm) device.nextAlarmMs = now + ALARM_S * 1000;
  if (turned || alarm || now >= device.nextReportMs) {
    device.connection.report(alarm ? { ...report, alarm } : report);
    const everyS = reportIntervalS(device.connection.memory, intervalS, now);
    device.nextReportMs = now + (report.ignition ? everyS : Math.max(everyS, PARKED_INTERVAL_S)) * 1000;
  }
  device.connection.work(now);
  if (now >= device.nextHeartbeatMs) {
    device.connection.heartbeat(report);
    device.nextHeartbeatMs = now + HEARTBEAT_S * 1000;
  }
}

/** A vehicle that is cut off stands where it was, its engine does not run, and it goes on from there when it may. */
export function reportOf(device: Pick<Running, 'plan' | 'connection' | 'cutSinceMs' | 'lostMs'>, timeMs: number): Report {
  const { blocked } = device.connection.memory;
  if (blocked) device.cutSinceMs ??= timeMs;
  else if (device.cutSinceMs !== null) {
    device.lostMs += timeMs - device.cutSinceMs;
    device.cutSinceMs = null;
  }
  const state = vehicleAt(device.plan, (device.cutSinceMs ?? timeMs) - device.lostMs);
  return blocked ? { ...state, timeMs, speedKph: 0, ignition: false, powerV: 12.5, blocked } : { ...state, timeMs, blocked };
}

/** What a device has in its memory for a span of the past. */
export function history(plan: Plan, fromMs: number, toMs: number): Report[] {
  const reports: Report[] = [];
  let ignition: boolean | null = null;
  let last = Number.NEGATIVE_INFINITY;
  for (let ms = Math.ceil(fromMs / 1000) * 1000; ms < toMs; ms += MEMORY_DRIVING_S * 1000) {
    const state = vehicleAt(plan, ms);
    if (state.ignition === ignition && ms - last < (state.ignition ? MEMORY_DRIVING_S : MEMORY_PARKED_S) * 1000) continue;
    ignition = state.ignition;
    last = ms;
    reports.push({ ...state, blocked: false });
  }
  return reports;
}
