/** Something that is looked at when its time may have come. */
export interface Expiring {
  /** When it is due as things stand now, in the wheel's milliseconds; it may have moved since it was scheduled. */
  dueAtMs(): number;
  expire(nowMs: number): void;
}

/**
 * Time-outs of many things with one timer. Activity costs nothing: a thing only notes when it was active; its slot comes
 * round, the wheel asks when it is due and moves it on. Precision is one slot.
 */
export class TimingWheel {
  private readonly slots: Set<Expiring>[];
  private readonly slotOf = new Map<Expiring, number>();
  private cursor: number;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly slotMs = 1000,
    slotCount = 512,
    private readonly now: () => number = Date.now,
  ) {
    this.slots = Array.from({ length: slotCount }, () => new Set<Expiring>());
    this.cursor = Math.floor(now() / slotMs);
  }

  get size(): number {
    return this.slotOf.size;
  }

  start(): void {
    this.timer ??= setInterval(() => this.turn(), this.slotMs);
    this.timer.unref();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  add(thing: Expiring): void {
    // At least one slot ahead: the present slot may already have been looked at.
    const ahead = Math.ceil(thing.dueAtMs() / this.slotMs) - this.cursor;
    // What lies beyond one turn is looked at once a turn.
    const slot = (this.cursor + Math.min(Math.max(ahead, 1), this.slots.length - 1)) % this.slots.length;
    this.remove(thing);
    this.slots[slot]!.add(thing);
    this.slotOf.set(thing, slot);
  }

  remove(thing: Expiring): void {
    const slot = this.slotOf.get(thing);
    if (slot === undefined) return;
    this.slots[slot]!.delete(thing);
    this.slotOf.delete(thing);
  }

  /** Looks at every slot that has passed since the last turn. */
  turn(): void {
    const nowMs = this.now();
    const target = Math.floor(nowMs / this.slotMs);
    // After a long stall one full turn has seen everything.
    if (target - this.cursor > this.slots.length) this.cursor = target - this.slots.length;
    while (this.cursor < target) {
      this.cursor++;
      const slot = this.slots[this.cursor % this.slots.length]!;
      if (slot.size === 0) continue;
      const due = [...slot];
      for (const thing of due) {
        this.remove(thing);
        if (thing.dueAtMs() <= nowMs) thing.expire(nowMs);
        else this.add(thing);
      }
    }
  }
}
