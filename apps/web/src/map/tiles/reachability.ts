/** Whether the chosen map's pictures arrive. `unknown` until the first answer. */
export type Reachability = 'unknown' | 'online' | 'offline';

/** Failures in a row, without a success between, after which the offline map takes over. */
const FAILURES_MAX = 3;
const RETRY_MS = [10_000, 20_000, 40_000, 60_000] as const;

/**
 * Judges from the fate of tiles whether the server can be reached. A tile that the server does not have (404) is an
 * answer, not an outage. After an outage the caller probes when {@link TileReachability.retryInMs} has passed.
 */
export class TileReachability {
  state: Reachability = 'unknown';
  private failures = 0;
  private attempts = 0;

  constructor(private readonly onChange: (state: Reachability) => void) {}

  answered(): void {
    this.failures = 0;
    this.attempts = 0;
    this.move('online');
  }

  failed(): void {
    this.failures++;
    if (this.state === 'offline') this.attempts++;
    else if (this.failures >= FAILURES_MAX) this.move('offline');
  }

  /** The browser itself says that it has no network. */
  disconnected(): void {
    this.move('offline');
  }

  /** Another map type: nothing is known of its server. */
  reset(): void {
    this.failures = 0;
    this.attempts = 0;
    this.move('unknown');
  }

  get retryInMs(): number {
    return RETRY_MS[Math.min(this.attempts, RETRY_MS.length - 1)] as number;
  }

  private move(state: Reachability): void {
    if (state === this.state) return;
    this.state = state;
    this.onChange(state);
  }
}
