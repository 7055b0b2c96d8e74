import { DeleteOutlined } from '@ant-design/icons';
import { comparisonText, optionText, sourceName } from '@sightline/contract';
import {
  ALARM_GROUPS,
  ALARM_KINDS,
  alarmGroupOf,
  CONDITION_SOURCE_IDS,
  sourceOf,
  type Comparison,
  type ConditionSource,
} from '@sightline/domain';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { textLanguage } from '../../i18n/i18n.ts';
import { UnitNumber } from '../../units/unit-number.tsx';
import { alarmGroupName, alarmOptions } from './alarm-options.ts';
import { draftOf, type ConditionDraft } from './condition-rows.ts';
import css from './customization.module.css';

interface ConditionRowProps {
  readonly id: string | undefined;
  readonly row: number;
  readonly draft: ConditionDraft;
  readonly isLast: boolean;
  readonly onChange: (draft: ConditionDraft) => void;
  readonly onRemove: () => void;
}

/** One condition: what is asked, of which one, how it is compared, with what. */
export const ConditionRow = ({ id, row, draft, isLast, onChange, onRemove }: ConditionRowProps) => {
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
