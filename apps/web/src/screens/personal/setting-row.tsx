import { Button } from 'antd';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import css from './personal.module.css';
import { useSaved } from './use-saved.ts';

/** What the control of a row gets. */
export interface RowControl<T> {
  readonly id: string;
  readonly value: T;
  readonly disabled: boolean;
  readonly loading: boolean;
  readonly onChange: (value: T) => void;
  readonly 'aria-describedby': string;
}

export interface SettingRowProps<T> {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is kept at present. */
  readonly value: T;
  readonly save: (value: T) => Promise<unknown>;
  readonly disabled?: boolean;
  readonly children: (control: RowControl<T>) => ReactNode;
}

/** One setting: saved as soon as it is chosen, with the way back beside it. */
export const SettingRow = <T,>({ label, hint, value, save, disabled = false, children }: SettingRowProps<T>) => {
  const { t } = useTranslation();
  const id = useId();
  const saved = useSaved(value, save);
  return (
    <div className={css.row}>
      <label htmlFor={id}>{label}</label>
      <div className={css.control}>
        {children({
          id,
          value: saved.value,
          disabled,
          loading: saved.saving,
          onChange: saved.choose,
          'aria-describedby': `${id}-hint`,
        })}
        <span id={`${id}-hint`} className={css.hint}>
          {hint}
        </span>
      </div>
      <div className={css.outcome}>
        <span role="status">{saved.mayUndo && t('personal.saved')}</span>
        {saved.mayUndo && (
          <Button type="link" size="small" onClick={saved.undo} aria-label={t('personal.undoOf', { label })}>
            {t('personal.undo')}
          </Button>
        )}
        {saved.problem !== null && (
          <span role="alert" className={css.problem}>
            {saved.problem}
          </span>
        )}
      </div>
    </div>
  );
};
