import { z } from 'zod';
import { DeviceShadow, TripSettings } from '../entities/device.entities.ts';
import { DeviceClock } from '../entities/inspector.entities.ts';
import { TripSegment } from '../entities/track.entities.ts';
import { defineOperations } from '../operation.ts';
import { idOf, instant } from '../schema/primitives.ts';

export const PREVIEW_LIMITS = { maxDays: 7, maxPositions: 700_000 } as const;

/** Sums over trips and stops. */
const previewTotals = z.object({
  trips: z.int(),
  stops: z.int(),
  /** m. */
  distance: z.number(),
  movingS: z.number(),
  idleS: z.number(),
});

const previewSide = z.object({
  settings: TripSettings.pick({ minMovingSpeedKph: true, minStayS: true, locationPoints: true }),
  totals: previewTotals,
  /** `changed`: the other side has no segment of the same kind, start and end. */
  segments: z.array(TripSegment.omit({ tripId: true }).extend({ changed: z.boolean() })),
});

export const deviceDetailOperations = defineOperations({
  'device.trip.preview': {
    method: 'POST',
    path: '/v2/device/trip/preview',
    summary: {
      en: "The trips that other settings would have made of the device's own last days (at most 7); changes nothing",
      zh: '预览新的行程设置对设备最近几天（最多 7 天）行程的影响，不修改数据',
    },
    input: TripSettings.pick({ minMovingSpeedKph: true, minStayS: true, locationPoints: true })
      .partial()
      .extend({ deviceId: idOf('device'), days: z.int().min(1).max(PREVIEW_LIMITS.maxDays).default(3) }),
    output: z.object({
      deviceId: idOf('device'),
      startTime: instant(),
      endTime: instant(),
      /** False: there were more positions than a preview reads; `endTime` says how far it came. */
      complete: z.boolean(),
      positions: z.int(),
      before: previewSide,
      after: previewSide,
    }),
    permission: ['3000'],
    scope: 'tenant',
    feature: 'tracking',
    writes: false,
    timeoutMs: 60_000,
    rateLimit: { max: 12, windowS: 60 },
  },
  'device.info.extend': {
    method: 'POST',
    path: '/v2/device/info/extend',
    summary: { en: 'What is known of a device beside its registration: state, versions, clock, connection, counts', zh: '设备扩展信息' },
    input: z.object({ deviceId: idOf('device') }),
    output: z.object({
      id: idOf('device'),
      /** The newest value of everything. */
      state: DeviceShadow,
      protocol: z.string(),
      /** What it really speaks, from its last frame; null when none is kept. */
      spokenProtocol: z.string().nullable(),
      /** Address of its last frame. */
      remote: z.string().nullable(),
      /** As it reports them. */
      firmwareVersion: z.string().nullable(),
      model: z.string().nullable(),
      imei: z.string().nullable(),
      /** Reported, else as registered. */
      iccid: z.string().nullable(),
      sim: z.string().nullable(),
      timezone: z.string().nullable(),
      clock: DeviceClock,
      frames: z.object({ count: z.int(), errors: z.int(), lastTime: instant().nullable() }),
      traffic: z.object({
        /** Octets of today in the asker's zone. */
        bytesIn: z.int(),
        bytesOut: z.int(),
        /** Octets allowed today, what was added included; null = no limit. */
        limitBytes: z.int().nullable(),
        overLimit: z.boolean(),
      }),
      sensorCount: z.int(),
      activeShareCount: z.int(),
    }),
    permission: 'any',
    scope: 'tenant',
    writes: false,
  },
});
