import type { BitWriter } from './bit-writer.ts';
import { CHROMA_COEFF_TOKEN, CHROMA_TOTAL_ZEROS, COEFF_TOKEN, RUN_BEFORE, TOTAL_ZEROS, type Code } from './cavlc-tables.ts';

const put = (bits: BitWriter, code: Code): void => bits.put(code.value, code.bits);

/** Levels that are not zero, from the last one on, and the zeros in front of each. */
const levels = new Int32Array(16);
const runs = new Int32Array(16);

/**
 * A block of transform coefficient levels in scan order: 16 of luma whose neighbours have no coefficients of their own (nC = 0), or the
 * 4 of a chroma DC. ITU-T H.264 §7.3.5.3.2, §9.2. Levels stay below 2000.
 */
export function writeLevels(bits: BitWriter, block: Int32Array): void {
  let total = 0;
  let zeros = 0;
  let zerosOfRun = 0;
  for (let i = block.length - 1; i >= 0; i--) {
    const level = block[i]!;
    if (level !== 0) {
      if (total > 0) runs[total - 1] = zerosOfRun;
      levels[total++] = level;
      zerosOfRun = 0;
    } else if (total > 0) {
      zerosOfRun++;
      zeros++;
    }
  }
  const luma = block.length === 16;
  let ones = 0;
  while (ones < 3 && ones < total && Math.abs(levels[ones]!) === 1) ones++;
  put(bits, (luma ? COEFF_TOKEN : CHROMA_COEFF_TOKEN)[total]![ones]!);
  if (total === 0) return;
  for (let i = 0; i < ones; i++) bits.put(levels[i]! < 0 ? 1 : 0, 1);
  writeMagnitudes(bits, ones, total);
  if (total < block.length) put(bits, (luma ? TOTAL_ZEROS : CHROMA_TOTAL_ZEROS)[total - 1]![zeros]!);
  for (let i = 0; i < total - 1 && zeros > 0; i++) {
    put(bits, RUN_BEFORE[Math.min(zeros, 7) - 1]![runs[i]!]!);
    zeros -= runs[i]!;
  }
}

/** level_prefix and level_suffix of what follows the trailing ones. §9.2.2.1. */
function writeMagnitudes(bits: BitWriter, ones: number, total: number): void {
  let suffixBits = total > 10 && ones < 3 ? 1 : 0;
  for (let i = ones; i < total; i++) {
    const level = levels[i]!;
    let code = level > 0 ? 2 * level - 2 : -2 * level - 1;
    // With fewer than three trailing ones this cannot be another one.
    if (i === ones && ones < 3) code -= 2;
    if (suffixBits === 0 && code >= 14 && code < 30) {
      bits.put(1, 15);
      bits.put(code - 14, 4);
    } else if (code < (suffixBits === 0 ? 14 : 15 << suffixBits)) {
      bits.put(1, (code >> suffixBits) + 1);
      bits.put(code, suffixBits);
    } else {
      bits.put(1, 16);
      bits.put(code - (suffixBits === 0 ? 30 : 15 << suffixBits), 12);
    }
    if (suffixBits === 0) suffixBits = 1;
    if (Math.abs(level) > 3 << (suffixBits - 1) && suffixBits < 6) suffixBits++;
  }
}
