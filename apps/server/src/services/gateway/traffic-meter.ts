import type { Logger, Service } from '@sightline/runtime';
import type { TrafficSink } from './ports.ts';

/** Counts begin anew with each quarter of an hour: every time zone is a multiple of it. */
export const SLOT_MS = 900_000;
/** A divisor of the slot, so that counts are collected at its border. */
const FLUSH_MS = 15_000;
/** Counts that wait for a database that is away; more than that many device-slots are given up, the oldest first. */
const MAX_WAITING = 200_000;

/** A link's octets since they were last taken. */
export interface Metered {
  takeTraffic(): void;
}

interface Count {
  readonly deviceKey: number;
  readonly slotMs: number;
  bytesIn: number;
  bytesOut: number;
}

/** Adds up the octets of devices and hands them on now and then. A connection only counts; what it counted is fetched here. */
export class TrafficMeter implements Service {
  readonly name = 'traffic meter';
  private counts = new Map<string, Count>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly links: () => Iterable<Metered>,
    private readonly sink: TrafficSink,
    private readonly logger: Logger,
    private readonly now: () => number = Date.now,
  ) {}

  start(): void {
    this.timer = setTimeout(
      () => {
        void this.flush();
        this.start();
      },
      FLUSH_MS - (this.now() % FLUSH_MS),
    );
    this.timer.unref();
  }

  /** What a link has counted, for the slot in which it is taken: at most a flush's length too late. */
  add(deviceKey: number, bytesIn: number, bytesOut: number): void {
    // Just behind the border it is what came before it.
    const slotMs = Math.floor((this.now() - 1000) / SLOT_MS) * SLOT_MS;
    this.merge({ deviceKey, slotMs, bytesIn, bytesOut });
  }

  /** Collects from all links and writes. What cannot be written is kept for the next time. */
  flush(): Promise<void> {
    for (const link of this.links()) link.takeTraffic();
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  async stop(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    await this.flush();
  }

  private async write(): Promise<void> {
    if (this.counts.size === 0) return;
    const taken = [...this.counts.values()];
    this.counts = new Map();
    try {
      await this.sink.add(taken);
    } catch (error) {
      this.logger.warn({ err: error, counts: taken.length }, 'data volume cannot be written; it is kept');
      const newer = [...this.counts.values()];
      this.counts = new Map();
      for (const count of [...taken, ...newer].slice(-MAX_WAITING)) this.merge(count);
    }
  }

  private merge({ deviceKey, slotMs, bytesIn, bytesOut }: Count): void {
    const name = `${deviceKey}/${slotMs}`;
    const count = this.counts.get(name);
    if (count) {
      count.bytesIn += bytesIn;
      count.bytesOut += bytesOut;
    } else this.counts.set(name, { deviceKey, slotMs, bytesIn, bytesOut });
  }
}
