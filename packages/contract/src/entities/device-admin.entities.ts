import { DEVICE_LIMITS, parseYearMoment, REGISTERED_ID } from '@sightline/domain';
import { z } from 'zod';
import { idOf, instant, timezone } from '../schema/primitives.ts';

/** An id under which a device is to be registered: the IMEI or its last 12 digits. Not one that is known yet. */
export const newDeviceId = () =>
  z
    .string()
    .trim()
    .regex(REGISTERED_ID, { error: 'expected 15 digits or the last 12' })
    .meta({ examples: ['490154203237518'] });

const text = (max: number = DEVICE_LIMITS.text) => z.string().trim().max(max);

/** What a person says about a device; an empty text clears a field. */
export const deviceFields = {
  deviceName: text(DEVICE_LIMITS.name),
  sim: text(32),
  iccid: text(32),
  plate: text(32),
  vin: text(32),
  remark: text(DEVICE_LIMITS.remark),
  timezone: z.union([timezone(), z.literal('')]),
};
export const deviceIcon = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,31}$/)
    .meta({ examples: ['car'] });
export const deviceTypeCode = () =>
  z
    .string()
    .min(1)
    .max(64)
    .meta({ examples: ['GT06N'] });

/** Hints that do not keep a device from being added. */
export const DeviceWarning = z.enum(['checkDigit']).meta({ id: 'DeviceWarning' });

export const AddedDevices = z
  .object({
    added: z.int(),
    failed: z.array(z.object({ deviceId: z.string(), code: z.int(), msg: z.string() })),
    warnings: z.array(z.object({ deviceId: z.string(), warning: DeviceWarning })),
  })
  .meta({ id: 'AddedDevices' });
export type AddedDevices = z.output<typeof AddedDevices>;

/** What a move takes along, what it leaves, and what stands against it. */
export const MovePreview = z
  .object({
    deviceCount: z.int(),
    targetCustomerId: idOf('customer'),
    targetCustomerName: z.string(),
    /** Customers that lose devices. */
    from: z.array(z.object({ customerId: idOf('customer'), customerName: z.string(), deviceCount: z.int() })),
    /** These stay with the devices and are seen by the new customer. */
    movesAlong: z.object({
      /** Devices with recorded positions and trips. */
      history: z.int(),
      /** Devices whose service runs to a date. */
      license: z.int(),
      settings: z.literal(true),
    }),
    /** These do not. */
    staysBehind: z.object({
      /** Bonds to tags that the new customer does not share. */
      labels: z.int(),
      /** Open share links; they end. */
      shares: z.int(),
      /** Users that will not see them any more. */
      users: z.int(),
    }),
    /** Devices of individual users: they cannot be moved. */
    blockedPersonal: z.int(),
  })
  .meta({ id: 'MovePreview' });
export type MovePreview = z.output<typeof MovePreview>;

export const RecycledDevice = z
  .object({
    /** Of the entry of the recycle bin; a device's id may lie in it more than once. */
    id: idOf('recycledDevice'),
    deviceId: z.string(),
    deviceName: z.string(),
    deviceType: z.string(),
    deviceTypeName: z.string(),
    customerId: idOf('customer'),
    customerName: z.string(),
    recycledTime: instant(),
  })
  .meta({ id: 'RecycledDevice' });

/** A moment of every year as a clock shows it, `MM-dd HH:mm`. */
const yearMoment = (example: string) =>
  z
    .string()
    .refine((text) => parseYearMoment(text) !== null, { error: 'expected MM-dd HH:mm' })
    .meta({ examples: [example] });

/**
 * When the device's own clock is ahead, by what it shows itself: `start` is the standard time at which it is put forward, `end` the summer time
 * at which it is put back. A start after the end is a summer over the turn of the year.
 */
export const SummerTime = z
  .object({
    enabled: z.boolean(),
    offsetMinutes: z.int().min(15).max(120).default(60),
    start: yearMoment('03-31 02:00'),
    end: yearMoment('10-27 03:00'),
  })
  .meta({ id: 'SummerTime' });

/** Names of channels or inputs as the product carries them: JSON text `[{"id":1,"name":"CH1"}, ...]`. */
export const numberedNames = () =>
  z
    .string()
    .max(8000)
    .meta({ examples: ['[{"id":1,"name":"CH1"}]'] })
    .transform((json, context) => {
      try {
        return names.parse(JSON.parse(json));
      } catch {
        context.addIssue({
          code: 'custom',
          message: `expected a JSON list of at most ${DEVICE_LIMITS.channels} {id, name}, ids from 1 and each once`,
        });
        return z.NEVER;
      }
    });

const names = z
  .array(z.object({ id: z.int().min(1).max(DEVICE_LIMITS.channels), name: z.string().trim().min(1).max(DEVICE_LIMITS.channelName) }))
  .max(DEVICE_LIMITS.channels)
  .refine((list) => new Set(list.map((n) => n.id)).size === list.length);
