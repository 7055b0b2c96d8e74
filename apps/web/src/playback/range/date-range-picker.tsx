import {
  DATE_SHORTCUTS,
  dayOf,
  DEFAULT_DATE_LIMIT,
  fromWall,
  isDayAllowed,
  toWall,
  type DateLimit,
  type UserZone,
} from '@sightline/domain';
import baseConfig from '@rc-component/picker/es/generate/dayjs';
import type { GenerateConfig } from '@rc-component/picker/es/generate';
import generatePicker from 'antd/es/date-picker/generatePicker';
import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import utc from 'dayjs/plugin/utc';
import { useMemo, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { isShortcutAllowed, isSpanClosed, shortcutInstants, type InstantRange } from './range-rules.ts';

dayjs.extend(utc);
dayjs.extend(customParseFormat);

const DAY = 'YYYY-MM-DD';
const toMonday = (day: Dayjs): Dayjs => day.subtract((day.day() + 6) % 7, 'day');

/**
 * A picker whose values are wall-clock times of the user's zone, held in UTC mode: the browser's own zone and its
 * daylight saving never touch them. Weeks begin on Monday in every language.
 */
export const wallClockConfig = (now: () => Dayjs): GenerateConfig<Dayjs> => ({
  ...baseConfig,
  getNow: now,
  getFixedDate: (text) => dayjs.utc(text, DAY),
  locale: {
    ...baseConfig.locale,
    getWeekFirstDay: () => 1,
    getWeekFirstDate: (_, day) => toMonday(day),
    parse: (_, text, formats) => {
      for (const format of formats) {
        const parsed = dayjs.utc(text, format, true);
        if (parsed.isValid()) return parsed;
      }
      return null;
    },
  },
});

interface Props {
  readonly zone: UserZone;
  /** `null`: nothing chosen. */
  readonly value: InstantRange | null;
  readonly onChange: (range: InstantRange) => void;
  readonly limit?: DateLimit;
  /** Date only: the days are whole. */
  readonly dateOnly?: boolean;
  readonly label: string;
  /** Stands in the empty field; the words of the component otherwise. */
  readonly placeholder?: string;
  /** The choice can be taken back. */
  readonly onClear?: () => void;
  readonly now?: () => number;
}

/** The date-range picker of the product: yyyy-MM-dd HH:mm:ss in the user's zone, with shortcuts and limits. */
export const DateRangePicker = ({
  zone,
  value,
  onChange,
  limit = DEFAULT_DATE_LIMIT,
  dateOnly = false,
  label,
  placeholder,
  onClear,
  now = Date.now,
}: Props): ReactElement => {
  const { t } = useTranslation();
  const wall = (ms: number): Dayjs => dayjs.utc(toWall(zone, ms));
  const Picker = useMemo(() => generatePicker<Dayjs>(wallClockConfig(() => dayjs.utc(toWall(zone, now())))), [zone, now]);
  const today = dayOf(zone, now());
  return (
    <Picker.RangePicker
      aria-label={label}
      allowClear={onClear !== undefined}
      // Else the keys would never leave a field that holds nothing, or nothing confirmed. Half a range counts for nothing below.
      allowEmpty={[true, true]}
      // Two times to the second need all the width of a panel.
      suffixIcon={null}
      style={{ inlineSize: '100%' }}
      styles={{ input: { fontSize: 12, lineHeight: '20px', fontVariantNumeric: 'tabular-nums' } }}
      {...(placeholder === undefined ? {} : { placeholder: [placeholder, ''] as [string, string] })}
      value={value && [wall(value[0]), wall(value[1])]}
      format={dateOnly ? DAY : `${DAY} HH:mm:ss`}
      showTime={dateOnly ? false : { defaultOpenValue: [dayjs.utc('00:00:00', 'HH:mm:ss'), dayjs.utc('23:59:59', 'HH:mm:ss')] }}
      disabledDate={(date, { from, type }) => {
        const first = from ? from.format(DAY) : null;
        const day = date.format(DAY);
        if (type === 'month' || type === 'year') return isSpanClosed(limit, day, type, today, first);
        return type === 'date' && !isDayAllowed(limit, day, today, first);
      }}
      presets={DATE_SHORTCUTS.filter((shortcut) => isShortcutAllowed(zone, shortcut, limit, now())).map((shortcut) => {
        const [fromMs, toMs] = shortcutInstants(zone, shortcut, limit, now());
        return { label: t(`playback.shortcuts.${shortcut}`), value: [wall(fromMs), wall(toMs)] };
      })}
      onChange={(range) => {
        if (range === null) return onClear?.();
        const [from, to] = range;
        if (!from || !to) return;
        const end = dateOnly ? to.endOf('day') : to;
        onChange([fromWall(zone, from.valueOf()), fromWall(zone, end.valueOf() - (end.valueOf() % 1000), 'second')]);
      }}
    />
  );
};
