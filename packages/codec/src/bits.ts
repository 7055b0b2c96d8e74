/** Names of the set bits of a 32-bit word, lowest first. `names[i]` belongs to bit i; bits without a name are left out. */
export function namesOfBits(word: number, names: readonly (string | undefined)[]): string[] {
  const out: string[] = [];
  for (let bit = 0; bit < names.length; bit++) {
    const name = names[bit];
    if (name !== undefined && (word >>> bit) & 1) out.push(name);
  }
  return out;
}

/** Whether bit `bit` (0-31) of `word` is set. */
export const hasBit = (word: number, bit: number): boolean => ((word >>> bit) & 1) === 1;

/** Sign-and-magnitude 16-bit number: bit 15 is the sign (JT/T 808 temperatures and similar). */
export const signMagnitude16 = (word: number): number => (word & 0x8000 ? -(word & 0x7fff) : word);

/** Two's complement 16-bit number. */
export const signed16 = (word: number): number => (word << 16) >> 16;
