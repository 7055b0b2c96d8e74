import { PlusOutlined } from '@ant-design/icons';
import { alertText, CUSTOMIZE_ALARM_LIMITS } from '@sightline/contract';
import type { ConditionMatch } from '@sightline/domain';
import { Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { textLanguage } from '../../i18n/i18n.ts';
import type { ControlProps } from '../../ui/form-dialog/form-definition.ts';
import { useUnits } from '../../units/user-units.ts';
import { ConditionRow } from './condition-row.tsx';
import { conditionsOf, nextDraft, type ConditionDraft } from './condition-rows.ts';
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
