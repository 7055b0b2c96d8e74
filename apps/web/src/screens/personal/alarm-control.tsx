import type { UserEmail } from '@sightline/contract';
import { Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { SOUND_TYPES } from '../../notice/sounds.ts';
import type { AlarmChoices, ChoiceKey, SoundChoice } from './alarm-choices.ts';

/** Seconds; 0 = each one. */
const INTERVALS = [0, 30, 60, 300, 900, 1800, 3600, 86_400];
const MINUTE_S = 60;
const HOUR_S = 3600;

export interface AlarmControlProps {
  readonly choice: ChoiceKey;
  readonly value: AlarmChoices[ChoiceKey];
  readonly onChange: (value: AlarmChoices[ChoiceKey]) => void;
  readonly addresses: readonly UserEmail[];
  readonly label: string;
  readonly loading?: boolean;
  readonly disabled?: boolean;
}

/** The control of one choice for a kind of alarm. */
export const AlarmControl = ({ choice, value, onChange, addresses, label, loading = false, disabled = false }: AlarmControlProps) => {
  const { t } = useTranslation();
  const common = { 'aria-label': label, loading, disabled, style: { inlineSize: '100%' } } as const;
  if (typeof value === 'boolean')
    return <Switch aria-label={label} size="small" checked={value} loading={loading} disabled={disabled} onChange={onChange} />;
  switch (choice) {
    case 'level':
      return (
        <Select<number>
          {...common}
          value={Number(value)}
          options={[1, 2, 3].map((level) => ({ value: level, label: t(`personal.alarms.levels.${level}`) }))}
          onChange={onChange}
        />
      );
    case 'sound': {
      const sounds: readonly SoundChoice[] = ['off', 'default'];
      return (
        <Select<string>
          {...common}
          value={String(value)}
          options={[
            ...sounds.map((sound) => ({ value: sound, label: t(`personal.alarms.sounds.${sound}`) })),
            ...SOUND_TYPES.map((type) => ({ value: String(type), label: t(`personal.basic.sounds.${type}`) })),
          ]}
          onChange={onChange}
        />
      );
    }
    case 'interval': {
      const chosen = Number(value);
      const textOf = (s: number): string =>
        s === 0
          ? t('personal.alarms.each')
          : s % HOUR_S === 0
            ? t('personal.alarms.hours', { count: s / HOUR_S })
            : s % MINUTE_S === 0
              ? t('personal.alarms.minutes', { count: s / MINUTE_S })
              : t('personal.alarms.seconds', { count: s });
      const all = INTERVALS.includes(chosen) ? INTERVALS : [...INTERVALS, chosen].toSorted((a, b) => a - b);
      return <Select<number> {...common} value={chosen} options={all.map((s) => ({ value: s, label: textOf(s) }))} onChange={onChange} />;
    }
    default:
      return (
        <Select<string[]>
          {...common}
          mode="multiple"
          maxTagCount="responsive"
          value={String(value) === '' ? [] : String(value).split(',')}
          placeholder={t(addresses.length === 0 ? 'personal.alarms.noAddress' : 'personal.alarms.noMail')}
          options={addresses.map(({ id, email }) => ({ value: id, label: email }))}
          onChange={(ids) => onChange(ids.join(','))}
        />
      );
  }
};
