import type { LiveState, PlaybackControl } from '@sightline/domain';

/** What the parts of the platform tell each other, by topic. Payloads are plain data: another process may carry them. */
export interface BusTopics {
  /** A device's state changed by a committed batch: the newest value only. */
  'device.state': Omit<LiveState, 'deviceId'>;
  /** A device's registration or settings changed: caches drop it. Payload: the device's public id. */
  'device.changed': { readonly deviceId: string };
  /**
   * A user changed in a way that ends or narrows sessions; without a user everybody, or everybody of the customers below one of
   * `customerPaths`.
   */
  'principal.changed': { readonly userId: string | null; readonly customerPaths?: readonly string[] };
  /** Somebody waits for what a device says to a command: for the process that holds its connection. */
  'device.ask': DeviceAsk;
  'device.answer': DeviceAnswer;
  /** A file of a device has been kept. */
  'media.added': { readonly fileId: string };
  /** A media node began or ends. */
  'media.nodes': { readonly name: string };
  /** A camera sends a channel's other stream over the connection that it has. */
  'stream.switched': { readonly deviceId: string; readonly channel: number; readonly stream: 0 | 1 };
  /** The key that a device publishes with was made anew, or taken away: what runs with the old one ends. */
  'rtmp.keyChanged': { readonly deviceId: string };
  /** A camera agreed to play its recording otherwise. */
  'playback.controlled': PlaybackChange;
  /** A device has sent the recordings that it was asked for by the command of this number, or could not. */
  'device.uploaded': { readonly deviceId: string; readonly commandSerial: number; readonly ok: boolean };
  /** A clip goes a step further: for the browsers of its user. */
  'clip.progress': ClipProgress;
  /** A clip is not wanted any more: for the process that takes it. */
  'clip.stop': { readonly clipId: string };
}

export interface ClipProgress {
  readonly userId: string;
  readonly id: string;
  readonly deviceId: string;
  readonly channelId: number;
  readonly status: number;
  /** Whole per cent. */
  readonly progress: number;
}

/** What a camera was told of a recording that it plays; instants in ms. */
export interface PlaybackChange {
  readonly deviceId: string;
  readonly channel: number;
  readonly control: PlaybackControl;
  readonly speed: number;
  /** Of `seek`. */
  readonly positionMs: number | null;
}

/** A question to a device that is not kept: what is not answered in time is asked anew by whoever still wants it. */
export interface DeviceAsk {
  /** Made by who asks; the answer carries it. */
  readonly id: string;
  readonly deviceId: string;
  readonly command: { readonly name: string; readonly params: Readonly<Record<string, unknown>> };
  /** From the moment that its bytes are out. */
  readonly timeoutMs: number;
}

/**
 * `taken`: a process has the device's connection, which comes from `remote`; one of the others follows. An answer that is too long for one
 * notice comes as `part`s in any order: together the deflated JSON, in base64, of what `answered` holds.
 */
export type DeviceAnswer = { readonly id: string } & (
  | { readonly step: 'taken'; readonly remote: string }
  | { readonly step: 'answered'; readonly ok: boolean; readonly text: string | null; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly step: 'part'; readonly index: number; readonly count: number; readonly data: string }
  | { readonly step: 'failed'; readonly reason: 'offline' | 'unsupported' | 'timeout' | 'connectionLost' | 'busy' }
);

/**
 * How a topic reaches the other processes of a split platform: `carried` whole, as the `newest` state read anew from the database, or by
 * the `database` itself (a trigger sends the notice, whoever made the change).
 */
export const BUS_CARRIAGE = {
  'device.state': 'newest',
  'device.changed': 'database',
  'principal.changed': 'carried',
  'device.ask': 'carried',
  'device.answer': 'carried',
  'media.added': 'carried',
  'media.nodes': 'carried',
  'stream.switched': 'carried',
  'playback.controlled': 'carried',
  'device.uploaded': 'carried',
  'clip.progress': 'carried',
  'clip.stop': 'carried',
  'rtmp.keyChanged': 'carried',
} as const satisfies Record<keyof BusTopics, 'carried' | 'newest' | 'database'>;

export type BusHandler<T> = (payload: T) => void;

/** In-process publish/subscribe. Handlers run synchronously in order of subscription; one that throws does not stop the rest. */
export class EventBus {
  private readonly handlers = new Map<keyof BusTopics, Set<BusHandler<never>>>();

  constructor(private readonly onHandlerError: (topic: string, error: unknown) => void) {}

  subscribe<K extends keyof BusTopics>(topic: K, handler: BusHandler<BusTopics[K]>): () => void {
    const set = this.handlers.get(topic) ?? new Set();
    this.handlers.set(topic, set);
    set.add(handler);
    return () => void set.delete(handler);
  }

  publish<K extends keyof BusTopics>(topic: K, payload: BusTopics[K]): void {
    for (const handler of this.handlers.get(topic) ?? []) {
      try {
        (handler as BusHandler<BusTopics[K]>)(payload);
      } catch (error) {
        this.onHandlerError(topic, error);
      }
    }
  }
}
