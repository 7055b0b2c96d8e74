/** A line on the map: longitudes and latitudes, longitudes running on past 180 where the way crosses the date line. */
export type Way = readonly (readonly [lon: number, lat: number])[];

/** The way with one more place; a place without coordinates, or where the way ends already, adds nothing. */
export const withPlace = (way: Way, lat: number, lon: number): Way => {
  if (!Number.isFinite(lat) || !Number.isFinite(lon)) return way;
  const last = way.at(-1);
  if (last === undefined) return [[lon, lat]];
  const near = lon + 360 * Math.round((last[0] - lon) / 360);
  return last[0] === near && last[1] === lat ? way : [...way, [near, lat]];
};
