import { ALARM_FAMILIES, ALARM_GROUPS, ALARM_KINDS } from '@sightline/domain';
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

/** An alarm as one user is told of it, by his settings of its kind. Files and track come with `alarm.supplement`. */
export const PushedNotice = z
  .object({
    id: idOf('alarm'),
    /** Who on board tells it, as in `Alarm`. */
    noticeType: z.enum(ALARM_FAMILIES),
    /** 1 a dialog, 2 a message of five seconds, 3 the list behind the bell. */
    noticeLevel: z.int().min(1).max(3),
    /** Which sound; 0: none. */
    noticeSound: z.int().min(0).max(3),
    deviceId: idOf('device'),
    deviceName: z.string(),
    alarmName: z.string(),
    alarmTs: instant(),
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    /** km/h. */
    speedConvert: z.number().nullable(),
    /** 0 valid, 1 invalid. */
    invalidStatus: bit(),
    expFileNum: z.int(),
    finishFile: z.int(),
  })
  .meta({ id: 'PushedNotice' });
export type PushedNotice = z.output<typeof PushedNotice>;

export const NOTICE_LIMITS = {
  /** Of what came while nobody was here, at most so many are told afterwards, */
  missed: 200,
  /** of the last so many hours. */
  missedHours: 24,
} as const;

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
