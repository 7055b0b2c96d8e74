/** Seconds. */
export const SOUND = {
  /** Kept between what comes in and what is heard; about what pictures wait. */
  leadS: 0.15,
  /** More is dropped, so that sound does not fall behind the pictures. */
  maxLeadS: 0.6,
} as const;

/**
 * When a block of sound begins, on the clock of the output; `null` drops it. `endS` is the end of the block before it: blocks follow each other
 * without a seam while there is a lead, and begin anew with one after a break.
 */
export const soundStart = (endS: number, nowS: number): number | null => {
  if (endS <= nowS) return nowS + SOUND.leadS;
  return endS - nowS > SOUND.maxLeadS ? null : endS;
};
