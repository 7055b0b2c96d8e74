import type { SummerTime } from './summer-time.ts';

/** Per-device settings that steer the engine; ranges and defaults are the product's (spec, validation rules). */
export interface DeviceSettings {
  /** Offset of the device's own clock, minutes east of UTC; null = the protocol's default. */
  readonly utcOffsetMinutes: number | null;
  /** When that clock is how much further ahead; null = it is never changed. */
  readonly summerTime: SummerTime | null;
  /** Below this the device stands. 0-15 km/h. */
  readonly minMovingSpeedKph: number;
  /** Standing at least this long ends a trip. 60-600 s. */
  readonly minStayS: number;
  /** This many moving points in a row begin a trip. 3-5. */
  readonly locationPoints: number;
  /** How often the device is asked to report. 10-300 s. */
  readonly positionIntervalS: number;
}

export const DEVICE_SETTING_LIMITS = {
  minMovingSpeedKph: { min: 0, max: 15, default: 5 },
  minStayS: { min: 60, max: 600, default: 300 },
  locationPoints: { min: 3, max: 5, default: 3 },
  positionIntervalS: { min: 10, max: 300, default: 60 },
} as const;

/** Trips of so many days are made again with new settings; what was reported before stays as it was. */
export const RECOMPUTE_DAYS = 31;

export const DEFAULT_DEVICE_SETTINGS: DeviceSettings = {
  utcOffsetMinutes: null,
  summerTime: null,
  minMovingSpeedKph: DEVICE_SETTING_LIMITS.minMovingSpeedKph.default,
  minStayS: DEVICE_SETTING_LIMITS.minStayS.default,
  locationPoints: DEVICE_SETTING_LIMITS.locationPoints.default,
  positionIntervalS: DEVICE_SETTING_LIMITS.positionIntervalS.default,
};
