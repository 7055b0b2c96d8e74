const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Octets in steps of 1000, with three figures at most: `1.24 MB`. */
export const volumeText = (octets: number): string => {
  let [value, unit] = [octets, 0];
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const text = unit === 0 || value >= 100 ? String(Math.round(value)) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
  return `${text} ${UNITS[unit]}`;
};
