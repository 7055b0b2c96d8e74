import type { Fact, Reply } from '@sightline/protocols';
import type { KnownDevice, SubmittedFrame } from './ports.ts';

/** Told when the facts of a frame are durable, or never will be. */
interface AnsweringLink {
  settled(): void;
  refused(frame: HeldAnswer, reason: string): void;
}

/** A frame in the order of its link: its answers leave when everything before it has left and its facts are durable. */
export class HeldAnswer {
  done: boolean;
  constructor(
    readonly replies: readonly Reply[],
    /** Number of the frame in the frame log, 0 when it is not in it. */
    readonly logged: number,
    done: boolean,
  ) {
    this.done = done;
  }
}

export class PendingFrame extends HeldAnswer implements SubmittedFrame {
  constructor(
    private readonly link: AnsweringLink,
    readonly device: KnownDevice,
    readonly facts: readonly Fact[],
    readonly receivedAtMs: number,
    readonly readWithOffsetMinutes: number,
    replies: readonly Reply[],
    logged: number,
  ) {
    super(replies, logged, false);
  }

  committed(): void {
    this.done = true;
    this.link.settled();
  }

  refused(reason: string): void {
    this.link.refused(this, reason);
  }
}
