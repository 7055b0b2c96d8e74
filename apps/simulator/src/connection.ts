import { connect, type Socket } from 'node:net';
import { factoryWarnings } from './alarms/warning-settings.ts';
import { Camera } from './camera/camera.ts';
import type { CameraOptions } from './camera/options.ts';
import { PHOTO_PARAMETERS, timedPhotoParameter } from './camera/photographs.ts';
import { factoryMemory, type DeviceMemory } from './devices/device-memory.ts';
import type { Driver, DriverFactory, Outgoing, Report } from './devices/driver.ts';

export interface ConnectionOptions {
  readonly deviceId: string;
  readonly host: string;
  readonly port: number;
  readonly driver: DriverFactory;
  /** Left out: it has no cameras. */
  readonly camera?: CameraOptions;
  /** The instruments of the vehicle now, for commands that ask; without it nobody drives it. */
  readonly now?: () => Report;
  /** Told for each message that the platform has confirmed. */
  readonly onAcknowledged: (latencyMs: number, positions: number) => void;
  readonly onState: (state: ConnectionState) => void;
}

export type ConnectionState = 'connecting' | 'online' | 'offline' | 'refused';

interface InFlight {
  readonly ack: string;
  readonly sentAtMs: number;
  readonly reports: readonly Report[];
  readonly positions: number;
}

const MAX_IN_FLIGHT = 16;
/** Reports kept while there is no connection, as a device's memory does. */
const MAX_STORED = 20_000;
const BATCH = 60;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
const REFUSED_RETRY_MS = 60_000;

/** One device's connection: signs in, keeps what is not confirmed, comes back after a break. */
export class DeviceConnection {
  private socket: Socket | null = null;
  private driver: Driver | null = null;
  private ready = false;
  private readonly live: Report[] = [];
  private stored: Report[] = [];
  private inFlight: InFlight[] = [];
  private login: InFlight | null = null;
  private retryMs = FIRST_RETRY_MS;
  private retry: NodeJS.Timeout | null = null;
  private closed = false;
  private refused = false;
  sent = 0;
  /** Outlives the connections. */
  readonly memory: DeviceMemory;
  readonly camera: Camera | null;

  constructor(private readonly options: ConnectionOptions) {
    this.memory = factoryMemory(options.camera ? factoryWarnings(options.camera.channels) : []);
    this.camera = options.camera ? new Camera(options.deviceId, options.camera) : null;
    if (this.camera) this.camera.uploads.onEnd = () => this.work(Date.now());
    const everyMin = options.camera?.photoEveryMin;
    if (everyMin !== undefined) this.memory.parameters.set(PHOTO_PARAMETERS.timed, timedPhotoParameter(everyMin));
  }

  /** Reports that the platform has not confirmed yet. */
  get unconfirmed(): number {
    return this.live.length + this.stored.length + this.inFlight.reduce((n, f) => n + f.positions, 0);
  }
  get online(): boolean {
    return this.ready;
  }

  open(): void {
    if (this.closed) return;
    this.options.onState('connecting');
    const { memory, camera } = this;
    this.driver = this.options.driver(this.options.deviceId, { memory, camera, now: () => this.options.now?.() ?? null });
    const socket = connect({ host: this.options.host, port: this.options.port, noDelay: true });
    this.socket = socket;
    socket.on('connect', () => this.signIn());
    socket.on('data', (bytes) => this.receive(bytes));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.lost(socket));
  }

  /** A report of now. */
  report(report: Report): void {
    // A device that still has something to tell tells it in order.
    if (!this.ready || this.stored.length > 0) return this.remember([report]);
    this.live.push(report);
    this.pump();
  }

  /** Reports from memory, oldest first. */
  remember(reports: readonly Report[]): void {
    this.stored.push(...reports);
    if (this.stored.length > MAX_STORED) this.stored = this.stored.slice(-MAX_STORED);
    this.pump();
  }

  heartbeat(report: Report): void {
    if (this.ready && this.driver) this.send(this.driver.heartbeat(report), []);
  }

  /** What the device does by itself; called now and then. */
  work(nowMs: number): void {
    if (!this.ready) return;
    for (const bytes of this.driver?.takeDue?.(nowMs) ?? []) this.socket?.write(bytes);
  }

  close(): void {
    this.closed = true;
    if (this.retry) clearTimeout(this.retry);
    this.camera?.close();
    this.socket?.destroy();
  }

  private signIn(): void {
    const next = this.driver?.nextLogin() ?? null;
    if (next === null) {
      this.ready = true;
      this.retryMs = FIRST_RETRY_MS;
      this.options.onState('online');
      this.pump();
      return;
    }
    this.login = { ack: next.ack ?? '', sentAtMs: performance.now(), reports: [], positions: 0 };
    this.socket?.write(next.bytes);
  }

  private receive(bytes: Uint8Array): void {
    const { acks, refused, replies, restart } = this.driver!.receive(bytes);
    for (const reply of replies) this.socket?.write(reply);
    if (refused) {
      this.refused = true;
      this.options.onState('refused');
      this.socket?.destroy();
      return;
    }
    for (const ack of acks) {
      if (this.login?.ack === ack) {
        this.login = null;
        this.signIn();
        continue;
      }
      const index = this.inFlight.findIndex((f) => f.ack === ack);
      if (index < 0) continue;
      const [done] = this.inFlight.splice(index, 1);
      this.options.onAcknowledged(performance.now() - done!.sentAtMs, done!.positions);
    }
    if (restart) {
      this.camera?.close();
      // What has been answered goes out first.
      this.socket?.end();
      return;
    }
    this.pump();
  }

  /** Sends while the window has room. */
  private pump(): void {
    const { driver } = this;
    if (!this.ready || driver === null) return;
    while (this.inFlight.length < MAX_IN_FLIGHT) {
      const buffered = this.live.length === 0;
      const reports = (buffered ? this.stored : this.live).splice(0, buffered ? BATCH : 1);
      if (reports.length === 0) return;
      const messages = driver.reports(reports, buffered);
      let used = 0;
      for (const message of messages) {
        this.send(message, reports.slice(used, used + message.positions));
        used += message.positions;
      }
      // A protocol that does not confirm positions does confirm its heartbeat, and answers come in order.
      if (messages.every((m) => m.ack === null))
        this.send({ ...driver.heartbeat(reports.at(-1)!), positions: reports.length }, reports, false);
    }
  }

  private send(message: Outgoing, reports: readonly Report[], counts = true): void {
    if (counts) this.sent += message.positions;
    if (message.ack !== null) this.inFlight.push({ ack: message.ack, sentAtMs: performance.now(), reports, positions: message.positions });
    this.socket?.write(message.bytes);
  }

  private lost(socket: Socket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    this.ready = false;
    this.login = null;
    // What was not confirmed is sent again, from memory.
    const again = this.inFlight
      .splice(0)
      .flatMap((f) => f.reports)
      .concat(this.live.splice(0));
    this.sent -= again.length;
    this.stored.unshift(...again);
    if (this.closed) return;
    if (!this.refused) this.options.onState('offline');
    this.retry = setTimeout(() => this.open(), this.refused ? REFUSED_RETRY_MS : this.retryMs * (0.5 + Math.random()));
    this.refused = false;
    this.retryMs = Math.min(LAST_RETRY_MS, this.retryMs * 2);
  }
}
