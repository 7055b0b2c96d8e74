import { FINDING_IDS } from '@sightline/domain';
import { z } from 'zod';
import { idOf, instant } from '../schema/primitives.ts';

/** A stretch of a frame with its meaning. */
export const AnnotatedField = z
  .object({
    /** Path of the field; `unread` for octets that no decoder looked at. */
    field: z.string(),
    offset: z.int(),
    size: z.int(),
    value: z.union([z.string(), z.number()]),
    unit: z.string().nullable(),
  })
  .meta({ id: 'AnnotatedField' });

/** A frame on the wire. */
export const RawFrame = z
  .object({
    id: z.string(),
    time: instant(),
    direction: z.enum(['up', 'down']),
    protocol: z.string(),
    /** Address of the device's end. */
    remote: z.string(),
    /** Frames with the same text came over the same connection. */
    connection: z.string(),
    /** Octets of the whole frame; `hex` has at most the first 1024. */
    size: z.int(),
    /** Without the escapes of the protocol; the fields tile it. */
    hex: z.string(),
    truncated: z.boolean(),
    fields: z.array(AnnotatedField),
    /** What it says; null when not even its head can be read. */
    message: z.object({ id: z.string(), name: z.string(), fields: z.record(z.string(), z.unknown()) }).nullable(),
    error: z.object({ code: z.string(), text: z.string() }).nullable(),
  })
  .meta({ id: 'RawFrame' });
export type RawFrame = z.output<typeof RawFrame>;

/** A frame of the device (or a command to it) with what was answered. */
export const RawExchange = RawFrame.extend({ answers: z.array(RawFrame) }).meta({ id: 'RawExchange' });
export type RawExchange = z.output<typeof RawExchange>;

export const DeviceFinding = z
  .object({
    id: z.enum(FINDING_IDS),
    severity: z.enum(['error', 'warning', 'info']),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    /** In the language of the asker. */
    text: z.string(),
  })
  .meta({ id: 'DeviceFinding' });

/** The clock of a device against the server's. */
export const DeviceClock = z
  .object({
    /** Median over the live fixes of the last day, s; positive: the device is ahead. With too few of them what was measured last; null: never. */
    offsetS: z.number().nullable(),
    /** When that was measured. */
    measuredTime: instant().nullable(),
    /** The offset with which its local times are read now, minutes east of UTC, summer time included. */
    readWithMinutes: z.int(),
    /** How much of it is summer time; 0 outside its period, and for a device that sends UTC. */
    summerMinutes: z.int(),
    /** What would put its times right, measured now. Never applied by itself; null: they are right, or it is no time zone. */
    suggestedUtcOffsetMinutes: z.int().nullable(),
  })
  .meta({ id: 'DeviceClock' });
export type DeviceClock = z.output<typeof DeviceClock>;

export const InspectorReport = z
  .object({
    deviceId: idOf('device'),
    /** Frames that it rests on. */
    frameCount: z.int(),
    since: instant().nullable(),
    clock: DeviceClock,
    findings: z.array(DeviceFinding),
  })
  .meta({ id: 'InspectorReport' });
