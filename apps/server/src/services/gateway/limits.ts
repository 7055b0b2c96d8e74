/** Bounds that keep one client, or many hostile ones, from taking the gateway's memory, time or log. */
export interface GatewayLimits {
  /** Frames of one connection that may wait for their commit before its reading is paused. */
  readonly maxOutstandingFrames: number;
  /** A connection must have spoken for a registered device within this time. */
  readonly identifyWithinMs: number;
  /** A frame that has begun must be complete within this time. */
  readonly partialFrameMs: number;
  /** Connections from one address that have not (yet) spoken for a registered device. Carriers hide thousands of devices behind one address: identified ones are not counted. */
  readonly maxUnidentifiedPerAddress: number;
  /** Bytes that belong to no frame, since the last good frame. */
  readonly maxGarbageBytes: number;
  /** Unreadable frames in a row. */
  readonly maxBadFrames: number;
  /** Frames of unregistered devices on one connection. */
  readonly maxUnknownFrames: number;
  /** Answers that a client has not read. */
  readonly maxUnreadBytes: number;
  /** UDP senders remembered at once; the one silent for longest makes room. */
  readonly maxUdpPeers: number;
  /** Octets of messages that have not come whole, and of files that are being stored, over all connections. */
  readonly maxHeldBytes: number;
  /** The same of a connection that has not spoken for a registered device. */
  readonly maxHeldUnidentified: number;
  /** Files of one connection that are being stored before its reading is paused. */
  readonly maxMediaInHand: number;
  /** How long a stop waits for commits whose answers are still owed. */
  readonly drainMs: number;
}

export const DEFAULT_LIMITS: GatewayLimits = {
  maxOutstandingFrames: 256,
  identifyWithinMs: 60_000,
  partialFrameMs: 30_000,
  maxUnidentifiedPerAddress: 2000,
  maxGarbageBytes: 16 * 1024,
  maxBadFrames: 20,
  maxUnknownFrames: 50,
  maxUnreadBytes: 256 * 1024,
  maxUdpPeers: 20_000,
  maxHeldBytes: 256 * 1024 * 1024,
  maxHeldUnidentified: 64 * 1024,
  maxMediaInHand: 2,
  drainMs: 2000,
};
