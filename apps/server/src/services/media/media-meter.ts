import type { Logger } from '@sightline/runtime';

/** Counts begin anew with each quarter of an hour: every time zone is a multiple of it. */
const SLOT_MS = 900_000;
const FLUSH_MS = 15_000;
/** Device-slots that wait for a database that is away. */
const MAX_WAITING = 50_000;

export interface DeviceVolume {
  readonly deviceId: string;
  /** Start of the quarter, ms. */
  readonly slotMs: number;
  bytesIn: number;
  bytesOut: number;
}

/** Adds counts, one for each device and slot; all of them or, when it rejects, none. */
export type TrafficOfDevices = (counts: readonly DeviceVolume[]) => Promise<void>;

/** Adds up what cameras send and are sent, beside what the gateway counts of the same devices. */
export class MediaMeter {
  private counts = new Map<string, DeviceVolume>();
  private readonly timer: NodeJS.Timeout;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly write: TrafficOfDevices,
    private readonly logger: Logger,
    private readonly now: () => number = Date.now,
    flushMs = FLUSH_MS,
  ) {
    this.timer = setInterval(() => void this.flush(), flushMs);
  }

  add(deviceId: string, bytesIn: number, bytesOut = 0): void {
    this.merge({ deviceId, slotMs: Math.floor(this.now() / SLOT_MS) * SLOT_MS, bytesIn, bytesOut });
  }

  /** What cannot be written is kept for the next time. */
  flush(): Promise<void> {
    this.writing = this.writing.then(async () => {
      if (this.counts.size === 0) return;
      const taken = [...this.counts.values()];
      this.counts = new Map();
      try {
        await this.write(taken);
      } catch (error) {
        this.logger.warn({ err: error, counts: taken.length }, 'data volume of cameras cannot be written; it is kept');
        for (const count of taken) if (this.counts.size < MAX_WAITING) this.merge(count);
      }
    });
    return this.writing;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  private merge(count: DeviceVolume): void {
    const name = `${count.deviceId}/${count.slotMs}`;
    const known = this.counts.get(name);
    if (!known) return void this.counts.set(name, count);
    known.bytesIn += count.bytesIn;
    known.bytesOut += count.bytesOut;
  }
}
