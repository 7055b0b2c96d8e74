import { streamName, type StreamControl, type StreamKey } from './ports.ts';
import type { RtmpPublication } from './rtmp-publication.ts';
import type { StreamHub } from './stream-hub.ts';

const nameOf = (deviceId: string, channel: number): string => `${deviceId}/${channel}`;

/** Devices whose last refusal is remembered. */
const MAX_REFUSALS = 1_000;

/** Why a camera may not publish. */
export const RTMP_REFUSALS = ['key', 'device', 'locked', 'licence', 'channel', 'data', 'often', 'unavailable'] as const;
export type RtmpRefusal = (typeof RTMP_REFUSALS)[number];

export interface RefusedPublication {
  readonly atMs: number;
  readonly channel: number;
  readonly remote: string;
  readonly reason: RtmpRefusal;
}

/** The channels that cameras publish to this process. */
export class RtmpStreams {
  private readonly running = new Map<string, RtmpPublication>();
  private readonly refusals = new Map<string, RefusedPublication>();
  /** Streams of the hub that come from here: their cameras are not asked for anything. */
  private readonly attached = new Set<string>();

  find(deviceId: string, channel: number): RtmpPublication | null {
    return this.running.get(nameOf(deviceId, channel)) ?? null;
  }

  /** Everything that is published here. */
  all(): readonly RtmpPublication[] {
    return [...this.running.values()];
  }

  of(deviceId: string): RtmpPublication[] {
    return [...this.running.values()].filter((one) => one.deviceId === deviceId);
  }

  /** It may be looked at from now on; one of the same channel before it goes. */
  begin(publication: RtmpPublication): void {
    const name = nameOf(publication.deviceId, publication.channel);
    const former = this.running.get(name);
    this.running.set(name, publication);
    this.refusals.delete(publication.deviceId);
    if (!former) return;
    former.giveTo(publication);
    former.close('replaced');
  }

  end(publication: RtmpPublication): void {
    const name = nameOf(publication.deviceId, publication.channel);
    if (this.running.get(name) === publication) this.running.delete(name);
    publication.ended();
  }

  refused(deviceId: string, refusal: RefusedPublication): void {
    this.refusals.delete(deviceId);
    this.refusals.set(deviceId, refusal);
    if (this.refusals.size > MAX_REFUSALS) for (const oldest of this.refusals.keys()) return void this.refusals.delete(oldest);
  }

  /** Since it published last. */
  refusalOf(deviceId: string): RefusedPublication | null {
    return this.refusals.get(deviceId) ?? null;
  }

  /** Its key has changed: what it publishes ends. */
  closeDevice(deviceId: string, reason: string): void {
    for (const publication of this.of(deviceId)) publication.close(reason);
  }

  /** Live streams that are published here come from here; everything else is asked for over `cameras`. */
  control(cameras: StreamControl, hub: () => StreamHub): StreamControl {
    return {
      start: async (key: StreamKey) => {
        const published = key.kind === 'live' ? this.find(key.deviceId, key.channel) : null;
        if (!published) return await cameras.start(key);
        this.attached.add(streamName(key));
        // The hub knows the stream when this call has returned to it.
        await Promise.resolve();
        const publisher = hub().find(key);
        // The camera may have connected anew in between.
        const current = this.find(key.deviceId, key.channel) ?? published;
        if (publisher) current.attach(publisher);
        return { remote: current.remote };
      },
      stop: async (key) => {
        if (!this.attached.delete(streamName(key))) await cameras.stop(key);
      },
      soundOf: (key) => cameras.soundOf(key),
    };
  }
}
