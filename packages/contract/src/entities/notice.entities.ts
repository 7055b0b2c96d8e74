import { ALARM_GROUPS, ALARM_KINDS } from '@sightline/domain';
import { z } from 'zod';
import { bit, idOf, instant } from '../schema/primitives.ts';

/** How a user is told of a kind of alarm. */
export const AlarmSetting = z
  .object({
    /** `formatKey` of the format `alarm_type`. */
    alarmType: z.enum(ALARM_KINDS as [string, ...string[]]),
    alarmName: z.string(),
    groupKey: z.enum(ALARM_GROUPS),
    groupName: z.string(),
    enabled: bit(),
    /** 1 a dialog, 2 a message of five seconds, 3 the list behind the bell. */
    noticeLevel: z.int().min(1).max(3),
    soundEnabled: bit(),
    /** Null: the sound of the user's settings. */
    soundType: z.int().min(1).max(3).nullable(),
    pushWeb: bit(),
    pushApp: bit(),
    /** The same alarm of the same device is told once within so many seconds. */
    pushInterval: z.int(),
    /** Of the user's own addresses; empty: by no e-mail. */
    emailIds: z.array(idOf('userEmail')),
  })
  .meta({ id: 'AlarmSetting' });
export type AlarmSetting = z.output<typeof AlarmSetting>;

/** An address that a user has proved to be his. */
export const UserEmail = z.object({ id: idOf('userEmail'), email: z.string(), verifiedTime: instant() }).meta({ id: 'UserEmail' });
export type UserEmail = z.output<typeof UserEmail>;

export const EMAIL_LIMITS = {
  /** Addresses of a user. */
  addresses: 5,
  /** Mails with a code within 24 hours. */
  codesPerDay: 10,
  codeMinutes: 10,
  /** Wrong answers to a code. */
  tries: 5,
} as const;
