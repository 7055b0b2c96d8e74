import { DATA_TYPE, type MediaFrame, type TaggedFrame } from '@sightline/media';
import type { MediaSource } from './ports.ts';
import type { Publisher } from './publisher.ts';

/**
 * A channel that a camera publishes, whether anybody looks or not. Everything since the last key picture is kept, so that who comes need
 * not wait for the next one.
 */
export class RtmpPublication implements MediaSource {
  /** Proved by a key: no number is looked at. */
  readonly sim = null;
  readonly unsentBytes = 0;
  private readonly publishers = new Set<Publisher>();
  private group: MediaFrame[] = [];
  private groupBytes = 0;
  pictures = 0;

  constructor(
    readonly deviceId: string,
    readonly channel: number,
    readonly remote: string,
    readonly sinceMs: number,
    private readonly maxGroupBytes: number,
    /** Ends its connection. */
    readonly close: (reason: string) => void,
  ) {}

  /** Nothing goes the other way. */
  write(): void {}

  attach(publisher: Publisher): void {
    this.publishers.add(publisher);
    publisher.arrived(this);
    for (const frame of this.group) publisher.take(frame, this);
  }

  take(tagged: TaggedFrame): void {
    const frame: MediaFrame = { ...tagged, channel: this.channel };
    this.remember(frame);
    if (frame.dataType !== DATA_TYPE.audio) this.pictures++;
    for (const publisher of this.publishers) {
      if (publisher.isFrom(this)) publisher.take(frame, this);
      else this.publishers.delete(publisher);
    }
  }

  /** Those who look go on with another one: the camera has connected anew before this side noticed. */
  giveTo(other: RtmpPublication): void {
    for (const publisher of this.publishers) if (publisher.isFrom(this)) other.attach(publisher);
    this.publishers.clear();
  }

  ended(): void {
    for (const publisher of this.publishers) publisher.gone(this);
    this.publishers.clear();
    this.group = [];
  }

  private remember(frame: MediaFrame): void {
    if (frame.dataType === DATA_TYPE.i) {
      this.group = [];
      this.groupBytes = 0;
    } else if (this.group.length === 0) return;
    this.group.push(frame);
    this.groupBytes += frame.data.length;
    // No key picture for very long: who comes waits for the next one.
    if (this.groupBytes > this.maxGroupBytes) this.group = [];
  }
}
