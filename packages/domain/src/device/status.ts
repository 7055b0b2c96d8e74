import type { ConnectionStatus, MotionStatus } from '../engine/facts.ts';

/** Whether a device is to be called online. `lastContactMs` null: never heard of. */
export const connectionStatus = (lastContactMs: number | null, nowMs: number, timeoutMs: number): ConnectionStatus =>
  lastContactMs === null ? 'inactive' : nowMs - lastContactMs <= timeoutMs ? 'online' : 'offline';

/** The status of one moment from a speed and the ignition alone, for positions that no engine has seen (playback of a point). */
export const motionStatus = (speedKph: number | null, ignition: boolean | null, minMovingSpeedKph: number): MotionStatus => {
  if (speedKph !== null && speedKph > 0 && speedKph >= minMovingSpeedKph) return 'moving';
  return ignition === true ? 'idle' : 'stopped';
};
