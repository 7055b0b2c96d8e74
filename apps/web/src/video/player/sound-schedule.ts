/** Seconds. */
export interface SoundLead {
  /** Kept between what comes in and what is heard. */
  readonly leadS: number;
  /** More is dropped, so that sound does not fall behind. */
  readonly maxLeadS: number;
}

/** Beside pictures: about what those wait. */
export const SOUND: SoundLead = { leadS: 0.15, maxLeadS: 0.6 };

/**
 * When a block of sound begins, on the clock of the output; `null` drops it. `endS` is the end of the block before it: blocks follow each other
 * without a seam while there is a lead, and begin anew with one after a break.
 */
export const soundStart = (endS: number, nowS: number, { leadS, maxLeadS }: SoundLead = SOUND): number | null => {
  if (endS <= nowS) return nowS + leadS;
  return endS - nowS > maxLeadS ? null : endS;
};
