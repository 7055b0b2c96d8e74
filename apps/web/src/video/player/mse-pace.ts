/** Seconds. */
export const MSE_PACE = {
  /** How far ahead of what is on screen the newest picture should be. */
  aheadS: 0.15,
  /** More than this: faster, until it is reached again. */
  hurryS: 0.5,
  /** More than this: there at once. */
  jumpS: 2,
  hurryRate: 1.15,
  /** What was shown longer ago than this is dropped. */
  keepS: 10,
} as const;

export interface MseView {
  readonly currentS: number;
  readonly rate: number;
  /** Ranges of the buffer, ascending. */
  readonly buffered: readonly { readonly startS: number; readonly endS: number }[];
}

export interface MseStep {
  /** Where to go on; absent: nowhere else. */
  readonly seekS?: number;
  readonly rate: number;
  /** The buffer before this is of no use. */
  readonly dropBeforeS?: number;
}

/** What a player of MediaSource should do to stay close to what comes in, and to get over gaps. */
export const msePace = ({ currentS, rate, buffered }: MseView): MseStep => {
  const newest = buffered.at(-1);
  if (newest === undefined) return { rate: 1 };
  const first = buffered[0]!;
  const dropBeforeS = currentS - first.startS > MSE_PACE.keepS * 2 ? currentS - MSE_PACE.keepS : undefined;
  const inNewest = currentS >= newest.startS && currentS <= newest.endS;
  const aheadS = newest.endS - currentS;
  // A gap lies before the newest range: nothing will ever fill it.
  if (!inNewest || aheadS > MSE_PACE.jumpS) return { rate: 1, dropBeforeS, seekS: Math.max(newest.startS, newest.endS - MSE_PACE.aheadS) };
  if (aheadS > MSE_PACE.hurryS) return { rate: MSE_PACE.hurryRate, dropBeforeS };
  return { rate: aheadS <= MSE_PACE.aheadS * 1.5 ? 1 : rate, dropBeforeS };
};
