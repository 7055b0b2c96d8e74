export interface ByteRange {
  readonly start: number;
  /** The last octet. */
  readonly end: number;
}

/**
 * RFC 9110, 14.1.2: what of `size` octets is asked for. Null for all of it, which is also the answer to more than one range, to other units and to
 * what cannot be read; `unsatisfiable` when it lies behind the end.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return null;
    const count = Math.min(Number(last), size);
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size - 1 };
  }
  if (Number(first) >= size) return 'unsatisfiable';
  if (last === '') return { start: Number(first), end: size - 1 };
  return Number(last) < Number(first) ? null : { start: Number(first), end: Math.min(Number(last), size - 1) };
}
