import { z } from 'zod';
import { COMMAND_IDS } from '../commands/catalogue.ts';
import { idOf, instant } from '../schema/primitives.ts';

/** `sent`: claimed by a connection or on its way to the device; no answer yet. */
export const COMMAND_STATUSES = ['pending', 'sent', 'executed', 'rejected', 'revoked', 'timedOut'] as const;
export type CommandStatus = (typeof COMMAND_STATUSES)[number];

/** Why a command ended other than executed. */
export const COMMAND_REASONS = [
  'refused',
  'unsupported',
  'notSlow',
  'noAnswer',
  'unknown',
  'expired',
  'byUser',
  'deviceOffline',
  'deviceMoved',
  'deviceBusy',
  'modelNotSupported',
  'overLimit',
] as const;

export const CommandType = z.enum(COMMAND_IDS);

/** What changes while a command is under way. */
const progress = {
  id: idOf('command'),
  deviceId: idOf('device'),
  batchId: idOf('commandBatch').nullable(),
  commandType: z.string(),
  status: z.enum(COMMAND_STATUSES),
  reason: z.string().nullable(),
  offline: z.boolean(),
  createTime: instant(),
  sendTime: instant().nullable(),
  /** The device has taken it and has not answered yet. */
  acknowledgeTime: instant().nullable(),
  finishTime: instant().nullable(),
  answerText: z.string().nullable(),
};
export const CommandEvent = z.object(progress).meta({ id: 'CommandEvent' });
export type CommandEvent = z.output<typeof CommandEvent>;

/** A command with all that is known of it. Passwords in parameters and answers are masked. */
export const CommandRecord = z
  .object({
    ...progress,
    commandName: z.string(),
    deviceName: z.string(),
    customerId: idOf('customer'),
    customerName: z.string(),
    account: z.string(),
    params: z.record(z.string(), z.unknown()),
    /** Waits for the vehicle to be slow. */
    waits: z.boolean(),
    attempt: z.int(),
    expireTime: instant(),
    /** The answer as named values. */
    answer: z.record(z.string(), z.unknown()).nullable(),
    /** Frames as they went over the wire, in hexadecimal. */
    requestHex: z.string().nullable(),
    answerHex: z.string().nullable(),
  })
  .meta({ id: 'CommandRecord' });
export type CommandRecord = z.output<typeof CommandRecord>;
