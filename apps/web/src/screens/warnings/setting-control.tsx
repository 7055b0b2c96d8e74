import type { AlarmSettingField } from '@sightline/domain';
import { CloseCircleOutlined } from '@ant-design/icons';
import { Button, Input, Select, Switch, Tooltip } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { inLanguage } from '../commands/command-text.ts';
import css from './warnings.module.css';
import type { ControlProps } from '../../ui/form-dialog/form-definition.ts';
import { UnitNumber } from '../../units/unit-number.tsx';

interface SettingControlProps extends ControlProps<never> {
  readonly field: AlarmSettingField;
  /** Where no label stands beside it. */
  readonly label?: string;
  /** What stands in it while it is empty; by default that it stays as the unit has it. */
  readonly placeholder?: string;
}

/** The control of a setting, made from its definition. The form hands value, change handler and id to it. */
export const SettingControl = ({ field, label, placeholder, ...given }: SettingControlProps) => {
  const { t } = useTranslation();
  const empty = placeholder ?? t('warnings.asUnit');
  const named = label === undefined ? {} : { 'aria-label': label };
  switch (field.kind) {
    case 'number':
      return <ScaledNumber {...(given as ControlProps<number | null>)} field={field} placeholder={empty} {...named} />;
    case 'choice':
      return (
        <Select
          {...given}
          {...named}
          allowClear
          placeholder={empty}
          options={field.choices.map((c) => ({ value: c.value as never, label: inLanguage(c.text) }))}
        />
      );
    case 'flag':
      return <Flag {...(given as ControlProps<boolean | undefined>)} {...named} name={inLanguage(field.text)} />;
    case 'text':
      return <Input {...given} {...named} maxLength={field.size} placeholder={empty} />;
  }
};

interface ScaledNumberProps extends ControlProps<number | null> {
  readonly field: Extract<AlarmSettingField, { readonly kind: 'number' }>;
  readonly placeholder: string;
  readonly 'aria-label'?: string;
}

/** Tenths are shown as fractions, speeds and distances in the person's units. Empty: as the unit has it. */
const ScaledNumber = ({ field, value, onChange, ...rest }: ScaledNumberProps) => {
  const divisor = field.divisor ?? 1;
  return (
    <UnitNumber
      {...rest}
      value={typeof value === 'number' ? value / divisor : null}
      onChange={(next) => onChange?.(next === null ? null : Math.round(next * divisor))}
      unit={field.unit ?? ''}
      min={field.min / divisor}
      max={field.max / divisor}
      step={1 / divisor}
      precision={divisor === 1 ? 0 : 1}
      tellsSent
    />
  );
};

interface FlagProps extends Omit<ControlProps<boolean | undefined>, 'value'> {
  readonly checked?: boolean;
  readonly name: string;
  readonly 'aria-label'?: string;
}

/** On, off, or neither: then it stays as the unit has it. */
const Flag = ({ checked, name, onChange, ...rest }: FlagProps) => {
  const { t } = useTranslation();
  const control = useRef<HTMLButtonElement>(null);
  const leave = (): void => {
    onChange?.(undefined);
    // The button is gone with the value.
    control.current?.focus();
  };
  return (
    <span className={css.flag}>
      <Switch {...rest} ref={control} checked={checked === true} onChange={(on) => onChange?.(on)} />
      {typeof checked === 'boolean' ? (
        <Tooltip title={t('warnings.leave')}>
          <Button
            className={css.leave}
            type="text"
            size="small"
            icon={<CloseCircleOutlined aria-hidden />}
            aria-label={t('warnings.leaveOf', { name })}
            onClick={leave}
          />
        </Tooltip>
      ) : (
        <span className={css.muted}>{t('warnings.asUnit')}</span>
      )}
    </span>
  );
};
