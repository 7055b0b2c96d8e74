import type { Logger } from '@sightline/runtime';
import { Conversion } from './conversion.ts';
import type { StartConverter } from './ffmpeg.ts';
import { streamName, type StreamKey, type Viewer } from './ports.ts';
import type { Seat, StreamHub } from './stream-hub.ts';

/** Streams of the hub for viewers who cannot play H.265: each is converted once for all of them, and only so many at a time. */
export class Converter {
  private readonly running = new Map<string, Conversion>();
  private programs = 0;

  constructor(
    private readonly hub: Pick<StreamHub, 'watch' | 'limits'>,
    private readonly start: StartConverter,
    private readonly maxPrograms: number,
    private readonly logger: Logger,
  ) {}

  /** As that of the hub; what it sends is H.264. */
  watch(key: StreamKey, viewer: Viewer): Seat {
    const name = streamName(key);
    let conversion = this.running.get(name);
    if (!conversion) {
      let seat: Seat | null = null;
      let ended = false;
      const made: Conversion = new Conversion({
        limits: this.hub.limits,
        logger: this.logger.child({ deviceId: key.deviceId, channel: key.channel }),
        start: this.start,
        take: () => {
          if (this.programs >= this.maxPrograms) return false;
          this.programs++;
          return true;
        },
        free: () => void this.programs--,
        onEnd: () => {
          ended = true;
          if (this.running.get(name) === made) this.running.delete(name);
          seat?.leave();
        },
      });
      conversion = made;
      this.running.set(name, made);
      conversion.join(viewer);
      // What the stream has is sent at once; it may end meanwhile.
      seat = this.hub.watch(key, made);
      if (ended) seat.leave();
    } else conversion.join(viewer);
    const joined = conversion;
    return { leave: () => joined.leave(viewer), say: () => undefined };
  }
}
