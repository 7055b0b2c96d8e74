import type { StreamQuality } from '@sightline/domain';
import type { PlaybackChange } from '@sightline/runtime';
import { MEDIA_LIMITS, type MediaLimits } from './limits.ts';
import { streamName, type StreamControl, type StreamFailure, type StreamGrant, type StreamKey, type Viewer } from './ports.ts';
import { Publisher, type PublisherStatus } from './publisher.ts';

/** Digits that two writings of a device's number have in common: a SIM field is padded with zeros, an id may be an IMEI. */
const significant = (digits: string): string => digits.replace(/^0+/, '');
const TAIL_DIGITS = 12;
const sameNumber = (sim: string, deviceId: string): boolean => {
  const [a, b] = [significant(sim), significant(deviceId)];
  return a === b || (a.length >= TAIL_DIGITS - 1 && b.length > TAIL_DIGITS && significant(b.slice(-TAIL_DIGITS)) === a);
};

const channelName = ({ deviceId, channel, kind }: StreamKey): string => `${deviceId}/${channel}/${kind}`;

/** Cameras whose numbers are told from those of others. */
const MAX_SEEN = 5_000;

export interface HubOptions {
  readonly limits?: Partial<MediaLimits>;
  readonly now?: () => number;
  readonly onEnd?: (key: StreamKey, failure: StreamFailure) => void;
  /** Octets of a device, as they came over the network. */
  readonly onReceived?: (deviceId: string, bytes: number) => void;
  /** Octets that it was sent. */
  readonly onSent?: (deviceId: string, bytes: number) => void;
}

/** A viewer's place at a stream. */
export interface Seat {
  leave(): void;
  /** In a talk: samples for the device's loudspeaker, 8000 a second. */
  say(samples: Int16Array): void;
}

/** All streams of this service: one publisher for each, made when the first viewer asks. */
export class StreamHub {
  private readonly publishers = new Map<string, Publisher>();
  /** Channels that are being told to stop, by kind. */
  private readonly closing = new Map<string, Promise<void>>();
  /** Devices that streams were asked of, the latest last. */
  private readonly seen = new Set<string>();
  /** When somebody connected from there last. */
  private readonly knocks = new Map<string, number>();
  readonly limits: MediaLimits;
  private readonly now: () => number;
  /** Told of what connections of devices bring. */
  readonly received: (deviceId: string, bytes: number) => void;
  private readonly onEnd: (key: StreamKey, failure: StreamFailure) => void;
  private readonly onSent: (deviceId: string, bytes: number) => void;

  constructor(
    private readonly control: StreamControl,
    options: HubOptions = {},
  ) {
    this.limits = { ...MEDIA_LIMITS, ...options.limits };
    this.now = options.now ?? Date.now;
    this.received = options.onReceived ?? (() => undefined);
    this.onEnd = options.onEnd ?? (() => undefined);
    this.onSent = options.onSent ?? (() => undefined);
  }

  /** Joins the stream, which is asked for when it does not run. */
  watch(key: StreamKey, viewer: Viewer): Seat {
    const name = streamName(key);
    let publisher = this.publishers.get(name);
    if (!publisher || publisher.ended) {
      const control: StreamControl = {
        start: (k) => this.open(k),
        stop: (k) => this.close(k),
        soundOf: (k) => this.control.soundOf(k),
      };
      const made = new Publisher(key, control, {
        limits: this.limits,
        now: this.now,
        knockedAtMs: (remote) => this.knocks.get(remote) ?? null,
        onSent: (bytes) => this.onSent(key.deviceId, bytes),
        onEnd: (failure) => {
          const last = streamName(made.key);
          if (this.publishers.get(last) === made) this.publishers.delete(last);
          this.onEnd(made.key, failure);
        },
      });
      publisher = made;
      this.remember(key.deviceId);
      this.publishers.set(name, made);
    }
    const joined = publisher;
    joined.join(viewer);
    return { leave: () => joined.leave(viewer), say: (samples) => joined.say(samples) };
  }

  /**
   * Whose stream a connection carries, by the number and channel of its first packet. The number in media packets may be written otherwise
   * than on the ordinary connection, or be another one: then the only stream of that channel and kind that still waits is meant, if the
   * connection comes from where that device does and the number is not that of another camera seen here. A camera that goes on sending
   * after its own stream has ended must not show up in somebody else's.
   */
  claim(sim: string, channel: number, kinds: readonly StreamKey['kind'][], remote: string): Publisher | null {
    const open = [...this.publishers.values()].filter((p) => !p.ended && p.key.channel === channel && kinds.includes(p.key.kind));
    const named = open.filter((p) => sameNumber(sim, p.key.deviceId));
    if (named.length > 0) {
      const free = named.filter((p) => p.accepts(remote));
      return free.find((p) => p.status.state === 'starting') ?? free[0] ?? null;
    }
    const waiting = open.filter((p) => p.status.state === 'starting' && p.isExpectedFrom(remote));
    return waiting.length === 1 && !this.isOtherCamera(sim) ? waiting[0]! : null;
  }

  private isOtherCamera(sim: string): boolean {
    for (const deviceId of this.seen) if (sameNumber(sim, deviceId)) return true;
    return false;
  }

  private remember(deviceId: string): void {
    this.seen.delete(deviceId);
    this.seen.add(deviceId);
    if (this.seen.size > MAX_SEEN) for (const oldest of this.seen) return void this.seen.delete(oldest);
  }

  /** Somebody has connected who is not known yet: what a stream fails at depends on it. */
  knocked(remote: string): void {
    this.knocks.delete(remote);
    this.knocks.set(remote, this.now());
    if (this.knocks.size > MAX_SEEN) for (const oldest of this.knocks.keys()) return void this.knocks.delete(oldest);
  }

  find(key: StreamKey): Publisher | null {
    return this.publishers.get(streamName(key)) ?? null;
  }

  /** The streams that have not ended. */
  list(): { key: StreamKey; status: PublisherStatus }[] {
    return [...this.publishers.values()].filter((p) => !p.ended).map((p) => ({ key: p.key, status: p.status }));
  }

  /** A camera sends the other stream over the connection that it has: who watches goes on with that one. */
  switched(deviceId: string, channel: number, stream: StreamQuality): void {
    const other = stream === 0 ? 1 : 0;
    const from = streamName({ deviceId, channel, kind: 'live', stream: other, session: '' });
    const to = streamName({ deviceId, channel, kind: 'live', stream, session: '' });
    const publisher = this.publishers.get(from);
    // Both streams run: then they come over two connections, and there is nothing to be renamed.
    if (!publisher || this.publishers.has(to)) return;
    this.publishers.delete(from);
    publisher.key = { ...publisher.key, stream };
    this.publishers.set(to, publisher);
  }

  /** A camera plays a recording otherwise. */
  playbackControlled(change: PlaybackChange): void {
    for (const publisher of this.publishers.values()) {
      const { deviceId, channel, kind } = publisher.key;
      if (kind === 'playback' && deviceId === change.deviceId && channel === change.channel) publisher.controlled(change);
    }
  }

  /** Ends every stream. Resolves when the devices have been told, as far as they can be. */
  async stop(): Promise<void> {
    await Promise.all([...this.publishers.values()].map((publisher) => publisher.end('stopped')));
  }

  /** A recording is asked for when the end of the one before has been heard: the two words may go different ways. */
  private async open(key: StreamKey): Promise<StreamGrant> {
    if (key.recording) await this.closing.get(channelName(key));
    return await this.control.start(key);
  }

  /** A device knows one "close" for a channel: it is not said while the channel's other stream is watched. */
  private async close(key: StreamKey): Promise<void> {
    const shared = [...this.publishers.values()].some(
      (p) => !p.ended && p.key.deviceId === key.deviceId && p.key.channel === key.channel && p.key.kind === key.kind,
    );
    if (shared) return;
    const name = channelName(key);
    const told = this.control.stop(key);
    this.closing.set(name, told);
    await told;
    if (this.closing.get(name) === told) this.closing.delete(name);
  }
}
