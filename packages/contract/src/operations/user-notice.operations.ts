import { ALARM_GROUPS, ALARM_KINDS } from '@sightline/domain';
import { z } from 'zod';
import { AlarmSetting, EMAIL_LIMITS, NOTICE_LIMITS, PushedNotice, UserEmail } from '../entities/notice.entities.ts';
import { defineOperations, type OperationDefinition } from '../operation.ts';
import { pageInput, pageOf } from '../schema/paging.ts';
import { bitInput, commaList, emailText, idList, idOf, instant, searchText } from '../schema/primitives.ts';

/** Comma list of kinds of alarms that the call is about. */
const alarmTypes = () =>
  commaList('sos,overspeed').refine(
    (kinds) => kinds.length > 0 && kinds.every((kind) => (ALARM_KINDS as readonly string[]).includes(kind)),
    {
      error: 'expected a comma list of alarm types',
    },
  );

const read = { permission: 'any', scope: 'self', writes: false } as const;

/** Changes one choice of the signed-in user for the alarm types of the call. */
const choosing = <const P extends `/v2/${string}`, S extends z.ZodRawShape>(
  method: 'PATCH' | 'PUT',
  path: P,
  shape: S,
  en: string,
  zh: string,
) =>
  ({
    method,
    path,
    summary: { en: `For kinds of alarms: ${en}`, zh: `报警类型：${zh}` },
    input: z.object({ alarmTypes: alarmTypes(), ...shape }),
    output: z.null(),
    permission: 'any',
    scope: 'self',
    writes: true,
    audit: { en: `Changed for kinds of alarms: ${en}`, zh: `修改报警设置：${zh}` },
  }) satisfies OperationDefinition;

export const userNoticeOperations = defineOperations({
  'user.alarm.pageInfo': {
    method: 'POST',
    path: '/v2/user/alarm/pageInfo',
    summary: { en: 'How the signed-in user is told of each kind of alarm', zh: '报警推送设置分页查询' },
    input: pageInput({ alarmName: searchText().optional(), groupKey: z.enum(ALARM_GROUPS).optional(), enabled: bitInput().optional() }),
    output: pageOf(AlarmSetting),
    ...read,
  },
  'user.alarm.group.list': {
    method: 'POST',
    path: '/v2/user/alarm/group/list',
    summary: { en: 'What alarms are about, with how many kinds are told', zh: '报警分组列表' },
    input: z.object({}),
    output: z.array(z.object({ groupKey: z.enum(ALARM_GROUPS), groupName: z.string(), total: z.int(), enabled: z.int() })),
    ...read,
  },
  'user.alarm.open': choosing('PATCH', '/v2/user/alarm/open', {}, 'be told of them', '开启报警推送'),
  'user.alarm.close': choosing('PATCH', '/v2/user/alarm/close', {}, 'not be told of them', '关闭报警推送'),
  'user.alarm.sound.open': choosing('PATCH', '/v2/user/alarm/sound/open', {}, 'with a sound', '开启提示音'),
  'user.alarm.sound.close': choosing('PATCH', '/v2/user/alarm/sound/close', {}, 'without a sound', '关闭提示音'),
  'user.alarm.sound.update': choosing(
    'PUT',
    '/v2/user/alarm/sound/update',
    { soundType: z.int().min(1).max(3).nullable() },
    'with this sound; null = the one of the settings',
    '修改提示音',
  ),
  'user.alarm.setAlarmNoticeLevel': choosing(
    'PATCH',
    '/v2/user/alarm/setAlarmNoticeLevel',
    { noticeLevel: z.int().min(1).max(3) },
    'how urgently',
    '修改提醒级别',
  ),
  'user.alarm.push.app': choosing('PUT', '/v2/user/alarm/push/app', { enabled: bitInput() }, 'in the app', 'APP 推送'),
  'user.alarm.push.web': choosing('PUT', '/v2/user/alarm/push/web', { enabled: bitInput() }, 'in the browser', '网页推送'),
  'user.alarm.push.interval': choosing(
    'PUT',
    '/v2/user/alarm/push/interval',
    { pushInterval: z.int().min(0).max(86_400) },
    'how often the same one, in seconds',
    '推送间隔（秒）',
  ),
  'user.alarm.email': choosing(
    'PUT',
    '/v2/user/alarm/email',
    { emailIds: idList('userEmail') },
    'by e-mail, to these addresses of his and no other',
    '邮件推送地址',
  ),

  'user.notice.missed': {
    method: 'POST',
    path: '/v2/user/notice/missed',
    summary: {
      en: `Alarms that the signed-in user would have been told of since an instant, the oldest first: the newest ${NOTICE_LIMITS.missed} of ${NOTICE_LIMITS.missedHours} hours`,
      zh: '离线期间错过的报警通知',
    },
    /** Left out: none, only the time of the server. */
    input: z.object({ since: instant().optional() }),
    output: z.object({
      notices: z.array(PushedNotice),
      /** There were more, older than these. */
      more: z.boolean(),
      serverTime: instant(),
    }),
    permission: ['5103', '4000', '100'],
    scope: 'tenant',
    writes: false,
  },

  'user.email.infoList': {
    method: 'POST',
    path: '/v2/user/email/infoList',
    summary: { en: 'Addresses that the signed-in user has proved to be his', zh: '用户邮箱列表' },
    input: z.object({}),
    output: z.array(UserEmail),
    ...read,
  },
  'user.email.sendVerifyEmail': {
    method: 'POST',
    path: '/v2/user/email/sendVerifyEmail',
    summary: { en: `Send a code that proves an address; at most ${EMAIL_LIMITS.codesPerDay} within a day (902)`, zh: '发送邮箱验证码' },
    input: z.object({ email: emailText() }),
    output: z.null(),
    permission: 'any',
    scope: 'self',
    writes: true,
    audit: { en: 'Had a code sent to an address', zh: '发送邮箱验证码' },
    rateLimit: { max: 5, windowS: 60 },
    timeoutMs: 50_000,
  },
  'user.email.save': {
    method: 'POST',
    path: '/v2/user/email/save',
    summary: {
      en: 'Add an address, or put another in the place of one (`id`), with the code that was sent to it (15006, 15010)',
      zh: '保存用户邮箱',
    },
    input: z.object({
      id: idOf('userEmail').optional(),
      email: emailText(),
      code: z
        .string()
        .regex(/^[0-9]{6}$/)
        .meta({ examples: ['123456'] }),
    }),
    output: UserEmail,
    permission: 'any',
    scope: 'self',
    writes: true,
    audit: { en: 'Saved an address', zh: '保存用户邮箱' },
    rateLimit: { max: 20, windowS: 60 },
  },
  'user.email.delete': {
    method: 'DELETE',
    path: '/v2/user/email/delete',
    summary: { en: 'Delete addresses; alarms do not go there any more', zh: '删除用户邮箱' },
    input: z.object({ ids: idList('userEmail') }),
    output: z.object({ deleted: z.int() }),
    permission: 'any',
    scope: 'self',
    writes: true,
    audit: { en: 'Deleted addresses', zh: '删除用户邮箱' },
  },
});
