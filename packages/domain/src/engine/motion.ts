import { distanceM } from '../geo/sphere.ts';
import { ENGINE_RULES as R } from './rules.ts';
import type { EngineCore, Waypoint } from './state.ts';

/** Speed in km/h of so many metres in so many milliseconds. */
export const kph = (metres: number, ms: number): number => (metres / ms) * 3600;

/** The speed from which the device moves, km/h. */
export const movingKph = (core: EngineCore): number => Math.max(core.rules.minMovingSpeedKph, R.leastMovingKph);

/** Whether a device that was at `a` at `sinceMs` can have come to `b` (`metres` away). */
export const canReach = (a: Waypoint, b: Waypoint, metres: number, sinceMs: number = a.ms): boolean => {
  const seconds = (b.ms - sinceMs) / 1000;
  const known = Math.max(a.speedKph ?? R.reachUnknownKph, b.speedKph ?? R.reachUnknownKph);
  const limit = Math.min(R.reachCapKph, known + R.reachMarginKph + R.reachGainKphPerS * seconds);
  return metres <= R.reachSlackM + (limit / 3.6) * seconds;
};

/**
 * When the device really was at the last accepted position: a receiver that repeats coordinates and yet reports a moving speed is frozen and has
 * only been there when it first said so.
 */
export const reallyThereMs = (core: EngineCore, good: Waypoint): number =>
  good.speedKph !== null && good.speedKph >= movingKph(core) ? core.sameSinceMs : good.ms;

/** Too long a silence to say what lay between, and not simply parked. */
export const isGap = (elapsedMs: number, metres: number): boolean =>
  elapsedMs > R.gapMs && (metres > R.stayRadiusM || elapsedMs > R.parkedSilenceMs);

/** Whether the device moved in the interval from `a` to `b` (`b` later, `metres` away). Updates what it remembers. */
export const movedBetween = (core: EngineCore, a: Waypoint, b: Waypoint, metres: number): boolean => {
  const elapsedMs = b.ms - a.ms;
  const least = movingKph(core);
  const implied = kph(metres, elapsedMs);
  if (metres > 0) core.sameSinceMs = b.ms;
  const byWindow = b.speedKph === null ? leftWindow(core, a, b, implied, least) : null;
  if (b.speedKph !== null) core.window = null;
  const stayed = elapsedMs >= Math.max(R.stayIntervalMs, core.rules.minStayS * 1000) && metres <= R.stayRadiusM && implied < least;
  if (stayed) return false;
  if (b.speedKph === null) return byWindow === true;
  if (b.speedKph >= least) return metres > 0 || ((b.speedKph / 3.6) * (b.ms - core.sameSinceMs)) / 1000 <= R.frozenM;
  // The speed of the instant says it stands (a traffic light), the way since the last position says that it drove.
  return implied >= least && metres > (core.segment?.kind === 'trip' ? R.driftRadiusM : R.stayRadiusM);
};

/**
 * Motion of positions without speed. The drift radius left faster than the minimum speed means moving, which lasts as long as
 * the radius around the newest such place is left again in the time that the minimum speed needs for it.
 */
const leftWindow = (core: EngineCore, a: Waypoint, b: Waypoint, implied: number, least: number): boolean => {
  const window = (core.window ??= { lat: a.lat, lon: a.lon, ms: a.ms, moving: false });
  const metres = distanceM(window.lat, window.lon, b.lat, b.lon);
  if (metres > R.driftRadiusM) {
    window.moving = implied >= least || kph(metres, b.ms - window.ms) >= least;
    window.lat = b.lat;
    window.lon = b.lon;
    window.ms = b.ms;
  } else if (window.moving && kph(R.driftRadiusM, b.ms - window.ms) < least) {
    window.moving = false;
  }
  return window.moving;
};
