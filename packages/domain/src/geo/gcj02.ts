import { inBounds } from './bounds.ts';
import type { LatLon } from './sphere.ts';

/**
 * GCJ-02, the mandated offset (300-700 m) of maps in mainland China. For display and for areas drawn on such maps only:
 * what is stored is WGS-84.
 */
const SEMI_MAJOR_M = 6_378_245;
const ECCENTRICITY_SQUARED = 0.006693421622965943;
const CHINA = { south: 0.8293, west: 72.004, north: 55.8271, east: 137.8347 };

/** The rough box in which the offset is applied. */
export const usesGcj02 = (lat: number, lon: number): boolean => inBounds(CHINA, lat, lon);

const wave = (u: number): number => ((20 * Math.sin(6 * Math.PI * u) + 20 * Math.sin(2 * Math.PI * u)) * 2) / 3;

const offset = (lat: number, lon: number): LatLon => {
  const { PI, abs, sin, cos, sqrt } = Math;
  const x = lon - 105;
  const y = lat - 35;
  const dLat =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * sqrt(abs(x)) +
    wave(x) +
    ((20 * sin(PI * y) + 40 * sin((PI * y) / 3)) * 2) / 3 +
    ((160 * sin((PI * y) / 12) + 320 * sin((PI * y) / 30)) * 2) / 3;
  const dLon =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * sqrt(abs(x)) +
    wave(x) +
    ((20 * sin(PI * x) + 40 * sin((PI * x) / 3)) * 2) / 3 +
    ((150 * sin((PI * x) / 12) + 300 * sin((PI * x) / 30)) * 2) / 3;
  const radLat = (lat * PI) / 180;
  const m = 1 - ECCENTRICITY_SQUARED * sin(radLat) ** 2;
  return {
    lat: (dLat * 180) / (PI * ((SEMI_MAJOR_M * (1 - ECCENTRICITY_SQUARED)) / (m * sqrt(m)))),
    lon: (dLon * 180) / (PI * (SEMI_MAJOR_M / sqrt(m)) * cos(radLat)),
  };
};

/** WGS-84 to GCJ-02; the identity outside of China's box. */
export const wgs84ToGcj02 = (lat: number, lon: number): LatLon => {
  if (!usesGcj02(lat, lon)) return { lat, lon };
  const d = offset(lat, lon);
  return { lat: lat + d.lat, lon: lon + d.lon };
};

/** GCJ-02 to WGS-84 by fixed-point iteration, within 1e-9 degrees (0.1 mm). */
export const gcj02ToWgs84 = (lat: number, lon: number): LatLon => {
  if (!usesGcj02(lat, lon)) return { lat, lon };
  let guess: LatLon = { lat, lon };
  for (let round = 0; round < 8; round++) {
    const d = offset(guess.lat, guess.lon);
    const next = { lat: lat - d.lat, lon: lon - d.lon };
    const moved = Math.abs(next.lat - guess.lat) + Math.abs(next.lon - guess.lon);
    guess = next;
    if (moved < 1e-10) break;
  }
  return guess;
};
