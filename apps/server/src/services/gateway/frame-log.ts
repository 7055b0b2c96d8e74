/** One raw frame as it came, for the raw message inspector. */
export interface LoggedFrame {
  readonly atMs: number;
  readonly protocolId: string;
  /** As registered; while the device is not known, what it calls itself, or null. */
  readonly deviceId: string | null;
  readonly remote: string;
  /** At most {@link MAX_LOGGED_BYTES} of the frame. */
  readonly bytes: Uint8Array;
  readonly size: number;
  /** What was wrong with it, for people. */
  readonly error: string | null;
}

export const MAX_LOGGED_BYTES = 256;

/**
 * The last frames of all connections together, so that an idle connection costs nothing. Frames are copied into one piece of
 * memory: a log that kept them alive would cost more in garbage collection than reading them.
 */
export class FrameLog {
  private readonly bytes: Uint8Array;
  private readonly times: Float64Array;
  private readonly sizes: Uint32Array;
  private readonly protocolIds: string[] = [];
  private readonly deviceIds: (string | null)[] = [];
  private readonly remotes: string[] = [];
  private readonly errors: (string | null)[] = [];
  private next = 0;

  constructor(private readonly capacity = 4096) {
    this.bytes = new Uint8Array(capacity * MAX_LOGGED_BYTES);
    this.times = new Float64Array(capacity);
    this.sizes = new Uint32Array(capacity);
  }

  add(frame: Uint8Array, atMs: number, protocolId: string, deviceId: string | null, remote: string, error: string | null): void {
    const i = this.next;
    this.next = i + 1 === this.capacity ? 0 : i + 1;
    this.bytes.set(frame.length > MAX_LOGGED_BYTES ? frame.subarray(0, MAX_LOGGED_BYTES) : frame, i * MAX_LOGGED_BYTES);
    this.times[i] = atMs;
    this.sizes[i] = frame.length;
    this.protocolIds[i] = protocolId;
    this.deviceIds[i] = deviceId;
    this.remotes[i] = remote;
    this.errors[i] = error;
  }

  /** Newest first. */
  recent(match: { readonly deviceId?: string; readonly protocolId?: string }, limit = 100): LoggedFrame[] {
    const found: LoggedFrame[] = [];
    for (let back = 1; back <= this.protocolIds.length && found.length < limit; back++) {
      const i = (this.next - back + this.capacity) % this.capacity;
      if (match.deviceId !== undefined && this.deviceIds[i] !== match.deviceId) continue;
      if (match.protocolId !== undefined && this.protocolIds[i] !== match.protocolId) continue;
      const from = i * MAX_LOGGED_BYTES;
      found.push({
        atMs: this.times[i]!,
        protocolId: this.protocolIds[i]!,
        deviceId: this.deviceIds[i]!,
        remote: this.remotes[i]!,
        bytes: this.bytes.slice(from, from + Math.min(this.sizes[i]!, MAX_LOGGED_BYTES)),
        size: this.sizes[i]!,
        error: this.errors[i]!,
      });
    }
    return found;
  }
}
