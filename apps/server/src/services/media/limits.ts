/** Limits of the media service; each can be set in tests. */
export interface MediaLimits {
  /** From the device's yes to its first packet. */
  readonly connectTimeoutMs: number;
  /** From the first packet to the first picture to begin with. */
  readonly keyFrameTimeoutMs: number;
  /** Silence after which a running stream is lost. */
  readonly silenceMs: number;
  /** Silence after which a connection from elsewhere may go on with a stream. */
  readonly takeoverMs: number;
  /** A stream goes on for so long after its last viewer left: a page that is reloaded finds it warm. */
  readonly lingerMs: number;
  /** A recording that is paused for longer ends. */
  readonly pauseMs: number;
  /** What is kept for those who join: the pictures since the last key picture. */
  readonly maxGopBytes: number;
  /** Unsent octets over which a viewer gets nothing until the next key picture that finds fewer than `resumeBytes`. */
  readonly maxUnsentBytes: number;
  readonly resumeBytes: number;
  /** A connection that is nobody's is closed after so long, and so many octets. */
  readonly strangerMs: number;
  readonly strangerBytes: number;
  /** Octets a second of one connection, measured over ten seconds; more is a flood. */
  readonly maxBytesPerSecond: number;
  readonly maxConnections: number;
}

export const MEDIA_LIMITS: MediaLimits = {
  connectTimeoutMs: 10_000,
  keyFrameTimeoutMs: 10_000,
  silenceMs: 15_000,
  takeoverMs: 3_000,
  lingerMs: 5_000,
  pauseMs: 600_000,
  maxGopBytes: 8 * 1024 * 1024,
  maxUnsentBytes: 2 * 1024 * 1024,
  resumeBytes: 128 * 1024,
  strangerMs: 5_000,
  strangerBytes: 256 * 1024,
  maxBytesPerSecond: 4 * 1024 * 1024,
  maxConnections: 5_000,
};
