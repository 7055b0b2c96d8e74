import { LRUCache } from 'lru-cache';
import { listenForNotices, NOTICE_CHANNELS, type Database } from '@sightline/db';
import type { EventBus, Logger } from '@sightline/runtime';
import type { DeviceDirectory, KnownDevice } from '../services/gateway/ports.ts';
import { registeredAs, tailOf } from './device-ids.ts';
import { devicesById, devicesByTail } from './device-lookup.ts';
import { retryDelayMs } from './failures.ts';
import { Pauses } from './pauses.ts';

export interface DirectoryOptions {
  readonly capacity: number;
  /** A stopped customer or an expired service takes effect within this time. */
  readonly knownTtlMs: number;
  /** How long a stranger stays a stranger without asking the database (a registration ends it at once). */
  readonly unknownTtlMs: number;
}

export const DEFAULT_DIRECTORY_OPTIONS: DirectoryOptions = { capacity: 200_000, knownTtlMs: 60_000, unknownTtlMs: 30_000 };

interface Entry {
  readonly device: KnownDevice;
  staleAtMs: number;
}

interface Query {
  readonly ids: readonly string[];
  readonly resolve: ((device: KnownDevice | null) => void)[];
  readonly reject: ((error: Error) => void)[];
}

const MAX_QUERY = 500;
const MAX_STRANGERS = 10_000;

/**
 * The registry's cache. Known devices are answered from memory; what is stale is still answered and looked up again
 * behind the answer, so that the gateway lives through a database that is away. Questions are asked in batches.
 */
export class CachedDeviceDirectory implements DeviceDirectory {
  /** What a device calls itself -> its registered id. */
  private readonly names: LRUCache<string, string>;
  private readonly devices: LRUCache<string, Entry>;
  /** What strangers call themselves -> until when they are not asked for again. */
  private readonly strangers: LRUCache<string, number>;
  private readonly queries = new Map<string, Query>();
  private readonly options: DirectoryOptions;
  private readonly pauses = new Pauses();
  private asking: Promise<void> | null = null;
  private stopListening: (() => Promise<void>) | null = null;
  private unsubscribe: (() => void) | null = null;
  /** See {@link DeviceDirectory.epoch}; also, answers to questions asked before a change are not kept. */
  epoch = 0;

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    options: Partial<DirectoryOptions> = {},
  ) {
    this.options = { ...DEFAULT_DIRECTORY_OPTIONS, ...options };
    this.names = new LRUCache({ max: this.options.capacity });
    this.devices = new LRUCache({ max: this.options.capacity });
    this.strangers = new LRUCache({ max: MAX_STRANGERS });
  }

  /** Begins to hear of changes: from this process by the bus, from any by the database. */
  async start(bus: EventBus): Promise<void> {
    this.unsubscribe = bus.subscribe('device.changed', ({ deviceId }) => this.invalidate(deviceId));
    this.stopListening = await listenForNotices(this.database, {
      channels: { [NOTICE_CHANNELS.deviceChanged]: (deviceId) => this.invalidate(deviceId) },
      // What happened while nobody listened is not known.
      reconnected: () => this.forgetAll(),
      broken: (error) => this.logger.warn({ err: error }, 'not listening for changes of devices; trying again'),
    });
  }

  async stop(): Promise<void> {
    this.unsubscribe?.();
    this.pauses.stop();
    await this.stopListening?.();
    await this.asking;
    for (const query of this.queries.values()) for (const reject of query.reject) reject(new Error('the directory is closed'));
    this.queries.clear();
  }

  find(_protocolId: string, ids: readonly string[]): KnownDevice | null | Promise<KnownDevice | null> {
    const name = ids.length === 1 ? ids[0]! : ids.join('|');
    const id = this.names.get(name);
    const entry = id === undefined ? undefined : this.devices.get(id);
    const nowMs = Date.now();
    if (entry) {
      if (nowMs >= entry.staleAtMs) {
        entry.staleAtMs = nowMs + this.options.knownTtlMs;
        this.ask(name, ids);
      }
      return entry.device;
    }
    if (nowMs < (this.strangers.get(name) ?? 0)) return null;
    return new Promise((resolve, reject) => this.ask(name, ids, resolve, reject));
  }

  private invalidate(deviceId: string): void {
    this.epoch++;
    this.devices.delete(deviceId);
    // Any of them may be the device that was registered just now, by another form of its id.
    if (this.strangers.size > 0) this.strangers.clear();
  }

  private forgetAll(): void {
    this.epoch++;
    this.names.clear();
    this.devices.clear();
    this.strangers.clear();
  }

  private remember(name: string, device: KnownDevice | null, nowMs: number): void {
    if (device) {
      this.names.set(name, device.deviceId);
      this.devices.set(device.deviceId, { device, staleAtMs: nowMs + this.options.knownTtlMs });
      return;
    }
    this.names.delete(name);
    this.strangers.set(name, nowMs + this.options.unknownTtlMs);
  }

  private ask(name: string, ids: readonly string[], resolve?: (device: KnownDevice | null) => void, reject?: (error: Error) => void): void {
    let query = this.queries.get(name);
    if (!query) this.queries.set(name, (query = { ids, resolve: [], reject: [] }));
    if (resolve) query.resolve.push(resolve);
    if (reject) query.reject.push(reject);
    this.startAsking();
  }

  private startAsking(): void {
    this.asking ??= this.askAll().finally(() => {
      this.asking = null;
      // An answer may have led to a new question after the loop had looked for more.
      if (this.queries.size > 0 && !this.pauses.stopped) this.startAsking();
    });
  }

  private async askAll(): Promise<void> {
    // One turn of the loop: whoever else has just connected asks with us.
    await new Promise((resolve) => setImmediate(resolve));
    for (let attempt = 0; this.queries.size > 0 && !this.pauses.stopped;) {
      const batch = [...this.queries].slice(0, MAX_QUERY);
      const { epoch } = this;
      try {
        const answers = await this.lookUp(batch.map(([, query]) => query.ids));
        attempt = 0;
        const nowMs = Date.now();
        batch.forEach(([name, query], i) => {
          const device = answers[i]!;
          this.queries.delete(name);
          if (epoch === this.epoch) this.remember(name, device, nowMs);
          for (const resolve of query.resolve) resolve(device);
        });
      } catch (error) {
        if (attempt === 0) this.logger.error({ err: error }, 'devices cannot be looked up: their data waits');
        await this.pauses.wait(retryDelayMs(attempt++));
      }
    }
  }

  private async lookUp(questions: readonly (readonly string[])[]): Promise<(KnownDevice | null)[]> {
    const forms = questions.map((ids) => ids.flatMap(registeredAs));
    const byId = await devicesById(this.database, [...new Set(forms.flat())]);
    const exact = forms.map((own) => own.map((form) => byId.get(form)).find((device) => device !== undefined) ?? null);
    const tails = questions.map((ids, i) => (exact[i] ? [] : ids.map(tailOf).filter((tail) => tail !== null)));
    const wanted = [...new Set(tails.flat())];
    if (wanted.length === 0) return exact;
    const byTail = await devicesByTail(this.database, wanted);
    return exact.map((device, i) => device ?? tails[i]!.map((tail) => byTail.get(tail)).find((found) => found !== undefined) ?? null);
  }
}
