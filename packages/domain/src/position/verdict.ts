import type { DeviceSettings } from '../device/settings.ts';
import { fromDeviceWall } from '../device/summer-time.ts';
import { normaliseCourse } from '../geo/sphere.ts';
import { PositionFlag } from './position.ts';
import type { Fix, Position } from './position.ts';

/** A device's clock may run ahead of ours by this much. */
export const CLOCK_AHEAD_MS = 10 * 60_000;
/** No position of the product is older. */
export const EARLIEST_FIX_MS = Date.UTC(2010, 0, 1);
/** The GNSS week number of 10 bits starts over after so long. */
export const WEEK_ROLL_OVER_MS = 1024 * 7 * 86_400_000;
/** A rolled-over date is repaired only when that brings it into this time before its receipt: longer no device keeps records. */
const ROLL_OVER_WINDOW_MS = 400 * 86_400_000;
/** Faster is nonsense for what carries a tracker. */
export const ABSURD_SPEED_KPH = 400;
/** Both coordinates this near to zero are a receiver without a fix and not a place in the Gulf of Guinea. */
const NULL_ISLAND_DEG = 0.001;

/**
 * Undoes GNSS week roll-overs: adds 1024 weeks once or twice when the outcome lies in the 400 days before the receipt. Defaults of unset clocks
 * (1970, 1980-01-06, 2000-01-01) do not come near it and stay wrong.
 */
export const repairClock = (timeMs: number, receivedAtMs: number): number => {
  for (let weeks = 1; weeks <= 2; weeks++) {
    const repaired = timeMs + weeks * WEEK_ROLL_OVER_MS;
    if (repaired <= receivedAtMs + CLOCK_AHEAD_MS && repaired >= receivedAtMs - ROLL_OVER_WINDOW_MS) return repaired;
  }
  return timeMs;
};

/**
 * What the record alone says against it, as bits of {@link PositionFlag}:
 * - `noFix`: no coordinates, or the receiver said that it had no fix - what it sends then are the last known coordinates;
 * - `nullIsland`: 0, 0;
 * - `wrongClock`: more than 10 minutes ahead of the receipt, or before 2010;
 * - `outOfRange`: not on the globe, or a speed below 0 or above 400 km/h.
 * `fixTimeMs` is the repaired instant.
 */
export const staticVerdict = (fix: Fix, fixTimeMs: number, receivedAtMs: number): number => {
  const { lat, lon, speedKph } = fix;
  let flags = 0;
  if (!fix.valid || lat === null || lon === null || Number.isNaN(lat) || Number.isNaN(lon)) flags |= PositionFlag.noFix;
  if (lat !== null && lon !== null) {
    if (Math.abs(lat) < NULL_ISLAND_DEG && Math.abs(lon) < NULL_ISLAND_DEG) flags |= PositionFlag.nullIsland;
    if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) flags |= PositionFlag.outOfRange;
  }
  if (speedKph !== null && !(speedKph >= 0 && speedKph <= ABSURD_SPEED_KPH)) flags |= PositionFlag.outOfRange;
  if (!(fixTimeMs >= EARLIEST_FIX_MS && fixTimeMs <= receivedAtMs + CLOCK_AHEAD_MS)) flags |= PositionFlag.wrongClock;
  return flags;
};

const finite = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);

/** A wall-clock time as an instant. The date is put right first: a summer is told by it. */
const instantOfWall = (wallMs: number, settings: ClockSettings, protocolOffsetMinutes: number, receivedAtMs: number): number => {
  const { summerTime } = settings;
  const clock = { utcOffsetMinutes: settings.utcOffsetMinutes ?? protocolOffsetMinutes, summerTime };
  // With the summer time taken off a live time is never ahead of its receipt, whatever the season.
  const earliestMs = wallMs - (clock.utcOffsetMinutes + (summerTime?.offsetMinutes ?? 0)) * 60_000;
  const rightDateMs = wallMs + repairClock(earliestMs, receivedAtMs) - earliestMs;
  return fromDeviceWall(clock, rightDateMs, receivedAtMs + CLOCK_AHEAD_MS);
};

/** What of the settings tells how wall-clock times of a device are read. */
export type ClockSettings = Pick<DeviceSettings, 'utcOffsetMinutes' | 'summerTime'>;

/**
 * The stored form of a record: its time brought to UTC (a local time was read with the protocol's offset; the device's own one
 * and its summer time win), roll-overs undone, course in [0, 360), values that are no numbers dropped, and the verdict. Coordinates are kept as sent, also
 * of a position that is left out of everything. A time that is no number becomes the receipt's, flagged as wrong.
 * @param protocolOffsetMinutes the offset with which the protocol read `fix.timeMs`, minutes east of UTC
 */
export const normaliseFix = (fix: Fix, settings: ClockSettings, protocolOffsetMinutes: number, receivedAtMs: number): Position => {
  const timeMs = Math.round(fix.timeMs);
  const known = Number.isFinite(timeMs);
  const wallMs = timeMs + protocolOffsetMinutes * 60_000;
  const readMs = fix.localTime ? instantOfWall(wallMs, settings, protocolOffsetMinutes, receivedAtMs) : repairClock(timeMs, receivedAtMs);
  const fixTimeMs = known ? readMs : receivedAtMs;
  const lat = finite(fix.lat);
  const lon = finite(fix.lon);
  const placed = lat !== null && lon !== null;
  const course = finite(fix.course);
  return {
    fixTimeMs,
    sequence: fix.sequence,
    receivedAtMs,
    type: fix.type,
    valid: fix.valid,
    lat: placed ? lat : null,
    lon: placed ? lon : null,
    speedKph: finite(fix.speedKph),
    course: course === null ? null : normaliseCourse(course),
    altitudeM: finite(fix.altitudeM),
    buffered: fix.buffered,
    flags: staticVerdict(fix, fixTimeMs, receivedAtMs) | (known ? 0 : PositionFlag.wrongClock),
    attributes: fix.attributes,
  };
};
