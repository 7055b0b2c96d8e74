const EMPTY = -1;
/** Spreads blocks of keys over the table (2^32 divided by the golden ratio). */
const SPREAD = 0x9e3779b1;
/** Keys of neighbours lie side by side, 2^4 of them: a batch of them in order reads memory in order. */
const BLOCK_BITS = 4;
const BLOCK_MASK = 2 ** BLOCK_BITS - 1;

/**
 * Slots by the server's number of a device: open addressing in one typed array, at most half full. A batch asks for each of
 * its devices, and a look-up here costs a fraction of one in a Map. Keys are those of the wire: 32 bits without a sign.
 */
export class KeyIndex {
  /** Key (its 32 bits read with a sign) and slot by turns. */
  private readonly table: Int32Array;
  private readonly mask: number;
  private readonly shift: number;

  /** @param keys of the slots 0, 1, 2 ...; each once */
  constructor(keys: readonly number[]) {
    const bits = Math.max(BLOCK_BITS + 1, Math.ceil(Math.log2(keys.length * 2 + 1)));
    this.table = new Int32Array(2 ** (bits + 1)).fill(EMPTY);
    this.mask = 2 ** bits - 1;
    this.shift = 32 + BLOCK_BITS - bits;
    keys.forEach((key, slot) => {
      const at = this.find(key | 0) << 1;
      this.table[at] = key;
      this.table[at + 1] = slot;
    });
  }

  /** -1 when there is no such key. */
  slotOf(key: number): number {
    return this.table[(this.find(key | 0) << 1) + 1] as number;
  }

  /** Which entry holds the key, or the free one where it would be. */
  private find(key: number): number {
    let at = ((Math.imul(key >>> BLOCK_BITS, SPREAD) >>> this.shift) << BLOCK_BITS) | (key & BLOCK_MASK);
    while (this.table[(at << 1) + 1] !== EMPTY && this.table[at << 1] !== key) at = (at + 1) & this.mask;
    return at;
  }
}
