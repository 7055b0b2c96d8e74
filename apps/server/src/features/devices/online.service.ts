import type { AppContext } from '../../context.ts';

/** Devices heard at or after this instant are online. */
export const onlineSinceMs = (context: AppContext): number => Date.now() - context.config.onlineTimeoutS * 1000;

/** Kept in memory from the live states; for whoever sees all devices of these customers. */
export interface OnlineCounts {
  /** Devices that are online in a customer and below it, of one kind (1 tracker, 2 camera) or of all. */
  online(path: string, basicType?: number): number;
  /** The same of devices that have ever been heard. */
  heard(path: string, basicType?: number): number;
}

/** On the wire: 1 online, 0 offline, -1 never heard. */
export const statusNumber = (lastContactMs: number | null, sinceMs: number): number =>
  lastContactMs === null ? -1 : lastContactMs >= sinceMs ? 1 : 0;
