import { allowances, trafficSlots, trafficSums, type AllowanceRecord, type ScopedTransaction } from '@sightline/db';
import { dayOf, dayRange, parseZone, UTC_ZONE, type UserZone } from '@sightline/domain';
import type { Principal } from '../principal.ts';

export const OCTETS_PER_MB = 1_000_000;

export const zoneOf = (principal: Principal): UserZone => parseZone(principal.timezone) ?? UTC_ZONE;

/** Octets allowed in a span; an extra counts for the day that it was given for. Null = no limit. */
export function limitBytes(
  allowance: Omit<AllowanceRecord, 'device_key'> | undefined,
  dayStartMs: number,
  dayEndMs: number,
): number | null {
  if (allowance?.daily_mb == null) return null;
  const { extra_from: from, extra_until: until } = allowance;
  const extra = from !== null && until !== null && from.getTime() < dayEndMs && until.getTime() > dayStartMs ? allowance.extra_mb : 0;
  return (allowance.daily_mb + extra) * OCTETS_PER_MB;
}

export interface DayTraffic {
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly limitBytes: number | null;
  readonly overLimit: boolean;
}

/** What a device has used today, in the asker's zone. */
export async function trafficToday(trx: ScopedTransaction, principal: Principal, deviceKey: string): Promise<DayTraffic> {
  const zone = zoneOf(principal);
  const [fromMs, toMs] = dayRange(zone, dayOf(zone, Date.now()));
  const slots = await trafficSlots(trx, deviceKey, fromMs, toMs);
  const bytesIn = slots.reduce((sum, slot) => sum + slot.bytesIn, 0);
  const bytesOut = slots.reduce((sum, slot) => sum + slot.bytesOut, 0);
  const limit = limitBytes((await allowances(trx, [deviceKey])).get(deviceKey), fromMs, toMs);
  return { bytesIn, bytesOut, limitBytes: limit, overLimit: limit !== null && bytesIn + bytesOut > limit };
}

/** Those of these devices that have used up what they may use today, in the asker's zone. */
export async function overLimitToday(trx: ScopedTransaction, principal: Principal, deviceKeys: readonly string[]): Promise<Set<string>> {
  const known = await allowances(trx, deviceKeys);
  const zone = zoneOf(principal);
  const [fromMs, toMs] = dayRange(zone, dayOf(zone, Date.now()));
  const limited = [...known].flatMap(([key, allowance]) => {
    const limit = limitBytes(allowance, fromMs, toMs);
    return limit === null ? [] : [{ key, limit }];
  });
  if (limited.length === 0) return new Set();
  const keys = limited.map(({ key }) => key);
  const used = await trafficSums(trx, keys, fromMs, toMs);
  return new Set(limited.filter(({ key, limit }) => (used.get(key) ?? 0) > limit).map(({ key }) => key));
}
