import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { alertText, comparisonText, CUSTOMIZE_ALARM_LIMITS, optionText, sourceName } from '@sightline/contract';
import {
  ALARM_GROUPS,
  ALARM_KINDS,
  alarmGroupOf,
  CONDITION_SOURCE_IDS,
  sourceOf,
  type Comparison,
  type ConditionMatch,
  type ConditionSource,
} from '@sightline/domain';
import { Button, Select } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { textLanguage } from '../../i18n/i18n.ts';
import type { ControlProps } from '../../ui/form-dialog/form-definition.ts';
import { UnitNumber } from '../../units/unit-number.tsx';
import { useUnits } from '../../units/user-units.ts';
import { alarmGroupName, alarmOptions } from './alarm-options.ts';
import { conditionsOf, draftOf, nextDraft, type ConditionDraft } from './condition-rows.ts';
import css from './customization.module.css';

interface ConditionEditorProps extends ControlProps<readonly ConditionDraft[]> {
  readonly match: ConditionMatch;
  readonly holdS: number;
}

/** What has to be so: a row for each condition, and below them what they say together. */
export const ConditionEditor = ({ id, value = [], onChange, onBlur, match, holdS }: ConditionEditorProps) => {
  const { t } = useTranslation();
  const units = useUnits();
  const box = useRef<HTMLDivElement>(null);
  const conditions = conditionsOf(value);
  const focusRow = (row: number): void =>
    // After the row is drawn.
    void requestAnimationFrame(() => box.current?.querySelectorAll<HTMLElement>('[data-condition]')[row]?.querySelector('input')?.focus());
  const change = (row: number, next: ConditionDraft): void => onChange?.(value.map((each, at) => (at === row ? next : each)));
  const add = (): void => {
    onChange?.([...value, nextDraft(value)]);
    focusRow(value.length);
  };
  const remove = (row: number): void => {
    onChange?.(value.filter((_, at) => at !== row));
    onBlur?.();
    focusRow(Math.max(0, row - 1));
  };
  return (
    // From one field of it to the next it is not left.
    <div ref={box} className={css.conditions} onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur?.()}>
      {value.map((draft, row) => (
        // Rows have no identity of their own; all of them are controlled.
        <ConditionRow
          key={row}
          id={row === 0 ? id : undefined}
          row={row}
          draft={draft}
          isLast={value.length === 1}
          onChange={(next) => change(row, next)}
          onRemove={() => remove(row)}
        />
      ))}
      <div className={css.below}>
        <Button size="small" icon={<PlusOutlined aria-hidden />} disabled={value.length >= CUSTOMIZE_ALARM_LIMITS.conditions} onClick={add}>
          {t('customization.conditions.add')}
        </Button>
        <span role="status" className={css.says}>
          {conditions !== null && alertText({ match, conditions, holdS }, textLanguage(), units)}
        </span>
      </div>
    </div>
  );
};

interface ConditionRowProps {
  readonly id: string | undefined;
  readonly row: number;
  readonly draft: ConditionDraft;
  readonly isLast: boolean;
  readonly onChange: (draft: ConditionDraft) => void;
  readonly onRemove: () => void;
}

const ConditionRow = ({ id, row, draft, isLast, onChange, onRemove }: ConditionRowProps) => {
  const { t } = useTranslation();
  const language = textLanguage();
  const definition = sourceOf(draft.source);
  const { numbers, comparisons } = definition;
  const name = t('customization.conditions.row', { row: row + 1 });
  const labelOf = (part: string): string => `${name}: ${part}`;
  return (
    <div className={css.condition} role="group" aria-label={name} data-condition={row}>
      <Select<ConditionSource>
        id={id}
        aria-label={labelOf(t('customization.conditions.source'))}
        className={css.source}
        value={draft.source}
        showSearch={{ optionFilterProp: 'label' }}
        options={CONDITION_SOURCE_IDS.map((value) => ({ value, label: sourceName(value, language) }))}
        onChange={(source) => onChange(draftOf(source))}
      />
      {numbers !== undefined && (
        <Select<number>
          aria-label={labelOf(t('customization.conditions.number'))}
          className={css.number}
          value={draft.number}
          options={Array.from({ length: numbers.to - numbers.from + 1 }, (_, at) => numbers.from + at).map((value) => ({
            value,
            label: value === 0 ? t('customization.conditions.only') : String(value),
          }))}
          onChange={(number) => onChange({ ...draft, number })}
        />
      )}
      {comparisons.length > 1 && (
        <Select<Comparison>
          aria-label={labelOf(t('customization.conditions.comparison'))}
          className={css.comparison}
          value={draft.comparison}
          options={comparisons.map((value) => ({ value, label: comparisonText(value, language) }))}
          onChange={(comparison) => onChange({ ...draft, comparison })}
        />
      )}
      <div className={css.end}>
        <ConditionValue
          draft={draft}
          label={labelOf(t('customization.conditions.value'))}
          onChange={(value) => onChange({ ...draft, value })}
        />
        <Button
          type="text"
          size="small"
          icon={<DeleteOutlined aria-hidden />}
          aria-label={t('customization.conditions.remove', { row: row + 1 })}
          disabled={isLast}
          onClick={onRemove}
        />
      </div>
    </div>
  );
};

interface ConditionValueProps {
  readonly draft: ConditionDraft;
  readonly label: string;
  readonly onChange: (value: number | string | null) => void;
}

const ConditionValue = ({ draft, label, onChange }: ConditionValueProps) => {
  const { t } = useTranslation();
  const definition = sourceOf(draft.source);
  if (definition.kind === 'number') {
    const { unit, min, max, step } = definition;
    return (
      <div className={css.value}>
        <UnitNumber
          // Another source is another number: nothing of the former one is to stay in the field.
          key={draft.source}
          aria-label={label}
          value={typeof draft.value === 'number' ? draft.value : null}
          unit={unit}
          min={min}
          max={max}
          {...(step !== undefined && { step })}
          onChange={onChange}
        />
      </div>
    );
  }
  const language = textLanguage();
  const options =
    draft.source === 'alarm'
      ? ALARM_GROUPS.map((group) => ({
          label: alarmGroupName(group),
          options: alarmOptions(ALARM_KINDS.filter((kind) => alarmGroupOf(kind) === group)),
        }))
      : definition.options.map((value) => ({ value, label: optionText(draft.source, value, language) }));
  return (
    <Select<string>
      aria-label={label}
      className={css.value}
      value={draft.value === null ? null : String(draft.value)}
      placeholder={t('customization.conditions.choose')}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      onChange={onChange}
    />
  );
};
