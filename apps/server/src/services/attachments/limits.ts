/** Limits of the attachment service; each can be set in tests. */
export interface AttachmentLimits {
  readonly maxConnections: number;
  /** Until the alarm has been named; then until the next octet. */
  readonly strangerMs: number;
  readonly silenceMs: number;
  /** Octets that a connection may send before its alarm is known. */
  readonly strangerBytes: number;
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  /** Of all files of an alarm. */
  readonly maxAlarmBytes: number;
  /** How often stretches that are missing are asked for before a file is given up. */
  readonly maxRounds: number;
  /** Octets and messages that belong to nothing. */
  readonly maxStrayBytes: number;
  readonly maxRefusals: number;
  /** What has come of a file is kept so long for a unit that comes back. */
  readonly partialMs: number;
  readonly maxPartials: number;
}

export const ATTACHMENT_LIMITS: AttachmentLimits = {
  maxConnections: 500,
  strangerMs: 15_000,
  silenceMs: 60_000,
  strangerBytes: 65_536,
  maxFiles: 64,
  maxFileBytes: 128 * 1024 * 1024,
  maxAlarmBytes: 512 * 1024 * 1024,
  maxRounds: 5,
  maxStrayBytes: 4 * 1024 * 1024,
  maxRefusals: 20,
  partialMs: 30 * 60_000,
  maxPartials: 2_000,
};
