/** A stretch of a frame; the fields of a frame tile its octets in order. */
export interface Stretch {
  readonly offset: number;
  readonly size: number;
}

export const OCTETS_PER_ROW = 16;

/** The octets of a hex text, two digits each. */
export const octetsOf = (hex: string): readonly string[] => hex.match(/../g) ?? [];

/** Index of the field that an octet belongs to, -1 outside of all. */
export const fieldAt = (fields: readonly Stretch[], octet: number): number => {
  let [low, high] = [0, fields.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const field = fields[middle] as Stretch;
    if (octet < field.offset) high = middle - 1;
    else if (octet >= field.offset + field.size) low = middle + 1;
    else return middle;
  }
  return -1;
};

/** The field that a key leads to from `active` (-1: none yet), or null for a key that leads nowhere. */
export const fieldForKey = (key: string, active: number, count: number): number | null => {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return Math.min(count - 1, active + 1);
    case 'ArrowUp':
    case 'ArrowLeft':
      return Math.max(0, active - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
};

/** In the dump the arrows up and down lead to the row above and below, left and right to the next field. */
export const octetFieldForKey = (key: string, active: number, fields: readonly Stretch[]): number | null => {
  const field = fields[active];
  if (field === undefined || (key !== 'ArrowUp' && key !== 'ArrowDown')) return fieldForKey(key, active, fields.length);
  const below = fieldAt(fields, field.offset + (key === 'ArrowDown' ? OCTETS_PER_ROW : -OCTETS_PER_ROW));
  if (below === active) return fieldForKey(key, active, fields.length);
  return below < 0 ? (key === 'ArrowDown' ? fields.length - 1 : 0) : below;
};

/** Printable ASCII as itself, everything else as a point. */
export const characterOf = (octet: string): string => {
  const code = Number.parseInt(octet, 16);
  return code >= 0x20 && code <= 0x7e ? String.fromCharCode(code) : '·';
};

/** `0010`: where a row begins. */
export const rowLabel = (offset: number): string => offset.toString(16).padStart(4, '0');

/** As people paste it into other tools: `7E 02 00 ...`. */
export const spacedHex = (hex: string): string => octetsOf(hex.toUpperCase()).join(' ');
