/** How a point is written: `decimal` 1.320000, 103.820000 or `dms` with hemisphere letters. */
export type PointFormat = 'decimal' | 'dms';

const dms = (value: number, positive: string, negative: string): string => {
  // Rounded once, in tenths of a second, so that 59.96" carries into the minute.
  const tenths = Math.round(Math.abs(value) * 36_000);
  const degrees = Math.floor(tenths / 36_000);
  const minutes = Math.floor((tenths % 36_000) / 600);
  const seconds = (tenths % 600) / 10;
  const letter = value < 0 && tenths > 0 ? negative : positive;
  return `${degrees}°${String(minutes).padStart(2, '0')}′${seconds.toFixed(1).padStart(4, '0')}″${letter}`;
};

/** A coordinate with fixed decimals and never "-0". */
export const formatCoordinate = (value: number, decimals = 6): string => {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text;
};

/** Latitude first, separated by a comma and a blank. */
export const formatPoint = (lat: number, lon: number, format: PointFormat = 'decimal'): string =>
  format === 'decimal' ? `${formatCoordinate(lat)}, ${formatCoordinate(lon)}` : `${dms(lat, 'N', 'S')}, ${dms(lon, 'E', 'W')}`;
