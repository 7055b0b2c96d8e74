/** Mean radius of the earth (IUGG R1), m. */
export const EARTH_RADIUS_M = 6_371_008.8;
const RAD = Math.PI / 180;

/** A point on the earth, WGS-84 degrees, south and west negative. */
export interface LatLon {
  readonly lat: number;
  readonly lon: number;
}

/** Great-circle distance in m on the mean sphere (haversine; within 0.6 % of the ellipsoid). Longitudes may wrap. */
export const distanceM = (lat1: number, lon1: number, lat2: number, lon2: number): number => {
  const sinLat = Math.sin((lat2 - lat1) * (RAD / 2));
  const sinLon = Math.sin((lon2 - lon1) * (RAD / 2));
  const h = sinLat * sinLat + Math.cos(lat1 * RAD) * Math.cos(lat2 * RAD) * sinLon * sinLon;
  return 2 * EARTH_RADIUS_M * Math.asin(h < 1 ? Math.sqrt(h) : 1);
};

/** Length of a line in m. */
export const lineLengthM = (points: readonly LatLon[]): number => {
  let sum = 0;
  for (let i = 1; i < points.length; i++) {
    const a = points[i - 1] as LatLon;
    const b = points[i] as LatLon;
    sum += distanceM(a.lat, a.lon, b.lat, b.lon);
  }
  return sum;
};

/** A longitude brought into [-180, 180). */
export const normaliseLon = (lon: number): number => (lon >= -180 && lon < 180 ? lon : ((((lon + 180) % 360) + 360) % 360) - 180);

/** A course brought into [0, 360). */
export const normaliseCourse = (course: number): number => ((course % 360) + 360) % 360;

/** Initial bearing from a to b, degrees clockwise from north in [0, 360); 0 for equal points. */
export const bearingDeg = (a: LatLon, b: LatLon): number => {
  const lat1 = a.lat * RAD;
  const lat2 = b.lat * RAD;
  const dLon = (b.lon - a.lon) * RAD;
  const y = Math.sin(dLon) * Math.cos(lat2);
  const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(dLon);
  return normaliseCourse(Math.atan2(y, x) / RAD);
};

/** The point that lies `metres` from `from` on the great circle that starts with `bearing` degrees. */
export const destination = (from: LatLon, bearing: number, metres: number): LatLon => {
  const angle = metres / EARTH_RADIUS_M;
  const lat1 = from.lat * RAD;
  const course = bearing * RAD;
  const sinLat2 = Math.sin(lat1) * Math.cos(angle) + Math.cos(lat1) * Math.sin(angle) * Math.cos(course);
  const y = Math.sin(course) * Math.sin(angle) * Math.cos(lat1);
  const x = Math.cos(angle) - Math.sin(lat1) * sinLat2;
  return {
    lat: Math.asin(Math.min(1, Math.max(-1, sinLat2))) / RAD,
    lon: normaliseLon(from.lon + Math.atan2(y, x) / RAD),
  };
};
