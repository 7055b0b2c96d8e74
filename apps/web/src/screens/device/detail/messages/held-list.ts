/** What of a list that renews itself is on screen, and how much newer there is. */
export interface HeldList<T> {
  readonly shown: readonly T[];
  readonly waiting: number;
}

/**
 * While one looks at something (`isHeld`) the rows stand still: newer ones are only counted, and rows that the server
 * has dropped stay. Rows on screen that have changed (an answer has come) take their new content in place.
 */
export const renewed = <T>(shown: readonly T[], newest: readonly T[], keyOf: (row: T) => string, isHeld: boolean): HeldList<T> => {
  if (!isHeld || shown.length === 0) return { shown: newest, waiting: 0 };
  const byKey = new Map(newest.map((row) => [keyOf(row), row]));
  const known = new Set(shown.map(keyOf));
  return {
    shown: shown.map((row) => byKey.get(keyOf(row)) ?? row),
    waiting: newest.filter((row) => !known.has(keyOf(row))).length,
  };
};
