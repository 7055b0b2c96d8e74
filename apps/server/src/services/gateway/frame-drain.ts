import type { Service } from '@sightline/runtime';
import type { FrameLog, LoggedFrame } from './frame-log.ts';
import type { DeviceDirectory, RawFrame, RawFrameSink } from './ports.ts';

const DRAIN_MS = 2000;
/** Not more often than this, also when the log fills at once. */
const LEAST_MS = 250;
const LOOK_UP_MS = 2000;

/** Hands logged frames of registered devices to where the inspector reads them, now and then and off the way of a position. */
export class FrameDrain implements Service {
  readonly name = 'frame drain';
  private readonly timer: NodeJS.Timeout;
  private early: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private busy = false;

  constructor(
    private readonly log: FrameLog,
    private readonly directory: DeviceDirectory,
    private readonly sink: RawFrameSink,
  ) {
    this.timer = setInterval(() => void this.drain(), DRAIN_MS);
    this.timer.unref();
    log.onNearlyFull = () => {
      this.early ??= setTimeout(() => {
        this.early = null;
        void this.drain();
      }, LEAST_MS).unref();
    };
  }

  /** One at a time: while the sink is slow the log fills up and takes nothing more, which bounds the memory. */
  drain(): Promise<void> {
    if (this.busy) return this.running;
    this.busy = true;
    this.running = this.hand(this.log.drain()).finally(() => {
      this.busy = false;
    });
    return this.running;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    if (this.early) clearTimeout(this.early);
    await this.running;
    await this.drain();
  }

  private async hand(frames: readonly LoggedFrame[]): Promise<void> {
    if (frames.length === 0) return;
    const keys = frames.map((frame) => frame.deviceKey);
    const asked = Promise.all(
      frames.map(async (frame, i) => {
        if (keys[i] === 0) keys[i] = await this.keyOf(frame);
      }),
    );
    // While the database is away a look-up takes as long as that; those frames are lost, and a stop does not wait for them.
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([asked, new Promise((resolve) => (timer = setTimeout(resolve, LOOK_UP_MS)))]);
    clearTimeout(timer);
    const named = frames.flatMap((frame, i): RawFrame[] => (keys[i] === 0 ? [] : [{ ...frame, deviceKey: keys[i]! }]));
    if (named.length > 0) await this.sink.write(named);
  }

  /** The first frames of a connection come before the look-up: the directory knows its answer by now. */
  private async keyOf({ protocolId, deviceIds }: LoggedFrame): Promise<number> {
    if (deviceIds.length === 0) return 0;
    try {
      return (await this.directory.find(protocolId, deviceIds))?.deviceKey ?? 0;
    } catch {
      return 0; // the directory was closed
    }
  }
}
