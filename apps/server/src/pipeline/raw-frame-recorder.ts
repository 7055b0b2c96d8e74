import { insertRawFrames, pruneRawFrames, type Database } from '@sightline/db';
import { protocolById } from '@sightline/protocols';
import type { Logger } from '@sightline/runtime';
import type { RawFrame, RawFrameSink } from '../services/gateway/ports.ts';
import { safeText } from './safe-text.ts';

/** Frames and their answers that are kept of a device for each one that is shown. */
const ROWS_PER_FRAME = 2;
const MAX_ERROR_CHARS = 300;

/** Keeps the last frames of each device in the database, so that a process without the gateway can show them too. */
export class RawFrameRecorder implements RawFrameSink {
  /** Tells the runs of gateways apart: frame and connection numbers begin anew with each. */
  private readonly run = Math.floor(Math.random() * 0x7fff_ffff);
  /** Rows written since a device was last pruned. A device is pruned once in a ring's length, so at most two lengths are stored. */
  private readonly sincePruned = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly keep: number,
  ) {}

  async write(frames: readonly RawFrame[]): Promise<void> {
    try {
      await insertRawFrames(
        this.database,
        this.run,
        frames.map((f) => ({
          ...f,
          // Passwords are not stored: whoever reads the table later finds none.
          bytes: protocolById(f.protocolId)?.hideSecrets?.(f.bytes) ?? f.bytes,
          error: f.error === null ? null : safeText(f.error, MAX_ERROR_CHARS),
        })),
      );
      const due = this.count(frames);
      if (due.length > 0) await pruneRawFrames(this.database, due, this.keep * ROWS_PER_FRAME);
    } catch (error) {
      this.logger.warn({ err: error, frames: frames.length }, 'raw frames could not be kept');
    }
  }

  /** Devices that have filled their ring once more. */
  private count(frames: readonly RawFrame[]): number[] {
    const due: number[] = [];
    for (const { deviceKey } of frames) {
      // What an earlier run of the gateway left is pruned with the first frames of this one.
      const rows = (this.sincePruned.get(deviceKey) ?? this.keep * ROWS_PER_FRAME) + 1;
      if (rows > this.keep * ROWS_PER_FRAME) due.push(deviceKey);
      this.sincePruned.set(deviceKey, rows > this.keep * ROWS_PER_FRAME ? 0 : rows);
    }
    return [...new Set(due)];
  }
}
