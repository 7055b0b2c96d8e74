import { ALARM_FAMILIES } from '@sightline/domain';
import { z } from 'zod';
import { bit, idOf, instant } from '../schema/primitives.ts';

/** How far the files of an alarm are. `none`: there are none to come. */
export const UPLOAD_STATES = ['none', 'wanted', 'asked', 'receiving', 'complete', 'failed'] as const;

/** An alarm of a device, from its beginning to its end. */
export const Alarm = z
  .object({
    id: idOf('alarm'),
    deviceId: idOf('device'),
    deviceName: z.string(),
    customerId: idOf('customer'),
    customerName: z.string(),
    /** Who on board tells it: `device`, or `adas`, `dsm`, `tpms`, `bsd` of active safety. */
    noticeType: z.enum(ALARM_FAMILIES),
    /** 1 worth knowing, 2 somebody should look, 3 danger. */
    noticeLevel: z.int().min(1).max(3),
    /** Kind of the alarm, by its key in the list of alarm formats. */
    alarmName: z.string(),
    alarmTs: instant(),
    /** Null while it lasts, or when nobody says how long it lasts. */
    endTs: instant().nullable(),
    open: z.boolean(),
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    /** km/h. */
    speedConvert: z.number().nullable(),
    course: z.number().nullable(),
    /** What this kind tells beside: speeds in km/h, `distance100Ms` in tenths of a second, pressures in kPa, temperatures in °C. */
    details: z.record(z.string(), z.unknown()),
    /** 0 valid, 1 invalid. */
    invalidStatus: bit(),
    /** Null while nobody has looked. */
    verdictTime: instant().nullable(),
    verdictAccount: z.string().nullable(),
    comment: z.string().nullable(),
    /** Files that are to come, and those that are here. */
    expFileNum: z.int(),
    finishFile: z.int(),
    uploadState: z.enum(UPLOAD_STATES),
    uploadAskedTime: instant().nullable(),
  })
  .meta({ id: 'Alarm' });
export type Alarm = z.output<typeof Alarm>;

/** A file of an alarm. */
export const AlarmFile = z
  .object({
    id: z.string(),
    /** On this server; opens without a token for a quarter of an hour at least. */
    fileUrl: z.string(),
    /** 00 picture, 01 sound, 02 video, 03 text, 04 others. */
    fileType: z.enum(['00', '01', '02', '03', '04']),
    fileName: z.string(),
    contentType: z.string(),
    /** 100 and more: a camera of active safety (100 ADAS, 101 DSM, 103 BSD). 0 none. */
    channelId: z.int(),
    fileSize: z.number(),
    sha256: z.string(),
    takenTime: instant(),
  })
  .meta({ id: 'AlarmFile' });
export type AlarmFile = z.output<typeof AlarmFile>;

export const AlarmFiles = z
  .object({
    images: z.array(AlarmFile),
    videos: z.array(AlarmFile),
    others: z.array(AlarmFile),
    /** Files that are there and not for the caller: the customer does not let those above watch, or the device is locked. */
    withheld: z.int(),
  })
  .meta({ id: 'AlarmFiles' });
export type AlarmFiles = z.output<typeof AlarmFiles>;
