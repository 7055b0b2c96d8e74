import type { PlaybackMode, PlaybackSpeed, StreamFailure, StreamQuality } from '@sightline/domain';
import type { VideoCodec } from '@sightline/media';
import type { SoundHabit } from './sound.ts';

export type { StreamFailure };

/** A camera's stream: what all its viewers share. */
export interface StreamKey {
  readonly deviceId: string;
  readonly channel: number;
  readonly kind: 'live' | 'playback' | 'talk';
  readonly stream: StreamQuality;
  /** Tells recordings of the same channel apart; empty for what is live. */
  readonly session: string;
  /** Of `playback`: what is played. */
  readonly recording?: RecordingRequest;
}

/** What of a camera's recordings is played, instants in ms, and how. */
export interface RecordingRequest {
  readonly fromMs: number;
  readonly toMs: number;
  readonly mode: PlaybackMode;
  readonly speed: PlaybackSpeed;
}

export const streamName = (key: StreamKey): string => `${key.deviceId}/${key.channel}/${key.kind}/${key.stream}/${key.session}`;

export class StreamError extends Error {
  override readonly name = 'StreamError';
  constructor(
    readonly failure: StreamFailure,
    message: string = failure,
  ) {
    super(message);
  }
}

/** What is known of a device that agreed to send. */
export interface StreamGrant {
  /** The address that its ordinary connection comes from; null when that is not known. */
  readonly remote: string | null;
}

/** The device's side of a stream: requests over its ordinary connection. */
export interface StreamControl {
  /** Asks the device to connect and send. Resolves when it agreed. @throws StreamError deviceOffline, noAnswer, refused. */
  start(key: StreamKey): Promise<StreamGrant>;
  /** Asks it to stop; never rejects. */
  stop(key: StreamKey): Promise<void>;
  /** Asks how it wants to be sent sound; null when it does not say. Never rejects. */
  soundOf(key: StreamKey): Promise<SoundHabit | null>;
}

/** A connection that media come over. */
export interface MediaSource {
  /** Address that it comes from. */
  readonly remote: string;
  /** Digits of the SIM field in its packets, 12 or 20; null before the first. */
  readonly sim: string | null;
  /** Octets that were written and not taken yet. */
  readonly unsentBytes: number;
  /** Sends a packet the other way. */
  write(packet: Uint8Array): void;
}

/** Somebody who looks. The hub calls `send` in order and never again after `end`. */
export interface Viewer {
  /** Octets that were sent and not taken yet. */
  readonly unsentBytes: number;
  send(message: Uint8Array): void;
  /** Told when it joins, and when the stream begins to run or changes its codec. Before the messages that this is about. */
  state(state: 'starting' | 'streaming', codec: VideoCodec | null): void;
  /** The stream ended. */
  end(failure: StreamFailure): void;
}
