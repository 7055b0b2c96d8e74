import { alarmName, type ConfigRule } from '@sightline/contract';
import { WEEKDAYS, type AlarmKind } from '@sightline/domain';
import type { TFunction } from 'i18next';
import { textLanguage } from '../../i18n/i18n.ts';
import { channelName } from '../../ui/channel-name.ts';
import type { UserUnits } from '../../units/user-units.ts';

/** So many names stand in a sentence; the others are counted. */
const NAMED = 3;
/** A Monday, at noon UTC. */
const MONDAY_MS = Date.UTC(2026, 10, 2, 12);
const DAY_MS = 86_400_000;

const localeTag = (): string => (textLanguage() === 'zh' ? 'zh-CN' : 'en-US');

const listText = (names: readonly string[], type: 'conjunction' | 'disjunction', t: TFunction): string => {
  const shown = names.slice(0, NAMED);
  const more = names.length - shown.length;
  return new Intl.ListFormat(localeTag(), { type, style: 'long' }).format(
    more === 0 ? shown : [...shown, t('customization.rules.more', { count: more })],
  );
};

/** A day of the week, 1 Monday to 7 Sunday. */
export const weekdayName = (day: number, style: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat(localeTag(), { weekday: style, timeZone: 'UTC' }).format(MONDAY_MS + (day - 1) * DAY_MS);

/** Days of the week, those in a row as one: "Mon–Fri, Sun"; '' for all of them. */
export const weekdaysText = (days: readonly number[]): string => {
  if (days.length === WEEKDAYS.length) return '';
  const runs: [number, number][] = [];
  for (const day of [...days].toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === day - 1) last[1] = day;
    else runs.push([day, day]);
  }
  // Two in a row are no shorter with a dash between them.
  const words = runs.flatMap(([from, to]) =>
    to - from < 2 ? [from, to].slice(0, to - from + 1).map((day) => weekdayName(day)) : [`${weekdayName(from)}–${weekdayName(to)}`],
  );
  return words.join(textLanguage() === 'zh' ? '、' : ', ');
};

const alarmsText = (rule: ConfigRule, t: TFunction): string => {
  const names = [
    ...rule.customizeAlarms.map(({ name }) => name),
    ...rule.alarmTypes.map((kind) => alarmName(kind as AlarmKind, textLanguage())),
  ];
  return names.length === 0 ? t('customization.rules.noAlarm') : listText(names, 'disjunction', t);
};

/** What a rule is about: customers with everything below them, tags, single devices. */
export const aboutText = (rule: ConfigRule, t: TFunction): string => {
  const parts = [
    ...rule.customers.map(({ name }) => t('customization.rules.ofCustomer', { name })),
    ...rule.labels.map(({ name }) => t('customization.rules.ofLabel', { name })),
    ...(rule.deviceCount > 0 ? [t('customization.rules.ofDevices', { count: rule.deviceCount })] : []),
  ];
  return parts.length === 0 ? t('customization.rules.noDevice') : listText(parts, 'conjunction', t);
};

const timeText = ({ weekdays, spans, timezone }: ConfigRule): string => {
  const hours = spans.map(({ from, to }) => `${from}–${to}`).join(', ');
  const days = weekdaysText(weekdays);
  return days === '' && hours === '' ? '' : `${[days, hours].filter((part) => part !== '').join(' ')} (${timezone})`;
};

const speedText = ({ minSpeedKph: min, maxSpeedKph: max }: ConfigRule, units: UserUnits, t: TFunction): string => {
  if (min !== null && max !== null) return t('customization.rules.speedBetween', { min: units.speed(min), max: units.speed(max) });
  if (min !== null) return t('customization.rules.speedFrom', { min: units.speed(min) });
  return max === null ? '' : t('customization.rules.speedTo', { max: units.speed(max) });
};

/** When a rule does something: which alarms of what, on which days, at which speeds. */
export const whenText = (rule: ConfigRule, units: UserUnits, t: TFunction): string =>
  [t('customization.rules.when', { alarms: alarmsText(rule, t), about: aboutText(rule, t) }), timeText(rule), speedText(rule, units, t)]
    .filter((part) => part !== '')
    .join(textLanguage() === 'zh' ? '，' : ', ');

/** What a rule does. */
export const thenText = ({ notice, users, emails, pictures, clip }: ConfigRule, t: TFunction): string => {
  const channels = (ids: readonly number[]): string => listText(ids.map(channelName), 'conjunction', t);
  const names = users.map(({ name }) => name);
  const parts = [
    ...(notice === null || names.length === 0 ? [] : [t('customization.rules.tells', { names: listText(names, 'conjunction', t) })]),
    ...(emails.length === 0 ? [] : [t('customization.rules.mails', { names: listText(emails, 'conjunction', t) })]),
    ...(pictures === null ? [] : [t('customization.rules.takesPictures', { channels: channels(pictures.channelIds) })]),
    ...(clip === null
      ? []
      : [t('customization.rules.takesClip', { channels: channels(clip.channelIds), before: clip.beforeS, after: clip.afterS })]),
  ];
  const all = parts.length === 0 ? t('customization.rules.noAction') : parts.join(textLanguage() === 'zh' ? '；' : '; ');
  return all.charAt(0).toUpperCase() + all.slice(1);
};
