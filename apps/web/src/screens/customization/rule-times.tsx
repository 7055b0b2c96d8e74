import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { CONFIG_RULE_LIMITS } from '@sightline/contract';
import { isDaySpan, overlappingSpans, WEEKDAYS, type DaySpan } from '@sightline/domain';
import { Button, Checkbox, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { i18n } from '../../i18n/i18n.ts';
import type { ControlProps } from '../../ui/form-dialog/form-definition.ts';
import { UnitNumber } from '../../units/unit-number.tsx';
import css from './customization.module.css';
import { weekdayName } from './rule-text.ts';

/** Days of the week. */
export const WeekdaysField = ({ id, value = [], onChange, disabled = false }: ControlProps<readonly number[]>) => (
  <div id={id} className={css.days} role="group" tabIndex={-1} aria-label={i18n.t('customization.rules.weekdays')}>
    {WEEKDAYS.map((day) => (
      <Checkbox
        key={day}
        disabled={disabled}
        checked={value.includes(day)}
        onChange={({ target }) =>
          onChange?.(target.checked ? [...value, day].toSorted((a, b) => a - b) : value.filter((other) => other !== day))
        }
      >
        <abbr title={weekdayName(day, 'long')}>{weekdayName(day)}</abbr>
      </Checkbox>
    ))}
  </div>
);

/** In words of the person: what is wrong with the spans, or null. */
export const spansProblem = (spans: readonly DaySpan[]): string | null => {
  const wrong = spans.findIndex((span) => !isDaySpan(span));
  if (wrong >= 0) return i18n.t('customization.rules.spanWrong', { row: wrong + 1 });
  const both = overlappingSpans(spans);
  return both === null ? null : i18n.t('customization.rules.spansOverlap', { one: both[0] + 1, other: both[1] + 1 });
};

/** A time of the day however it was typed: `8`, `8:5`, `0830` and `8.30` are meant as `HH:mm`; anything else stays as it is. */
export const clockOf = (typed: string): string => {
  const match = /^(\d{1,2})(?:[:.]?(\d{2})|[:.](\d))?$/.exec(typed.trim());
  return match === null ? typed.trim() : `${(match[1] ?? '').padStart(2, '0')}:${(match[2] ?? match[3] ?? '').padStart(2, '0')}`;
};

const NEW_SPAN: DaySpan = { from: '08:00', to: '18:00' };

/** Up to four spans of the day; none is the whole day. One that ends before it begins goes on into the next day. */
export const SpansField = ({ id, value = [], onChange, onBlur }: ControlProps<readonly DaySpan[]>) => {
  const { t } = useTranslation();
  const change = (row: number, part: Partial<DaySpan>): void =>
    onChange?.(value.map((span, at) => (at === row ? { ...span, ...part } : span)));
  const remove = (row: number): void => {
    onChange?.(value.filter((_, at) => at !== row));
    // The button that had the focus is gone without a word: what is left is looked at now.
    onBlur?.();
  };
  const clock = (row: number, key: keyof DaySpan) => (
    <Input
      className={css.clock}
      inputMode="numeric"
      maxLength={5}
      placeholder="HH:mm"
      title={t('customization.rules.clock')}
      aria-label={t(`customization.rules.span.${key}`, { row: row + 1 })}
      value={value[row]?.[key]}
      onChange={({ target }) => change(row, { [key]: target.value })}
      onBlur={({ target }) => change(row, { [key]: clockOf(target.value) })}
    />
  );
  return (
    <div
      id={id}
      className={css.spans}
      role="group"
      tabIndex={-1}
      aria-label={t('customization.rules.spans')}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur?.()}
    >
      {value.length === 0 && <span className={css.muted}>{t('customization.rules.wholeDay')}</span>}
      {value.map((span, row) => (
        // Rows have no identity of their own; all of them are controlled.
        <div key={row} className={css.span}>
          {clock(row, 'from')}
          <span aria-hidden>–</span>
          {clock(row, 'to')}
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('customization.rules.span.remove', { row: row + 1 })}
            onClick={() => remove(row)}
          />
          {isDaySpan(span) && span.from > span.to && span.to !== '00:00' && (
            <span className={css.muted}>{t('customization.rules.nextDay')}</span>
          )}
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={value.length >= CONFIG_RULE_LIMITS.spans}
        onClick={() => onChange?.([...value, NEW_SPAN])}
      >
        {t('customization.rules.span.add')}
      </Button>
    </div>
  );
};

/** km/h; null: no limit. */
export interface SpeedRange {
  readonly min: number | null;
  readonly max: number | null;
}

/** From which speed on and up to which; both may be left out. */
export const SpeedRangeField = ({ id, value = { min: null, max: null }, onChange }: ControlProps<SpeedRange>) => {
  const { t } = useTranslation();
  const shared = { unit: 'km/h', min: 0, max: CONFIG_RULE_LIMITS.speedKph } as const;
  return (
    <div className={css.range}>
      <UnitNumber
        id={id}
        {...shared}
        aria-label={t('customization.rules.minSpeed')}
        placeholder={t('customization.rules.minSpeed')}
        value={value.min}
        onChange={(min) => onChange?.({ ...value, min })}
      />
      <span aria-hidden>–</span>
      <UnitNumber
        {...shared}
        aria-label={t('customization.rules.maxSpeed')}
        placeholder={t('customization.rules.maxSpeed')}
        value={value.max}
        onChange={(max) => onChange?.({ ...value, max })}
      />
    </div>
  );
};
