import { DecodeError } from '@sightline/codec';
import type { Header } from './header.ts';

/** Limits of one connection: messages under way at a time, pieces of one, octets held over all, ms until given up, ms of silence before asking, times asked. */
const MAX_MESSAGES = 4;
const MAX_PIECES = 4096;
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_AGE_MS = 60_000;
const ASK_AFTER_MS = 5_000;
const MAX_ASKS = 3;
/** Indexes in one request: fits a frame in either edition. */
const MAX_INDEXES = 125;

interface Partial {
  readonly id: number;
  readonly firstSerial: number;
  readonly pieces: (Uint8Array | undefined)[];
  present: number;
  /** Pieces 1 to this one are here without a gap; they have been reported as acknowledgeable. */
  prefix: number;
  bytes: number;
  lastAtMs: number;
  readonly startedAtMs: number;
  asks: number;
}

export interface Joined {
  /** The whole body when this piece was the last one missing, else null; an error when a limit is reached. */
  readonly body: Uint8Array | DecodeError | null;
  /** Serials of the pieces that may be acknowledged now. */
  readonly acknowledge: readonly number[];
}

export interface MissingPieces {
  readonly messageId: number;
  readonly firstSerial: number;
  readonly indexes: readonly number[];
}

/**
 * Joins sub-packets (JT/T 808 §4.4.3): pieces have consecutive serials, so that serial - (index - 1) names the message.
 *
 * A piece may be acknowledged once every piece before it is here: a device that waits for each answer goes on, and none is told that
 * the end of a message arrived whose beginning is not here - after a restart of the platform in the middle of a message, that
 * would be a message that nobody has. The last acknowledgement belongs to the whole message.
 */
export class Reassembler {
  private readonly partials = new Map<string, Partial>();
  private bytes = 0;

  get pendingBytes(): number {
    return this.bytes;
  }

  add(header: Header, piece: Uint8Array, nowMs: number): Joined {
    const { total, index } = header.packet!;
    if (total > MAX_PIECES) return refused(`${total} sub-packets, at most ${MAX_PIECES}`, 'packetTotal');
    const firstSerial = (header.serial - (index - 1)) & 0xffff;
    const key = `${header.id}:${total}:${firstSerial}`;
    let partial = this.partials.get(key);
    if (!partial) {
      if (this.partials.size >= MAX_MESSAGES) this.drop(this.oldest());
      partial = {
        id: header.id,
        firstSerial,
        pieces: Array<Uint8Array | undefined>(total).fill(undefined),
        present: 0,
        prefix: 0,
        bytes: 0,
        lastAtMs: nowMs,
        startedAtMs: nowMs,
        asks: 0,
      };
      this.partials.set(key, partial);
    }
    partial.lastAtMs = nowMs;
    if (partial.pieces[index - 1] === undefined) {
      if (this.bytes + piece.length > MAX_BYTES) {
        this.drop(key);
        return refused(`sub-packets over ${MAX_BYTES} bytes`, 'body');
      }
      partial.pieces[index - 1] = piece.slice();
      partial.present++;
      partial.bytes += piece.length;
      this.bytes += piece.length;
    }
    const acknowledge = acknowledgeable(partial, index);
    if (partial.present < total) return { body: null, acknowledge };
    const whole = new Uint8Array(partial.bytes);
    let at = 0;
    for (const part of partial.pieces) {
      whole.set(part!, at);
      at += part!.length;
    }
    this.drop(key);
    return { body: whole, acknowledge };
  }

  /** What to ask for again after some silence; gives up on what is too old. */
  overdue(nowMs: number): readonly MissingPieces[] {
    if (this.partials.size === 0) return [];
    const out: MissingPieces[] = [];
    for (const [key, partial] of this.partials) {
      if (nowMs - partial.startedAtMs > MAX_AGE_MS) this.drop(key);
      else if (nowMs - partial.lastAtMs >= ASK_AFTER_MS && partial.asks < MAX_ASKS) {
        partial.asks++;
        partial.lastAtMs = nowMs;
        const indexes: number[] = [];
        for (let i = 0; i < partial.pieces.length && indexes.length < MAX_INDEXES; i++) if (!partial.pieces[i]) indexes.push(i + 1);
        out.push({ messageId: partial.id, firstSerial: partial.firstSerial, indexes });
      }
    }
    return out;
  }

  private oldest(): string {
    let found = '';
    let at = Number.POSITIVE_INFINITY;
    for (const [key, partial] of this.partials) {
      if (partial.lastAtMs < at) {
        at = partial.lastAtMs;
        found = key;
      }
    }
    return found;
  }

  private drop(key: string): void {
    const partial = this.partials.get(key);
    if (!partial) return;
    this.bytes -= partial.bytes;
    this.partials.delete(key);
  }
}

const refused = (message: string, field: string): Joined => ({ body: new DecodeError('too-long', message, null, field), acknowledge: [] });

/** Moves the prefix on over what is here; the serials it passed, or that of a piece that was acknowledged before and came again. */
function acknowledgeable(partial: Partial, index: number): number[] {
  const serialOf = (i: number): number => (partial.firstSerial + i - 1) & 0xffff;
  if (index <= partial.prefix) return [serialOf(index)];
  const serials: number[] = [];
  while (partial.prefix < partial.pieces.length && partial.pieces[partial.prefix]) serials.push(serialOf(++partial.prefix));
  return serials;
}
