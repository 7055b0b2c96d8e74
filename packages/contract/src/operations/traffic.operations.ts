import { z } from 'zod';
import { defineOperations } from '../operation.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { bitInput, day, idList, idOf, instant } from '../schema/primitives.ts';

/** MB = 10^6 octets. */
export const TRAFFIC_LIMITS = { maxDays: 31, maxMb: 1_000_000 } as const;

const volume = { bytesIn: z.int(), bytesOut: z.int(), /** Both. */ trafficSize: z.int() };

export const TrafficAllowance = z
  .object({
    deviceId: idOf('device'),
    /** MB a day; null = no limit. */
    dailyMb: z.int().nullable(),
    /** MB added for today. */
    extraMb: z.int(),
    extraUntil: instant().nullable(),
  })
  .meta({ id: 'TrafficAllowance' });

export const trafficOperations = defineOperations({
  'device.traffic.day': {
    method: 'POST',
    path: '/v2/device/traffic/day',
    summary: { en: "Data volume of a device by day of the user's zone (at most 31 days, else 20012)", zh: '设备每日流量' },
    input: z.object({ deviceId: idOf('device'), startDate: day(), endDate: day() }),
    output: z.array(
      z.object({
        date: day(),
        ...volume,
        /** Octets allowed on that day by today's settings; null = no limit. */
        limitBytes: z.int().nullable(),
        overLimit: z.boolean(),
      }),
    ),
    permission: ['3000', '4000', '6000'],
    scope: 'tenant',
    writes: false,
  },
  'device.traffic.hour': {
    method: 'POST',
    path: '/v2/device/traffic/hour',
    summary: { en: "Data volume of a device by hour of a day of the user's zone", zh: '设备每小时流量' },
    input: z.object({ deviceId: idOf('device'), date: day() }),
    output: z.array(z.object({ startTime: instant(), ...volume })),
    permission: ['3000', '4000', '6000'],
    scope: 'tenant',
    writes: false,
  },
  'device.traffic.page': {
    method: 'POST',
    path: '/v2/device/traffic/page',
    summary: { en: 'Data volume of devices over some days', zh: '设备流量分页查询' },
    input: pageInput({
      queryType: z.enum(['Device', 'Customer']).default('Customer'),
      /** With queryType Device; at most 100. */
      deviceIds: idList('device').optional(),
      customerId: idOf('customer').optional(),
      subsumption: bitInput().default(1),
      startDate: day(),
      endDate: day(),
    }),
    output: pageOf(
      z.object({
        deviceId: idOf('device'),
        deviceName: z.string(),
        customerName: z.string(),
        dailyMb: z.int().nullable(),
        ...volume,
      }),
    ),
    permission: ['3000', '4000', '6000'],
    scope: 'tenant',
    writes: false,
  },
  'device.dailyTraffic.update': {
    method: 'POST',
    path: '/v2/device/dailyTraffic/update',
    summary: { en: 'Set the daily data allowance of devices', zh: '设置设备每日流量上限' },
    input: z.object({ deviceIds: idList('device'), dailyMb: z.int().min(1).max(TRAFFIC_LIMITS.maxMb).nullable() }),
    output: z.array(TrafficAllowance),
    permission: ['3000:deviceSettings'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Set the data allowance of devices', zh: '设置设备每日流量上限' },
  },
  'device.dailyTraffic.sync': {
    method: 'POST',
    path: '/v2/device/dailyTraffic/sync',
    summary: { en: 'Give other devices the daily data allowance of a device', zh: '将设备的每日流量上限同步到其他设备' },
    input: z.object({ deviceId: idOf('device'), deviceIds: idList('device') }),
    output: z.array(TrafficAllowance),
    permission: ['3000:deviceSettings'],
    scope: 'tenant',
    writes: true,
    audit: { en: 'Copied the data allowance of a device', zh: '同步设备每日流量上限' },
  },
  'device.traffic.temporary': {
    method: 'POST',
    path: '/v2/device/traffic/temporary',
    summary: { en: "Add to today's data allowance of a device (today in the user's zone)", zh: '临时增加设备当日流量' },
    input: z.object({ deviceId: idOf('device'), extraMb: z.int().min(1).max(TRAFFIC_LIMITS.maxMb) }),
    output: TrafficAllowance,
    permission: ['3000:deviceSettings'],
    scope: 'tenant',
    writes: true,
    audit: { en: "Added to the day's data allowance of a device", zh: '临时增加设备当日流量' },
  },
});
