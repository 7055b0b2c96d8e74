import type { Database } from '@sightline/db';
import type { Logger } from '@sightline/runtime';
import { safeText } from './safe-text.ts';
import type { UnknownDeviceLog } from '../services/gateway/ports.ts';

interface Count {
  readonly protocolId: string;
  readonly deviceId: string;
  remote: string;
  frames: number;
  firstMs: number;
  lastMs: number;
}

const FLUSH_MS = 5000;
/** Different strangers counted between two writes; more than that is an attack, and their names are worth nothing. */
const MAX_BETWEEN = 2000;
/** Rows kept; the longest silent go first. */
export const MAX_UNKNOWN_ROWS = 50_000;
const MAX_ID_LENGTH = 64;

/** Counts devices that are not registered and writes them down now and then, bounded in memory and in rows. */
export class UnknownDeviceRecorder implements UnknownDeviceLog {
  private counts = new Map<string, Count>();
  private timer: NodeJS.Timeout | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.timer ??= setInterval(() => void this.flush(), FLUSH_MS);
    this.timer.unref();
  }

  count(protocolId: string, deviceId: string, remote: string, atMs: number): void {
    const id = safeText(deviceId, MAX_ID_LENGTH);
    const name = `${protocolId} ${id}`;
    const count = this.counts.get(name);
    if (count) {
      count.frames++;
      count.lastMs = atMs;
      count.remote = remote;
    } else if (this.counts.size < MAX_BETWEEN)
      this.counts.set(name, { protocolId, deviceId: id, remote, frames: 1, firstMs: atMs, lastMs: atMs });
  }

  /** Writes what has been counted. A failure is logged; the counts of that time are lost, which nobody depends on. */
  flush(): Promise<void> {
    const counts = [...this.counts.values()];
    this.counts = new Map();
    if (counts.length > 0) {
      this.writing = this.writing
        .then(() => this.write(counts))
        .catch((error: unknown) => this.logger.warn({ err: error, devices: counts.length }, 'unknown devices could not be noted'));
    }
    return this.writing;
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.flush();
  }

  private async write(counts: readonly Count[]): Promise<void> {
    const stamp = (ms: number): string => new Date(ms).toISOString();
    await this.database.pool.query(
      `INSERT INTO unknown_device AS u (protocol, device_id, remote, frames, first_seen_at, last_seen_at)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[], $6::timestamptz[])
       ON CONFLICT (protocol, device_id) DO UPDATE
       SET frames = u.frames + excluded.frames, last_seen_at = greatest(u.last_seen_at, excluded.last_seen_at), remote = excluded.remote`,
      [
        counts.map((c) => c.protocolId),
        counts.map((c) => c.deviceId),
        counts.map((c) => c.remote),
        counts.map((c) => c.frames),
        counts.map((c) => stamp(c.firstMs)),
        counts.map((c) => stamp(c.lastMs)),
      ],
    );
    await this.database.pool.query(
      `DELETE FROM unknown_device WHERE ctid IN (SELECT ctid FROM unknown_device ORDER BY last_seen_at DESC OFFSET ${MAX_UNKNOWN_ROWS})`,
    );
  }
}
