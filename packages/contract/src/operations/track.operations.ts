import { z } from 'zod';
import { BoundaryReason, TrackColumns, TrackPoint, TripSegment } from '../entities/track.entities.ts';
import { defineOperations } from '../operation.ts';
import { commaList, idOf, instant } from '../schema/primitives.ts';

const window = { deviceId: idOf('device'), start: instant(), end: instant() };

export const TRACK_LIMITS = { listDays: 7, columnDays: 31, tripDays: 31 } as const;

export const trackOperations = defineOperations({
  'device.track': {
    method: 'POST',
    path: '/v2/device/track',
    summary: {
      en: 'Positions of a device in a window: a list (at most 7 days, else 20006), columns or an overview (at most 31 days, else 20012)',
      zh: '设备轨迹：列表（最多 7 天）、列式或概览（最多 31 天）',
    },
    input: z.object({
      ...window,
      /** An overview is columns of the few positions that show the line of the whole window; where the line is broken one without a place stands. */
      format: z.enum(['list', 'columns', 'overview']).default('list'),
      /** Comma list of location types: 1 GPS, 2 LBS, 3 WIFI. */
      type: commaList().optional(),
      /** Also what is left out of distances (no fix, jumps). */
      withRejected: z.boolean().default(false),
      /** Columns only: with the ignition of each position (slower). */
      withAcc: z.boolean().default(false),
      /** Columns only: with the changes of location type and of the device's alarms (slower). */
      withChanges: z.boolean().default(false),
    }),
    output: z.object({
      deviceId: idOf('device'),
      deviceName: z.string(),
      points: z.array(TrackPoint).nullable(),
      columns: TrackColumns.nullable(),
    }),
    permission: ['4000', '6000'],
    scope: 'tenant',
    feature: 'tracking',
    writes: false,
    timeoutMs: 60_000,
  },
  'device.track.info': {
    method: 'POST',
    path: '/v2/device/track/info',
    summary: { en: 'Everything known about a position, and which trip or stop it belongs to and why', zh: '轨迹点详情' },
    input: z.object({ deviceId: idOf('device'), time: instant(), sequence: z.int().optional() }),
    output: z.object({
      point: TrackPoint,
      receivedTime: instant(),
      attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      /** Names of the set bits of `flags`. */
      rejectedBecause: z.array(z.string()),
      segment: TripSegment.nullable(),
      reasons: z.array(BoundaryReason),
    }),
    permission: ['4000', '6000'],
    scope: 'tenant',
    feature: 'tracking',
    writes: false,
  },
  'device.data.gpsTrip': {
    method: 'POST',
    path: '/v2/device/data/gpsTrip',
    summary: { en: 'Trips and stops of a device in a window (at most 31 days, else 20012)', zh: '设备行程' },
    input: z.object({ ...window, type: commaList().optional(), withStops: z.boolean().default(true) }),
    output: z.object({
      /** Trips alone. m, s, km/h. */
      totalMileage: z.number(),
      totalTime: z.number(),
      avgSpeed: z.number(),
      maxSpeed: z.number(),
      tripCount: z.int(),
      deviceData: z.array(TripSegment),
    }),
    permission: ['4000', '6000'],
    scope: 'tenant',
    feature: 'tracking',
    writes: false,
    timeoutMs: 40_000,
  },
  'device.data.gpsTripData': {
    method: 'POST',
    path: '/v2/device/data/gpsTripData',
    summary: { en: 'Positions of a trip', zh: '行程轨迹点' },
    input: z.object({ tripId: idOf('trip') }),
    output: z.array(TrackPoint),
    permission: ['4000', '6000'],
    scope: 'tenant',
    feature: 'tracking',
    writes: false,
    timeoutMs: 40_000,
  },
});
