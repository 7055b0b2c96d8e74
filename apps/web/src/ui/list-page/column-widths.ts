/** What a column asks for, px. */
export interface ColumnNeed {
  readonly key: string;
  readonly width: number;
  /** Takes a share of what is left over. */
  readonly grows: boolean;
}

/**
 * How wide columns are, by key and in their order. `room`: px for all of them; null when nobody knows. With `fits` those at the end for which
 * there is no room are left out, the first one never; without it the table scrolls sideways.
 */
export const columnWidths = (columns: readonly ColumnNeed[], room: number | null, fits: boolean): ReadonlyMap<string, number> => {
  const shown: ColumnNeed[] = [];
  let used = 0;
  for (const column of columns) {
    if (fits && room !== null && shown.length > 0 && used + column.width > room) break;
    shown.push(column);
    used += column.width;
  }
  const growing = shown.filter(({ grows }) => grows);
  const base = growing.reduce((sum, { width }) => sum + width, 0);
  let left = Math.max(0, (room ?? 0) - used);
  const widths = new Map(shown.map(({ key, width }) => [key, width]));
  for (const [index, { key, width }] of growing.entries()) {
    // Whole pixels; the last one gets what rounding left.
    const share = index === growing.length - 1 ? left : Math.floor((Math.max(0, (room ?? 0) - used) * width) / base);
    widths.set(key, width + share);
    left -= share;
  }
  return widths;
};
