/** Who a frame came from or went to: a link. Its counters bound what one connection puts into the log. */
export interface FrameOrigin {
  readonly protocolId: string;
  readonly remote: string;
  /** Number of the connection in this run of the gateway. */
  readonly connection: number;
  /** Written by the log alone. */
  logWindow: number;
  loggedInWindow: number;
}

/** One raw frame as it came or went, for the raw message inspector. */
export interface LoggedFrame {
  /** Running number in this gateway, from 1. */
  readonly number: number;
  readonly atMs: number;
  readonly direction: 'up' | 'down';
  readonly protocolId: string;
  readonly connection: number;
  /** The registered device, 0 while it is not known. */
  readonly deviceKey: number;
  /** What it calls itself, best first; empty when the frame does not say. */
  readonly deviceIds: readonly string[];
  readonly remote: string;
  /** At most {@link MAX_LOGGED_BYTES} of the frame. */
  readonly bytes: Uint8Array;
  readonly size: number;
  /** Number of the frame that this one answers; 0: none. */
  readonly answers: number;
  /** What was wrong with it: a code, and a text for people. */
  readonly errorCode: string | null;
  readonly error: string | null;
}

export interface FrameFault {
  readonly code: string;
  readonly message: string;
}

export const MAX_LOGGED_BYTES = 1024;
/** Frames of a connection that are logged between two drains. The rest of a flood is decoded and stored, not shown. */
export const MAX_LOGGED_PER_LINK = 4;

/**
 * The last frames of all connections together, so that an idle connection costs nothing. Frames are copied into one piece of
 * memory: a log that kept them alive would cost more in garbage collection than reading them. A flood costs a comparison a
 * frame: each connection has its share until the next {@link drain}, and a full log takes nothing more until then.
 */
export class FrameLog {
  /** Called once when the log is nearly full. */
  onNearlyFull: () => void = () => undefined;
  private readonly bytes: Uint8Array;
  private readonly times: Float64Array;
  private readonly sizes: Uint32Array;
  private readonly deviceKeys: Float64Array;
  private readonly answers: Float64Array;
  /** 1 up, 2 down. */
  private readonly directions: Uint8Array;
  private readonly connections: Uint32Array;
  private readonly protocolIds: string[] = [];
  private readonly remotes: string[] = [];
  private readonly deviceIds: (readonly string[])[] = [];
  private readonly faults: (FrameFault | null)[] = [];
  private window = 1;
  /** Number of the newest frame, and of the newest that was drained. */
  private last = 0;
  private drained = 0;

  constructor(private readonly capacity = 4096) {
    this.bytes = new Uint8Array(capacity * MAX_LOGGED_BYTES);
    this.times = new Float64Array(capacity);
    this.sizes = new Uint32Array(capacity);
    this.deviceKeys = new Float64Array(capacity);
    this.answers = new Float64Array(capacity);
    this.directions = new Uint8Array(capacity);
    this.connections = new Uint32Array(capacity);
  }

  /** A frame from the device. Returns its number, or 0 when the connection has had its share. */
  add(
    frame: Uint8Array,
    atMs: number,
    origin: FrameOrigin,
    deviceKey: number,
    deviceIds: readonly string[],
    fault: FrameFault | null,
  ): number {
    if (origin.logWindow !== this.window) {
      origin.logWindow = this.window;
      origin.loggedInWindow = 0;
    }
    if (origin.loggedInWindow >= MAX_LOGGED_PER_LINK || this.isFull) return 0;
    origin.loggedInWindow++;
    return this.put(frame, atMs, origin, deviceKey, deviceIds, fault, 1, 0);
  }

  /** Bytes to the device; `answers` = number of the frame that they answer, 0 for a command. */
  addSent(bytes: Uint8Array, atMs: number, origin: FrameOrigin, deviceKey: number, answers: number): void {
    if (!this.isFull) this.put(bytes, atMs, origin, deviceKey, [], null, 2, answers);
  }

  /** Everything that came since the last call, oldest first; gives each connection its share again. */
  drain(): LoggedFrame[] {
    const frames: LoggedFrame[] = [];
    for (let number = this.drained + 1; number <= this.last; number++) frames.push(this.at(number));
    this.drained = this.last;
    this.window++;
    return frames;
  }

  /** Newest first. */
  recent(match: { readonly deviceId?: string; readonly protocolId?: string }, limit = 100): LoggedFrame[] {
    const found: LoggedFrame[] = [];
    const oldest = Math.max(1, this.last - this.capacity + 1);
    for (let number = this.last; number >= oldest && found.length < limit; number--) {
      const i = (number - 1) % this.capacity;
      if (match.deviceId !== undefined && !this.deviceIds[i]!.includes(match.deviceId)) continue;
      if (match.protocolId !== undefined && this.protocolIds[i] !== match.protocolId) continue;
      found.push(this.at(number));
    }
    return found;
  }

  private get isFull(): boolean {
    return this.last - this.drained >= this.capacity;
  }

  private put(
    frame: Uint8Array,
    atMs: number,
    origin: FrameOrigin,
    deviceKey: number,
    deviceIds: readonly string[],
    fault: FrameFault | null,
    direction: 1 | 2,
    answers: number,
  ): number {
    const i = this.last % this.capacity;
    const number = ++this.last;
    this.bytes.set(frame.length > MAX_LOGGED_BYTES ? frame.subarray(0, MAX_LOGGED_BYTES) : frame, i * MAX_LOGGED_BYTES);
    this.times[i] = atMs;
    this.sizes[i] = frame.length;
    this.deviceKeys[i] = deviceKey;
    this.answers[i] = answers;
    this.directions[i] = direction;
    this.connections[i] = origin.connection;
    this.protocolIds[i] = origin.protocolId;
    this.remotes[i] = origin.remote;
    this.deviceIds[i] = deviceIds;
    this.faults[i] = fault;
    if ((this.last - this.drained) * 4 === this.capacity * 3) this.onNearlyFull();
    return number;
  }

  private at(number: number): LoggedFrame {
    const i = (number - 1) % this.capacity;
    const from = i * MAX_LOGGED_BYTES;
    const fault = this.faults[i]!;
    return {
      number,
      atMs: this.times[i]!,
      direction: this.directions[i] === 1 ? 'up' : 'down',
      protocolId: this.protocolIds[i]!,
      connection: this.connections[i]!,
      deviceKey: this.deviceKeys[i]!,
      deviceIds: this.deviceIds[i]!,
      remote: this.remotes[i]!,
      bytes: this.bytes.slice(from, from + Math.min(this.sizes[i]!, MAX_LOGGED_BYTES)),
      size: this.sizes[i]!,
      answers: this.answers[i]!,
      errorCode: fault?.code ?? null,
      error: fault?.message ?? null,
    };
  }
}
