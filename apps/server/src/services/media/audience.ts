import type { VideoCodec } from '@sightline/media';
import type { MediaLimits } from './limits.ts';
import type { StreamFailure, Viewer } from './ports.ts';

/** A message for viewers, encoded once for all of them. */
export interface Message {
  readonly bytes: Uint8Array;
  readonly video: boolean;
  /** A viewer can begin here. */
  readonly key: boolean;
}

interface Seat {
  /** Has fallen behind, or waits for its first key picture. */
  waiting: boolean;
  dropped: number;
}

/** Sets "frames before this one were left out" in a copy of an encoded message; see the head of the media socket's messages. */
const markedAfterGap = (bytes: Uint8Array): Uint8Array => {
  const copy = bytes.slice();
  copy[1]! |= 2;
  return copy;
};

/**
 * The viewers of one stream. Nothing is queued for anybody here: who does not take what was sent gets nothing until the next key picture
 * that finds the backlog small, so that memory is bounded and a slow viewer is late by one group of pictures at most.
 */
export class Audience {
  private readonly seats = new Map<Viewer, Seat>();
  /** The messages since the last key picture, that picture first. */
  private gop: Message[] = [];
  private gopBytes = 0;

  constructor(private readonly limits: MediaLimits) {}

  get size(): number {
    return this.seats.size;
  }

  /** Messages that were left out for somebody. */
  get dropped(): number {
    let sum = 0;
    for (const seat of this.seats.values()) sum += seat.dropped;
    return sum;
  }

  add(viewer: Viewer): void {
    this.seats.set(viewer, { waiting: this.gop.length === 0, dropped: 0 });
    for (const message of this.gop) viewer.send(message.bytes);
  }

  /** False: was not there. */
  remove(viewer: Viewer): boolean {
    return this.seats.delete(viewer);
  }

  send(message: Message): void {
    this.remember(message);
    for (const [viewer, seat] of this.seats) {
      if (seat.waiting && message.key && viewer.unsentBytes <= this.limits.resumeBytes) {
        seat.waiting = false;
        viewer.send(seat.dropped > 0 ? markedAfterGap(message.bytes) : message.bytes);
        continue;
      }
      if (!seat.waiting && viewer.unsentBytes > this.limits.maxUnsentBytes) seat.waiting = true;
      if (seat.waiting) seat.dropped++;
      else viewer.send(message.bytes);
    }
  }

  state(state: 'starting' | 'streaming', codec: VideoCodec | null): void {
    for (const viewer of this.seats.keys()) viewer.state(state, codec);
  }

  end(failure: StreamFailure): void {
    const viewers = [...this.seats.keys()];
    this.seats.clear();
    this.gop = [];
    for (const viewer of viewers) viewer.end(failure);
  }

  private remember(message: Message): void {
    if (message.key) {
      this.gop = [];
      this.gopBytes = 0;
    } else if (this.gop.length === 0) return;
    this.gop.push(message);
    this.gopBytes += message.bytes.length;
    // A camera that sends no key picture for very long: those who join wait for the next one.
    if (this.gopBytes > this.limits.maxGopBytes) {
      this.gop = [];
      this.gopBytes = 0;
    }
  }
}
