/**
 * How many of some widths fit side by side. What does not fit goes behind one more button of the width `more`, which then takes its room too.
 * All in px.
 */
export function fitting(widths: readonly number[], more: number, room: number): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= room) return widths.length;
  let used = more;
  const first = widths.findIndex((width) => (used += width) > room);
  return first === -1 ? widths.length - 1 : first;
}
