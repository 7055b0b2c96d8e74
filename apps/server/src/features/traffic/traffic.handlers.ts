import { apiError, TRAFFIC_LIMITS, type OutputOf } from '@sightline/contract';
import {
  addExtraAllowance,
  allowances,
  devicesByIds,
  pageTraffic,
  setDailyAllowance,
  trafficSlots,
  type DeviceRecord,
  type ScopedTransaction,
  type TrafficSlot,
} from '@sightline/db';
import { addDays, dayOf, dayRange, daysBetween, type UserZone } from '@sightline/domain';
import { namedCustomer } from '../customers/customer.service.ts';
import { limitDeviceCount, namedDevice, requireUnlocked, watchedDevice } from '../devices/device.service.ts';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { isoOrNull, isoTime } from '../times.ts';
import { limitBytes, zoneOf } from './traffic.service.ts';

const HOUR_MS = 3_600_000;

/** @throws 400 when the days are the wrong way round, 20012 when they are too many. */
function checkDays(startDate: string, endDate: string): void {
  const days = daysBetween(startDate, endDate);
  if (days < 0) throw apiError('invalidParameters', [{ path: 'endDate', message: 'is before startDate' }]);
  if (days >= TRAFFIC_LIMITS.maxDays) throw apiError('last30DaysOnly', { maxDays: TRAFFIC_LIMITS.maxDays });
}

function sumOf(slots: readonly TrafficSlot[], fromMs: number, toMs: number) {
  let [bytesIn, bytesOut] = [0, 0];
  for (const slot of slots) {
    if (slot.slotMs < fromMs || slot.slotMs >= toMs) continue;
    bytesIn += slot.bytesIn;
    bytesOut += slot.bytesOut;
  }
  return { bytesIn, bytesOut, trafficSize: bytesIn + bytesOut };
}

/** All of the named devices. @throws 20007 when one of them is outside the scope. */
async function namedDevices(trx: ScopedTransaction, ids: readonly string[]): Promise<DeviceRecord[]> {
  const devices = await devicesByIds(trx, ids);
  const found = new Set(devices.map((d) => d.id));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw apiError('deviceNotFound', { deviceId: missing });
  return devices;
}

async function allowanceViews(
  trx: ScopedTransaction,
  zone: UserZone,
  devices: readonly DeviceRecord[],
): Promise<OutputOf<'device.dailyTraffic.update'>> {
  const known = await allowances(
    trx,
    devices.map((d) => d.key),
  );
  const [todayMs] = dayRange(zone, dayOf(zone, Date.now()));
  return devices.map((d) => {
    const a = known.get(d.key);
    const current = a?.extra_until && a.extra_until.getTime() > todayMs ? a : null;
    return {
      deviceId: d.id,
      dailyMb: a?.daily_mb ?? null,
      extraMb: current?.extra_mb ?? 0,
      extraUntil: isoOrNull(current?.extra_until),
    };
  });
}

/** Data volume of devices and what they may use. */
export const trafficHandlers = () =>
  defineHandlers({
    'device.traffic.day': async ({ input, principal, trx }) => {
      checkDays(input.startDate, input.endDate);
      const device = await watchedDevice(trx, principal, input.deviceId);
      const zone = zoneOf(principal);
      const [fromMs] = dayRange(zone, input.startDate);
      const [, toMs] = dayRange(zone, input.endDate);
      const slots = await trafficSlots(trx, device.key, fromMs, toMs);
      const allowance = (await allowances(trx, [device.key])).get(device.key);
      return Array.from({ length: daysBetween(input.startDate, input.endDate) + 1 }, (_, i) => {
        const date = addDays(input.startDate, i);
        const [start, end] = dayRange(zone, date);
        const volume = sumOf(slots, start, end);
        const limit = limitBytes(allowance, start, end);
        return { date, ...volume, limitBytes: limit, overLimit: limit !== null && volume.trafficSize > limit };
      });
    },

    'device.traffic.hour': async ({ input, principal, trx }) => {
      const device = await watchedDevice(trx, principal, input.deviceId);
      const [fromMs, toMs] = dayRange(zoneOf(principal), input.date);
      const slots = await trafficSlots(trx, device.key, fromMs, toMs);
      return Array.from({ length: Math.ceil((toMs - fromMs) / HOUR_MS) }, (_, i) => {
        const start = fromMs + i * HOUR_MS;
        return { startTime: isoTime(start), ...sumOf(slots, start, start + HOUR_MS) };
      });
    },

    'device.traffic.page': async ({ input, principal, trx }) => {
      checkDays(input.startDate, input.endDate);
      if (input.deviceIds) {
        limitDeviceCount(input.deviceIds);
        (await devicesByIds(trx, input.deviceIds)).forEach((device) => requireUnlocked(principal, device));
      }
      const byDevice = input.deviceIds !== undefined || input.queryType === 'Device';
      const customer = input.customerId === undefined && byDevice ? null : await namedCustomer(trx, principal, input.customerId);
      const zone = zoneOf(principal);
      const { rows, total } = await pageTraffic(trx, {
        deviceIds: byDevice ? (input.deviceIds ?? []) : undefined,
        customerId: customer && input.subsumption === 0 ? customer.id : undefined,
        path: customer && input.subsumption === 1 ? customer.path : undefined,
        fromMs: dayRange(zone, input.startDate)[0],
        toMs: dayRange(zone, input.endDate)[1],
        ...limitOf(input),
      });
      const records = rows.map((r) => ({
        deviceId: r.device_id,
        deviceName: r.device_name,
        customerName: r.customer_name,
        dailyMb: r.daily_mb,
        bytesIn: r.bytes_in,
        bytesOut: r.bytes_out,
        trafficSize: r.bytes_in + r.bytes_out,
      }));
      return pageOfRows(input, records, total);
    },

    'device.dailyTraffic.update': async ({ input, principal, trx, audit }) => {
      const devices = await namedDevices(trx, input.deviceIds);
      await setDailyAllowance(
        trx,
        devices.map((d) => d.key),
        input.dailyMb,
      );
      audit({ dailyMb: input.dailyMb, devices: devices.length });
      return await allowanceViews(trx, zoneOf(principal), devices);
    },

    'device.dailyTraffic.sync': async ({ input, principal, trx, audit }) => {
      const source = await namedDevice(trx, input.deviceId);
      const devices = await namedDevices(trx, input.deviceIds);
      const dailyMb = (await allowances(trx, [source.key])).get(source.key)?.daily_mb ?? null;
      await setDailyAllowance(
        trx,
        devices.map((d) => d.key),
        dailyMb,
      );
      audit({ dailyMb, devices: devices.length });
      return await allowanceViews(trx, zoneOf(principal), devices);
    },

    'device.traffic.temporary': async ({ input, principal, trx, audit }) => {
      const device = await namedDevice(trx, input.deviceId);
      const zone = zoneOf(principal);
      const [fromMs, toMs] = dayRange(zone, dayOf(zone, Date.now()));
      await addExtraAllowance(trx, device.key, input.extraMb, new Date(fromMs), new Date(toMs));
      audit({ extraMb: input.extraMb });
      return (await allowanceViews(trx, zone, [device]))[0]!;
    },
  });
