/** Parts of a text that count more when they are hit: its beginning and that of each word. */
const isWordStart = (text: string, at: number): boolean => at === 0 || /[\s/›·_.-]/.test(text[at - 1] ?? '');

/** The most beginnings of words that letters can hit when they are found in their order; -Infinity when they are not. */
const mostStarts = (hay: string, letters: string): number => {
  // best[p]: for the letters so far, with the last one at p.
  let best = hay.split('').map((letter, p) => (letter === letters[0] ? Number(isWordStart(hay, p)) : -Infinity));
  for (const letter of letters.slice(1)) {
    let before = -Infinity;
    best = best.map((own, p) => {
      const here = hay[p] === letter ? before + Number(isWordStart(hay, p)) : -Infinity;
      before = Math.max(before, own);
      return here;
    });
  }
  return Math.max(-Infinity, ...best);
};

/**
 * How well `wanted` is found in `text`: 0 not at all, more is better. Whole parts come before letters in their order with gaps between them
 * ("bset" finds "Basic settings"); either case, no accents.
 */
export const fuzzyScore = (text: string, wanted: string): number => {
  const plain = (s: string): string => s.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const [hay, needle] = [plain(text), plain(wanted).replace(/\s+/g, ' ').trim()];
  if (needle === '') return 1;
  const whole = hay.indexOf(needle);
  if (whole >= 0) return (isWordStart(hay, whole) ? 3 : 2) - whole / 1000;
  const starts = mostStarts(hay, needle.replaceAll(' ', ''));
  // Letters strewn anywhere are in most long texts: at least the first of a word has to be hit, twice.
  return needle.length >= 2 && starts >= 2 ? 1 + starts / 100 - hay.length / 100_000 : 0;
};

/** Those in which it is found, the best first; equals keep their order. */
export const fuzzyFind = <T>(entries: readonly T[], wanted: string, textOf: (entry: T) => string): readonly T[] =>
  entries
    .map((entry) => ({ entry, score: fuzzyScore(textOf(entry), wanted) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
