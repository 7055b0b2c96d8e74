/** Limits of the FTP server; each can be set in tests. */
export interface FtpLimits {
  readonly maxConnections: number;
  readonly maxPerAddress: number;
  /** Control connections of one account at the same time. */
  readonly maxPerAccount: number;
  /** Until somebody has signed in; then until the next command, while nothing is transferred. */
  readonly strangerMs: number;
  readonly silenceMs: number;
  /** From "passive" to the data connection; then until the next octet. */
  readonly dataConnectMs: number;
  readonly dataSilenceMs: number;
  /** Commands of one connection: before somebody has signed in, and in all. */
  readonly maxStrangerCommands: number;
  readonly maxCommands: number;
  /** Wrong passwords of one connection, and of one address in a quarter of an hour. */
  readonly maxFailures: number;
  readonly maxAddressFailures: number;
  /** Commands that wait for the one before; more are not read. */
  readonly maxWaiting: number;
  /** Replies that nobody reads, octets. */
  readonly maxUnsentBytes: number;
  /** Files on the disk, of all accounts. */
  readonly maxFiles: number;
}

export const FTP_LIMITS: FtpLimits = {
  maxConnections: 300,
  maxPerAddress: 32,
  maxPerAccount: 4,
  strangerMs: 15_000,
  silenceMs: 120_000,
  dataConnectMs: 20_000,
  dataSilenceMs: 60_000,
  maxStrangerCommands: 20,
  maxCommands: 20_000,
  maxFailures: 3,
  maxAddressFailures: 30,
  maxWaiting: 16,
  maxUnsentBytes: 64 * 1024,
  maxFiles: 500,
};
