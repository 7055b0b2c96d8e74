import type { AppContext } from '../../context.ts';

/** Devices heard at or after this instant are online. */
export const onlineSinceMs = (context: AppContext): number => Date.now() - context.config.onlineTimeoutS * 1000;

/** On the wire: 1 online, 0 offline, -1 never heard. */
export const statusNumber = (lastContactMs: number | null, sinceMs: number): number =>
  lastContactMs === null ? -1 : lastContactMs >= sinceMs ? 1 : 0;
