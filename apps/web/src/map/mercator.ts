/**
 * Web Mercator (EPSG:3857) in world units: x and y run from 0 (180° W, 85.0511° N) to 1 (180° E, 85.0511° S).
 * A tile pyramid of 512 px tiles has 512 * 2^zoom pixels per unit; that is the zoom of the drawing library.
 */
const RAD = Math.PI / 180;
/** The latitude at which the square world ends. */
export const MAX_LAT = 85.0511287798066;
export const TILE_PX = 512;

export const lonToX = (lon: number): number => (lon + 180) / 360;

export const latToY = (lat: number): number => {
  const s = Math.sin(Math.max(-MAX_LAT, Math.min(MAX_LAT, lat)) * RAD);
  return 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI);
};

export const xToLon = (x: number): number => x * 360 - 180;

export const yToLat = (y: number): number => Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / RAD;

/** Pixels per world unit. */
export const scaleOf = (zoom: number): number => TILE_PX * 2 ** zoom;

/**
 * Zoom levels of the product count 256 px tiles, the drawing library 512 px ones: the same picture is one level apart.
 */
export const toLibraryZoom = (zoom: number): number => zoom - 1;
export const fromLibraryZoom = (zoom: number): number => zoom + 1;
