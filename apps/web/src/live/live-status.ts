/**
 * What a device is doing, in the order in which lists show it. The numbers are those of `LiveColumns.status`.
 * `inactive`: has never reported. `offline`: no contact for the server's offline time. The rest are online.
 */
export const LiveStatus = { inactive: 0, offline: 1, stopped: 2, idle: 3, moving: 4 } as const;

export type LiveStatusCode = (typeof LiveStatus)[keyof typeof LiveStatus];
export type LiveStatusName = keyof typeof LiveStatus;

/** Names by code. */
export const LIVE_STATUS_NAMES = ['inactive', 'offline', 'stopped', 'idle', 'moving'] as const satisfies readonly LiveStatusName[];

export const isOnline = (code: number): boolean => code >= LiveStatus.stopped;

/** One bit per status, for filters: `maskOf(LiveStatus.moving) & mask`. */
export const maskOf = (code: number): number => 1 << code;
/** Behind the statuses, in masks and counts: devices with an alarm, whatever else they do. */
export const ALARMED = LIVE_STATUS_NAMES.length;
export const ALL_STATUSES = 0b11111;
export const ONLINE_STATUSES = maskOf(LiveStatus.stopped) | maskOf(LiveStatus.idle) | maskOf(LiveStatus.moving);

/** Codes by the wire's motion: 0 moving, 1 idle, 2 stopped. */
const BY_MOTION = [LiveStatus.moving, LiveStatus.idle, LiveStatus.stopped] as const;

/** The status of a device from what the wire says of it. `lastContactMs` 0 or NaN: never heard. */
export const statusOf = (motion: number, online: boolean, lastContactMs: number): LiveStatusCode => {
  if (!(lastContactMs > 0)) return LiveStatus.inactive;
  return online ? (BY_MOTION[motion] ?? LiveStatus.stopped) : LiveStatus.offline;
};
