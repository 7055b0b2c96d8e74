import { DecodeError } from '@sightline/codec';
import type { SessionMemory } from '../protocol.ts';
import type { Header } from './header.ts';

/** Messages of one connection that may be under way at a time. */
const MAX_MESSAGES = 4;
const ASK_AFTER_MS = 5_000;
/** Indexes in one request: fits a frame in either edition. */
const MAX_INDEXES = 125;
const MEDIA_DATA = 0x0801;
/** What a place in the list of pieces costs. */
const PLACE_BYTES = 8;

/** Pieces and octets of one message, octets of all of its kind, ms until it is given up, how often it is asked for. */
interface Limits {
  readonly pieces: number;
  readonly bytes: number;
  readonly allBytes: number;
  readonly ageMs: number;
  readonly asks: number;
}
const ORDINARY: Limits = { pieces: 4096, bytes: 4 * 1024 * 1024, allBytes: 4 * 1024 * 1024, ageMs: 60_000, asks: 3 };
/** A picture of 8 MB over a slow line; whatever comes of it starts the asking anew. */
const MEDIA: Limits = { pieces: 16_384, bytes: 8 * 1024 * 1024 + 64, allBytes: 12 * 1024 * 1024, ageMs: 900_000, asks: 3 };

interface Partial {
  readonly id: number;
  readonly limits: Limits;
  readonly firstSerial: number;
  readonly pieces: (Uint8Array | undefined)[];
  present: number;
  /** Pieces 1 to this one are here without a gap; they have been reported as acknowledgeable. */
  prefix: number;
  bytes: number;
  lastAtMs: number;
  readonly startedAtMs: number;
  asks: number;
  /** When this piece comes, what is still missing may be asked for at once. */
  awaited: number;
  asked: boolean;
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
  /** The first piece, when it is here. */
  readonly head: Uint8Array | null;
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
  /** The last media message that was joined or refused: the rest of it, and what was asked for twice, may still come. */
  private settled: string | null = null;

  constructor(private readonly memory: SessionMemory | null = null) {}

  get pendingBytes(): number {
    return this.bytes;
  }

  add(header: Header, piece: Uint8Array, nowMs: number): Joined {
    const { total, index } = header.packet!;
    const limits = header.id === MEDIA_DATA ? MEDIA : ORDINARY;
    if (total > limits.pieces) return refused(`${total} sub-packets, at most ${limits.pieces}`, 'packetTotal');
    const firstSerial = (header.serial - (index - 1)) & 0xffff;
    let key = `${header.id}:${total}:${firstSerial}`;
    if (limits === MEDIA && !this.partials.has(key)) key = this.askedFor(total, index) ?? key;
    let partial = this.partials.get(key);
    if (!partial) {
      if (key === this.settled && index > 1) return { body: null, acknowledge: [] };
      if (this.partials.size >= MAX_MESSAGES) this.drop(this.oldest());
      if (!this.take(limits, total * PLACE_BYTES)) return refused('no memory for sub-packets', 'body');
      partial = {
        id: header.id,
        limits,
        firstSerial,
        pieces: Array<Uint8Array | undefined>(total).fill(undefined),
        present: 0,
        prefix: 0,
        bytes: 0,
        awaited: total,
        asked: false,
        lastAtMs: nowMs,
        startedAtMs: nowMs,
        asks: 0,
      };
      this.partials.set(key, partial);
    }
    partial.lastAtMs = nowMs;
    if (partial.pieces[index - 1] === undefined) {
      if (partial.bytes + piece.length > limits.bytes || !this.take(limits, piece.length)) {
        this.drop(key);
        if (limits === MEDIA) this.settled = key;
        return refused('sub-packets over what may be held', 'body');
      }
      partial.pieces[index - 1] = piece.slice();
      partial.present++;
      partial.bytes += piece.length;
      if (limits === MEDIA) partial.asks = 0;
    }
    const acknowledge = acknowledgeable(partial, index);
    if (partial.present < total) {
      if (limits === MEDIA && index === partial.awaited && partial.pieces[0]) partial.lastAtMs = Number.NEGATIVE_INFINITY;
      return { body: null, acknowledge };
    }
    const whole = new Uint8Array(partial.bytes);
    let at = 0;
    for (const part of partial.pieces) {
      whole.set(part!, at);
      at += part!.length;
    }
    this.drop(key);
    if (limits === MEDIA) this.settled = key;
    return { body: whole, acknowledge };
  }

  /** What to ask for again after some silence; gives up on what is too old. */
  overdue(nowMs: number): readonly MissingPieces[] {
    if (this.partials.size === 0) return [];
    const out: MissingPieces[] = [];
    for (const [key, partial] of this.partials) {
      if (nowMs - partial.startedAtMs > partial.limits.ageMs) this.drop(key);
      else if (nowMs - partial.lastAtMs >= ASK_AFTER_MS && partial.asks < partial.limits.asks) {
        partial.asks++;
        partial.asked = true;
        partial.lastAtMs = nowMs;
        const indexes: number[] = [];
        for (let i = 0; i < partial.pieces.length && indexes.length < MAX_INDEXES; i++) if (!partial.pieces[i]) indexes.push(i + 1);
        partial.awaited = indexes[indexes.length - 1] ?? partial.pieces.length;
        out.push({ messageId: partial.id, firstSerial: partial.firstSerial, indexes, head: partial.pieces[0] ?? null });
      }
    }
    return out;
  }

  /** Some devices send a piece that they are asked for under a new serial: the media message of this size that waits for it. */
  private askedFor(total: number, index: number): string | null {
    for (const [key, partial] of this.partials)
      if (partial.asked && partial.limits === MEDIA && partial.pieces.length === total && !partial.pieces[index - 1]) return key;
    return null;
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

  private take(limits: Limits, octets: number): boolean {
    let held = octets;
    for (const partial of this.partials.values())
      if (partial.limits === limits) held += partial.bytes + partial.pieces.length * PLACE_BYTES;
    if (held > limits.allBytes || this.memory?.take(octets) === false) return false;
    this.bytes += octets;
    return true;
  }

  private give(octets: number): void {
    this.bytes -= octets;
    this.memory?.give(octets);
  }

  private drop(key: string): void {
    const partial = this.partials.get(key);
    if (!partial) return;
    this.give(partial.bytes + partial.pieces.length * PLACE_BYTES);
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
