import type { MediaPacket } from './packet.ts';

/** How long a gap is waited for, ms, and how many packets may wait behind it. */
const WAIT_MS = 80;
const MAX_WAITING = 128;

interface Waiting {
  readonly packet: MediaPacket;
  readonly arrivedMs: number;
}

/** Puts the datagrams of one channel into the order of their numbers; what does not come in time counts as lost. */
export class Reorderer {
  private next: number | null = null;
  private readonly waiting = new Map<number, Waiting>();

  /** Packets that can go on, in order. */
  add(packet: MediaPacket, nowMs: number): MediaPacket[] {
    this.next ??= packet.sequence;
    const ahead = (packet.sequence - this.next) & 0xffff;
    // Behind: a repeat, or so late that it was given up. A far jump back is a device that begins to count anew.
    if (ahead >= 0x8000) {
      if (0x1_0000 - ahead < MAX_WAITING * 2) return this.release(nowMs);
      const before = this.drain();
      this.next = (packet.sequence + 1) & 0xffff;
      return [...before, packet];
    }
    if (!this.waiting.has(packet.sequence)) this.waiting.set(packet.sequence, { packet, arrivedMs: nowMs });
    return this.release(nowMs);
  }

  /** Gives up on gaps that are too old; call now and then while nothing comes. */
  release(nowMs: number): MediaPacket[] {
    const out: MediaPacket[] = [];
    while (this.waiting.size > 0) {
      const entry = this.waiting.get(this.next!);
      if (entry) {
        this.waiting.delete(this.next!);
        this.next = (this.next! + 1) & 0xffff;
        out.push(entry.packet);
        continue;
      }
      const oldestMs = Math.min(...[...this.waiting.values()].map((w) => w.arrivedMs));
      if (nowMs - oldestMs < WAIT_MS && this.waiting.size <= MAX_WAITING) break;
      this.next = this.nearest();
    }
    return out;
  }

  private nearest(): number {
    let best = 0x1_0000;
    for (const sequence of this.waiting.keys()) best = Math.min(best, (sequence - this.next!) & 0xffff);
    return (this.next! + best) & 0xffff;
  }

  private drain(): MediaPacket[] {
    return this.release(Number.POSITIVE_INFINITY);
  }
}
