import type { Attributes } from '../position/attributes.ts';

/**
 * Fuel that was used from one report to a later one, l, by the device's own counter (`fuelUsed`). Null when one of them does not tell
 * it, and when the counter began anew between them.
 */
export function fuelUsedBetween(before: Attributes, after: Attributes): number | null {
  const [from, to] = [before['fuelUsed'], after['fuelUsed']];
  return typeof from === 'number' && typeof to === 'number' && to >= from ? to - from : null;
}
