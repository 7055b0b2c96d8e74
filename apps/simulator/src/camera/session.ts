/** What runs over one media connection of a camera. */
export interface Session {
  /** `live/1/0`: kind, channel and, where there are several, the stream. */
  readonly name: string;
  readonly channel: number;
  /** Media packets that have left. */
  readonly sentPackets: number;
  /** Ends it and its connection. */
  close(): void;
}
