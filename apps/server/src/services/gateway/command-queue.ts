import type { DeviceCommand, Fact, FieldValue, Session } from '@sightline/protocols';

export type CommandAnswerFact = Extract<Fact, { kind: 'commandAnswer' }>;

/** The device's answer to a command. */
export interface CommandAnswer {
  readonly ok: boolean;
  readonly text: string | null;
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** The frame that carried it (the last one of a long message). */
  readonly frame: Uint8Array;
}

/** What happens on the way to the answer. */
export interface CommandProgress {
  /** The bytes have been handed to the connection. */
  readonly sent?: (frames: readonly Uint8Array[]) => void;
  /** The device has taken the command and will answer it. */
  readonly acknowledged?: () => void;
}

export type CommandFailure =
  | 'offline' // no live connection
  | 'unsupported' // the protocol cannot say it
  | 'timeout' // sent, no answer in time
  | 'connectionLost' // sent, the connection ended before the answer
  | 'busy'; // too many wait already

/** A command that did not get its answer. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  constructor(
    readonly reason: CommandFailure,
    message: string,
  ) {
    super(message);
  }
}

interface Waiting {
  readonly command: DeviceCommand;
  readonly timeoutMs: number;
  readonly progress: CommandProgress;
  readonly resolve: (answer: CommandAnswer) => void;
  readonly reject: (error: CommandError) => void;
  correlation: string | null;
  timer: NodeJS.Timeout | null;
}

const MAX_WAITING = 32;

/**
 * The commands of one session, one at a time: several protocols answer without saying to what, and devices lose
 * commands that come in a burst.
 */
export class CommandQueue {
  private readonly waiting: Waiting[] = [];
  private current: Waiting | null = null;

  constructor(
    private readonly session: Session,
    private readonly write: (frames: readonly Uint8Array[]) => void,
  ) {}

  /** Resolves with the answer; rejects with {@link CommandError}. */
  send(command: DeviceCommand, timeoutMs: number, progress: CommandProgress = {}): Promise<CommandAnswer> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length >= MAX_WAITING) {
        reject(new CommandError('busy', `${MAX_WAITING} commands are waiting for this device`));
        return;
      }
      this.waiting.push({ command, timeoutMs, progress, resolve, reject, correlation: null, timer: null });
      this.next();
    });
  }

  /** Hands an answer to the command it belongs to; false when none waits for it. */
  answer(fact: CommandAnswerFact, frame: Uint8Array): boolean {
    const current = this.current;
    if (!current || (fact.correlation !== null && current.correlation !== null && fact.correlation !== current.correlation)) return false;
    if (fact.interim) {
      current.progress.acknowledged?.();
      return true;
    }
    this.settle(current);
    current.resolve({ ok: fact.ok, text: fact.text, fields: fact.fields, frame });
    this.next();
    return true;
  }

  close(): void {
    const open = this.current ? [this.current, ...this.waiting] : [...this.waiting];
    this.waiting.length = 0;
    for (const one of open) {
      const sent = one === this.current;
      this.settle(one);
      one.reject(
        new CommandError(sent ? 'connectionLost' : 'offline', sent ? 'the connection ended before the answer' : 'the connection ended'),
      );
    }
  }

  private next(): void {
    while (!this.current) {
      const one = this.waiting.shift();
      if (!one) return;
      try {
        const encoded = this.session.encodeCommand(one.command);
        one.correlation = encoded.correlation;
        this.current = one;
        one.timer = setTimeout(() => this.expire(one), one.timeoutMs);
        one.timer.unref();
        this.write(encoded.frames);
        one.progress.sent?.(encoded.frames);
      } catch (error) {
        this.settle(one);
        one.reject(new CommandError('unsupported', error instanceof Error ? error.message : String(error)));
      }
    }
  }

  private expire(one: Waiting): void {
    this.settle(one);
    one.reject(new CommandError('timeout', `no answer to ${one.command.name} within ${one.timeoutMs} ms`));
    this.next();
  }

  private settle(one: Waiting): void {
    if (one.timer) clearTimeout(one.timer);
    one.timer = null;
    if (this.current === one) this.current = null;
  }
}
