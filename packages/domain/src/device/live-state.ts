import type { MotionStatus } from '../engine/facts.ts';
import type { Attributes } from '../position/attributes.ts';
import type { LocationType } from '../position/position.ts';

/** The latest of a device: one row of `device_state`, the payload of live updates. Never a search. */
export interface LiveState {
  readonly deviceKey: number;
  readonly deviceId: string;
  /** Last time any bytes came from the device, ms. */
  readonly lastContactMs: number;
  /** Last position that counts (good fix, in order), null before the first. */
  readonly fix: LiveFix | null;
  readonly motion: MotionStatus;
  /** Since when it has been in `motion`, ms. */
  readonly motionSinceMs: number | null;
  readonly ignition: boolean | null;
  readonly ignitionSinceMs: number | null;
  /** Sum of all counted distance, m. */
  readonly odometerM: number;
  /** Newest value of each attribute the device has sent. */
  readonly attributes: Attributes;
}

export interface LiveFix {
  readonly fixTimeMs: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKph: number | null;
  readonly course: number | null;
  readonly altitudeM: number | null;
  readonly type: LocationType;
}
