import { ALARM_FAMILIES } from '@sightline/domain';
import { z } from 'zod';
import { Alarm, AlarmFiles } from '../entities/alarm.entities.ts';
import { TaskInfo } from '../entities/task.entities.ts';
import { defineOperations, type OperationDefinition } from '../operation.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { bit, bitInput, commaList, day, idList, idOf, instant, optionalText, searchText } from '../schema/primitives.ts';

export const ALARM_LIMITS = {
  /** Days of one question. */
  days: 31,
  /** Minutes between two uploads of the same files. */
  reuploadMinutes: 10,
  /** Of one call that judges or asks again. */
  batch: 200,
  comment: 500,
  /** Seconds of track around an alarm, on each side. */
  aroundS: 900,
} as const;

const comment = optionalText(ALARM_LIMITS.comment);
/** A comma list of alarms, at most {@link ALARM_LIMITS.batch}. */
const alarmIds = idList('alarm');

const filters = {
  customerId: idOf('customer').optional(),
  deviceIds: idList('device').optional(),
  deviceIdOrName: searchText().optional(),
  /** Kinds, as `alarmName`. */
  alarmTypes: commaList().optional(),
  noticeTypes: z.array(z.enum(ALARM_FAMILIES)).max(ALARM_FAMILIES.length).optional(),
  noticeLevels: z.array(z.int().min(1).max(3)).max(3).optional(),
  /** Left out: all. `open`: nobody has looked. */
  verdict: z.enum(['open', 'valid', 'invalid']).optional(),
  /** 31 days at most; left out: the last 31. */
  start: instant().optional(),
  end: instant().optional(),
};

const looking = { permission: ['5103'], scope: 'tenant', writes: false } as const satisfies Partial<OperationDefinition>;
/** Of one alarm, or some: what cameras and sensors of active safety told, a licence opens. */
const feature = 'ai';
const judging = { permission: ['5103:details'], scope: 'tenant', writes: true, feature } as const satisfies Partial<OperationDefinition>;

/** A page of alarms, the newest first. */
const page = <const P extends `/v2/${string}`>(path: P, summary: OperationDefinition['summary']) =>
  ({
    method: 'POST',
    path,
    summary,
    input: pageInput({ ...filters, withFiles: z.boolean().default(false) }),
    output: pageOf(Alarm),
    ...looking,
  }) satisfies OperationDefinition;

/** Alarms of devices, what people say about them, and their files. */
export const alarmOperations = defineOperations({
  'alarm.page': page('/v2/alarm/info/page', { en: 'Alarms of devices, the newest first (20012 over 31 days)', zh: '分页查询报警' }),
  'alarm.files.page': page('/v2/alarm/findAlarmFile', {
    en: 'Alarms that have files, or whose files are to come, the newest first (20012 over 31 days)',
    zh: '分页查询报警附件',
  }),
  'alarm.supplement': {
    method: 'POST',
    path: '/v2/alarm/info/supplement',
    summary: { en: 'One alarm with its files and the track around it (20023)', zh: '报警详情' },
    input: z.object({
      alarmId: idOf('alarm'),
      beforeS: z.int().min(0).max(ALARM_LIMITS.aroundS).default(120),
      afterS: z.int().min(0).max(ALARM_LIMITS.aroundS).default(120),
    }),
    output: z.object({
      alarm: Alarm,
      files: AlarmFiles,
      track: z.array(
        z.object({
          time: instant(),
          lat: z.number(),
          lon: z.number(),
          speed: z.number().nullable(),
          course: z.number().nullable(),
        }),
      ),
    }),
    ...looking,
    feature,
  },
  'alarm.file': {
    method: 'POST',
    path: '/v2/alarm/file/id',
    summary: { en: 'Files of an alarm, with links (20023)', zh: '报警附件' },
    input: z.object({ alarmId: idOf('alarm') }),
    output: AlarmFiles,
    ...looking,
    feature,
  },
  'alarm.statistics': {
    method: 'POST',
    path: '/v2/alarm/findDailyAlarmStatistics',
    summary: {
      en: "How many alarms there were each day of the asker's zone, by kind; days without any are left out (20012 over 31 days)",
      zh: '每日报警统计',
    },
    /** Left out: today, and the 30 days before `end`. */
    input: z.object({ ...filters, start: day().optional(), end: day().optional() }),
    output: z.array(
      z.object({
        day: day(),
        total: z.int(),
        invalid: z.int(),
        open: z.int(),
        kinds: z.array(z.object({ alarmName: z.string(), noticeType: z.enum(ALARM_FAMILIES), total: z.int() })),
      }),
    ),
    ...looking,
  },
  'alarm.ignore': {
    method: 'PUT',
    path: '/v2/alarm/info/ignore',
    summary: { en: 'Say of alarms that there was nothing (20023)', zh: '忽略报警' },
    input: z.object({ alarmIds, comment }),
    output: z.object({ count: z.int() }),
    ...judging,
    audit: { en: 'Ignored alarms', zh: '忽略报警' },
  },
  'alarm.valid': {
    method: 'PUT',
    path: '/v2/alarm/info/valid',
    summary: { en: 'Say whether alarms are valid, and what there is to say about them (20023)', zh: '报警有效性标记' },
    input: z.object({ alarmIds, invalidStatus: bitInput(), comment }),
    output: z.object({ count: z.int(), invalidStatus: bit() }),
    ...judging,
    audit: { en: 'Judged alarms', zh: '标记报警有效性' },
  },
  'alarm.reupload': {
    method: 'POST',
    path: '/v2/config/rule/rule/re/upload/video',
    summary: { en: 'Ask the devices for the files of alarms again (20023, 20024 within ten minutes)', zh: '重新上传报警附件' },
    input: z.object({ alarmIds }),
    output: z.object({ count: z.int() }),
    ...judging,
    audit: { en: 'Asked for files of alarms again', zh: '重新上传报警附件' },
    rateLimit: { max: 60, windowS: 60 },
  },
  'device.data.alarm': {
    method: 'POST',
    path: '/v2/device/data/alarm',
    summary: { en: 'Alarms of one device, the newest first (20012 over 31 days)', zh: '设备报警数据' },
    input: pageInput({ deviceId: idOf('device'), start: instant().optional(), end: instant().optional() }),
    output: pageOf(Alarm),
    permission: ['5103', '3000:details', '4000:details'],
    scope: 'tenant',
    writes: false,
  },
  'alarm.evidence': {
    method: 'POST',
    path: '/v2/alarm/evidence',
    summary: {
      en: 'Pack an alarm into one zip: clips, pictures, track, values of sensors, check values, a page to open (20023)',
      zh: '导出报警证据包',
    },
    input: z.object({ alarmId: idOf('alarm') }),
    output: TaskInfo,
    permission: ['5103:export'],
    feature,
    scope: 'tenant',
    writes: false,
    audit: { en: 'Packed the evidence of an alarm', zh: '导出报警证据包' },
    rateLimit: { max: 30, windowS: 60 },
  },
});
