import { z } from 'zod';
import { defineOperations } from '../operation.ts';
import { commaList, idOf } from '../schema/primitives.ts';

const languageCode = z.enum(['en_US', 'zh_CN']);
/** Lists of keys with a text per language. */
export const FORMAT_TYPES = ['alarm_type', 'error_code', 'device_column', 'log_column', 'command_type', 'customize'] as const;
const formatType = z.enum(FORMAT_TYPES);

export const FormatEntry = z.object({ formatKey: z.string(), formatValue: z.string(), formatType }).meta({ id: 'FormatEntry' });
export type FormatEntry = z.output<typeof FormatEntry>;

export const languageOperations = defineOperations({
  'language.list': {
    method: 'POST',
    path: '/v2/language/list',
    summary: { en: 'Languages of the interface', zh: '语言列表' },
    input: z.object({}),
    output: z.array(z.object({ languageCode: z.string(), languageName: z.string(), version: z.string() })),
    permission: 'any',
    scope: 'self',
    whilePasswordExpired: true,
    writes: false,
  },
  'language.info': {
    method: 'POST',
    path: '/v2/language/info',
    summary: { en: 'Version of the texts of a language', zh: '语言版本' },
    input: z.object({ languageCode }),
    output: z.object({ languageCode: z.string(), languageName: z.string(), version: z.string() }),
    permission: 'any',
    scope: 'self',
    whilePasswordExpired: true,
    writes: false,
  },
  'language.format.list': {
    method: 'POST',
    path: '/v2/language/format/list',
    summary: { en: 'Keys of a kind with their texts', zh: '格式列表' },
    input: z.object({ formatType, languageCode }),
    output: z.array(FormatEntry),
    permission: 'any',
    scope: 'self',
    whilePasswordExpired: true,
    writes: false,
  },
  'language.format.user': {
    method: 'POST',
    path: '/v2/language/format/user',
    summary: { en: 'Keys of a kind that the user shows', zh: '用户已选格式列表' },
    input: z.object({ formatType, languageCode, userId: idOf('user').optional() }),
    output: z.array(FormatEntry),
    permission: 'any',
    scope: 'self',
    writes: false,
  },
  'language.format.user.auth': {
    method: 'POST',
    path: '/v2/language/format/user/auth',
    summary: { en: 'Keys of a kind, each with whether the user shows it', zh: '用户格式授权列表' },
    input: z.object({ formatType, languageCode, userId: idOf('user').optional() }),
    // chosen: the user has said so; else it is as everybody begins. A key that came after the last choice has not been chosen.
    output: z.array(FormatEntry.extend({ checked: z.boolean(), chosen: z.boolean() })),
    permission: 'any',
    scope: 'self',
    writes: false,
  },
  'user.base.format.save': {
    method: 'PUT',
    path: '/v2/user/base/format/save',
    summary: { en: 'Save which keys of a kind are hidden', zh: '保存列设置' },
    // formatKeys: the comma list of the UNchecked keys.
    input: z.object({ formatType, userId: idOf('user').optional(), formatKeys: commaList() }),
    output: z.null(),
    permission: 'any',
    scope: 'self',
    writes: true,
    audit: { en: 'Changed table columns', zh: '修改列设置' },
  },
});
