/** What settings may hold, from text. All throw `Error` with what is expected. */

export const text = (t: string): string => t;
export const boolean = (t: string): boolean => {
  if (/^(1|true|yes|on|)$/i.test(t)) return true;
  if (/^(0|false|no|off)$/i.test(t)) return false;
  throw new Error('expected yes or no');
};
export const integer =
  (min: number, max: number) =>
  (t: string): number => {
    const n = Number(t);
    if (!Number.isInteger(n) || n < min || n > max) throw new Error(`expected a whole number from ${min} to ${max}`);
    return n;
  };
export const port = integer(0, 65_535);
/** A host with a port or without. */
export const address = (t: string): string => {
  const match = /^[A-Za-z0-9.-]{1,253}(?::([0-9]{1,5}))?$/.exec(t);
  if (t !== '' && (!match || Number(match[1] ?? 1) < 1 || Number(match[1] ?? 1) > 65_535)) throw new Error('expected host or host:port');
  return t;
};
export const list = (t: string): readonly string[] =>
  t
    .split(',')
    .map((s) => s.trim())
    .filter((s) => s !== '');
