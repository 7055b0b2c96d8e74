/** Slots that changed, each once, in the order in which they did. Adding one writes two numbers and nothing else. */
export class SlotSet {
  private list = new Uint32Array(0);
  private member = new Uint8Array(0);
  private length = 0;

  /** How many slots are in it. */
  get size(): number {
    return this.length;
  }

  /** Empties it and makes room for slots below `count`. */
  reset(count: number): void {
    this.list = new Uint32Array(count);
    this.member = new Uint8Array(count);
    this.length = 0;
  }

  /** A slot beyond the room is passed over. */
  add(slot: number): void {
    if (this.member[slot] !== 0) return;
    this.member[slot] = 1;
    this.list[this.length++] = slot;
  }

  /** The slots, and an empty set behind them. */
  take(): Uint32Array {
    const slots = this.list.slice(0, this.length);
    // Many: all at once is cheaper than one by one.
    if (slots.length * 4 > this.member.length) this.member.fill(0);
    else for (const slot of slots) this.member[slot] = 0;
    this.length = 0;
    return slots;
  }
}
