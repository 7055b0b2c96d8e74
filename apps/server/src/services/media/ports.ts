/** A camera's stream: what all its viewers share. */
export interface StreamKey {
  readonly deviceId: string;
  readonly channel: number;
  readonly kind: 'live' | 'playback' | 'talk';
  /** 0 main, 1 sub. */
  readonly stream: 0 | 1;
  /** Tells recordings of the same channel apart; empty for what is live. */
  readonly session: string;
}

export const streamName = (key: StreamKey): string => `${key.deviceId}/${key.channel}/${key.kind}/${key.stream}/${key.session}`;

/**
 * Which step a stream failed at; the screen has a sentence for each.
 *
 * - `deviceOffline`: no connection of the device to send the request over
 * - `noAnswer`: the device did not answer the request
 * - `refused`: it answered that it will not
 * - `noConnection`: it said yes and did not connect
 * - `noPackets`: it connected and sent nothing usable
 * - `noKeyFrame`: pictures came, none to begin with
 * - `lost`: the stream ran and its connection ended or fell silent
 * - `stopped`: ended on purpose
 */
export const STREAM_FAILURES = [
  'deviceOffline',
  'noAnswer',
  'refused',
  'noConnection',
  'noPackets',
  'noKeyFrame',
  'lost',
  'stopped',
] as const;
export type StreamFailure = (typeof STREAM_FAILURES)[number];

export class StreamError extends Error {
  override readonly name = 'StreamError';
  constructor(
    readonly failure: StreamFailure,
    message: string = failure,
  ) {
    super(message);
  }
}

/** The device's side of a stream: requests over its ordinary connection. */
export interface StreamControl {
  /** Asks the device to connect and send. Resolves when it agreed. @throws StreamError deviceOffline, noAnswer, refused. */
  start(key: StreamKey): Promise<void>;
  /** Asks it to stop; never rejects. */
  stop(key: StreamKey): Promise<void>;
}

/** Somebody who looks. The hub calls `send` in order and never again after `end`. */
export interface Viewer {
  /** Octets that were sent and not taken yet. */
  readonly unsentBytes: number;
  send(message: Uint8Array): void;
  /** The stream ended. */
  end(failure: StreamFailure): void;
}
