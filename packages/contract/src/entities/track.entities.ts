import type { BoundaryRule } from '@sightline/domain';
import { z } from 'zod';
import { bit, idOf, instant } from '../schema/primitives.ts';

export const BoundaryReason = z
  .object({
    rule: z.enum(['first', 'moved', 'stayed', 'ignitionOff', 'ignitionOn', 'gap', 'relocated'] satisfies BoundaryRule[]),
    /** In the unit of the rule (km/h, s, points, m). */
    threshold: z.number().nullable(),
    value: z.number().nullable(),
    decidedTime: instant(),
    decidedSequence: z.int(),
  })
  .meta({ id: 'BoundaryReason' });

/** A trip or a stop. */
export const TripSegment = z
  .object({
    tripId: idOf('trip'),
    deviceId: idOf('device'),
    kind: z.enum(['trip', 'stop']),
    startTime: instant(),
    startLat: z.number(),
    startLon: z.number(),
    /** 1 trip, 2 stop. */
    pointType: z.int(),
    endTime: instant(),
    endLat: z.number(),
    endLon: z.number(),
    /** s. */
    totalTime: z.number(),
    /** m. */
    totalMileage: z.number(),
    /** km/h over the moving time. */
    avgSpeed: z.number(),
    maxSpeed: z.number(),
    movingS: z.number(),
    idleS: z.number(),
    pointCount: z.int(),
    /** The segment still grows. */
    open: z.boolean(),
    startReason: BoundaryReason,
    endReason: BoundaryReason.nullable(),
  })
  .meta({ id: 'TripSegment' });
export type TripSegment = z.output<typeof TripSegment>;

/** One position of a track. */
export const TrackPoint = z
  .object({
    /** Time of the fix. */
    reportTime: instant(),
    sequence: z.int(),
    speed: z.number().nullable(),
    course: z.number().nullable(),
    altitude: z.number().nullable(),
    acc: bit().nullable(),
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    num: z.number().nullable(),
    signal: z.number().nullable(),
    type: z.int(),
    /** Sent later from the device's memory. */
    buffered: z.boolean(),
    /** Why it is left out of distances (bits of PositionFlag); 0 = counts. */
    flags: z.int(),
    /** 1: a real fix that counts; 0: not. */
    actual: bit(),
  })
  .meta({ id: 'TrackPoint' });
export type TrackPoint = z.output<typeof TrackPoint>;

/**
 * A track as columns of whole numbers. Times and places are differences to the value before (the first to 0), so that a
 * month of a device (260 000 points) is a few MB and compresses well: read it with `decodeTrackColumns`.
 */
export const TrackColumns = z
  .object({
    count: z.int(),
    /** ms, differences. */
    time: z.array(z.int()),
    /** 1e-6 degrees, differences; null = no coordinates (the difference then goes to the last known). */
    lat: z.array(z.int().nullable()),
    lon: z.array(z.int().nullable()),
    /** 0.1 km/h, -1 = not known. */
    speed: z.array(z.int()),
    /** Degrees, -1 = not known. */
    course: z.array(z.int()),
    /** Bits of PositionFlag. */
    flags: z.array(z.int()),
    /** 0 off, 1 on, 2 not known; empty unless asked with `withAcc`. */
    acc: z.array(z.int()),
    /** What holds from the position at `index` on, where it differs from before; empty unless asked with `withChanges`. */
    changes: z.array(
      z.object({
        index: z.int(),
        /** Location type: 1 GPS, 2 LBS, 3 WIFI. */
        type: z.int(),
        /** Alarms that the device reports, a comma list of alarm kinds; empty = none. */
        alarm: z.string(),
      }),
    ),
  })
  .meta({ id: 'TrackColumns' });
export type TrackColumns = z.output<typeof TrackColumns>;
