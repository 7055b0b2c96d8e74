import { fromHex, toHex, type TracedRead } from '@sightline/codec';

/** A stretch of a frame with its meaning. */
export interface AnnotatedField {
  /** Path of the field, e.g. `items[0].satellites`. Octets that no decoder looked at are `unread`. */
  readonly field: string;
  readonly offset: number;
  readonly size: number;
  /** In `unit`; what is no number is text, raw octets are hex. */
  readonly value: string | number;
  readonly unit: string | null;
}

/**
 * A frame taken apart. `fields` are in order and tile `bytes`: each octet belongs to exactly one of them. `bytes` is the
 * unescaped form where the protocol escapes.
 */
export interface FrameAnnotation {
  readonly bytes: Uint8Array;
  readonly fields: readonly AnnotatedField[];
}

/** What a raw value means; null leaves it as it was read. */
export type Meaning = (read: TracedRead, bytes: Uint8Array) => { readonly value: string | number; readonly unit: string | null } | null;

export const UNREAD = 'unread';
const MAX_TEXT = 200;

/**
 * Reads laid over each other become fields side by side: of several reads of an octet the last one counts, as decoders
 * skip a part first and look into it afterwards. What is left of a read that was partly covered is given as hex.
 */
export function tile(bytes: Uint8Array, reads: readonly TracedRead[], meaning: Meaning): FrameAnnotation {
  const owner = new Int32Array(bytes.length).fill(-1);
  reads.forEach((read, i) => owner.fill(i, Math.min(read.offset, bytes.length), Math.min(read.offset + read.size, bytes.length)));
  const fields: AnnotatedField[] = [];
  for (let at = 0; at < bytes.length;) {
    let end = at + 1;
    while (end < bytes.length && owner[end] === owner[at]) end++;
    const read = reads[owner[at]!];
    const whole = read !== undefined && read.offset === at && read.size === end - at;
    const known = whole ? (meaning(read, bytes) ?? { value: readable(read.value), unit: null }) : null;
    const { value, unit } = known ?? { value: toHex(bytes.subarray(at, end)), unit: null };
    fields.push({
      field: read?.field ?? UNREAD,
      offset: at,
      size: end - at,
      value: typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}...` : value,
      unit,
    });
    at = end;
  }
  return { bytes, fields };
}

/** Hex of printable ASCII (padded with NUL or not) becomes that text. */
function readable(value: string | number): string | number {
  if (typeof value === 'number' || value.length < 8 || value.length % 2 !== 0 || !/^[0-9a-f]*$/.test(value)) return value;
  const octets = fromHex(value.replace(/(?:00)+$/, (zeros, at: number) => (at % 2 === 0 ? '' : zeros)));
  return octets.length >= 4 && octets.every((octet) => octet >= 0x20 && octet <= 0x7e) ? String.fromCharCode(...octets) : value;
}

/** The last part of a path without its index: `items[3].id` -> `id`. */
export const leafOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '');

/** A raw number times a decimal scale, without the noise of binary fractions. */
export const scaledBy = (raw: string | number, divisor: number): number => Number(raw) / divisor;
