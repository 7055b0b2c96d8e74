import { Input, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useOptionSource } from '../list-page/use-option-source.ts';
import css from './device-picker.module.css';

export interface PickerQuestion {
  readonly text: string;
  /** Typed ids; null while one searches by name or id. */
  readonly ids: readonly string[] | null;
  readonly labelIds: readonly string[];
  readonly deviceTypes: readonly string[];
}

/** One id a line; spaces and empty lines fall away. */
export const idsOf = (text: string): readonly string[] =>
  [...new Set(text.split(/[\n,]/).map((line) => line.replaceAll(/\s/g, '')))].filter((id) => id !== '');

interface PickerFiltersProps {
  readonly question: PickerQuestion;
  readonly onChange: (question: PickerQuestion) => void;
}

/** Name or id, or many ids; tags; types. Another tag or type drops the text. */
export const PickerFilters = ({ question, onChange }: PickerFiltersProps) => {
  const { t } = useTranslation();
  const labels = useOptionSource('labels', true);
  const types = useOptionSource('deviceTypes', true);
  const isMany = question.ids !== null;
  return (
    <div className={css.filters}>
      <div className={css.line}>
        {isMany ? (
          <Input.TextArea
            rows={3}
            aria-label={t('ui.devices.manyIds')}
            placeholder={t('ui.devices.manyIdsHint')}
            onChange={(event) => onChange({ ...question, ids: idsOf(event.target.value) })}
          />
        ) : (
          <Input
            type="search"
            allowClear
            maxLength={100}
            value={question.text}
            aria-label={t('ui.devices.search')}
            placeholder={t('ui.devices.search')}
            onChange={(event) => onChange({ ...question, text: event.target.value.trimStart() })}
          />
        )}
        <label className={css.many}>
          <Switch size="small" checked={isMany} onChange={(on) => onChange({ ...question, text: '', ids: on ? [] : null })} />
          {t('ui.devices.manyIds')}
        </label>
      </div>
      <div className={css.line}>
        <Select
          mode="multiple"
          allowClear
          maxTagCount="responsive"
          className={css.select}
          aria-label={t('ui.devices.labels')}
          placeholder={t('ui.devices.labels')}
          options={[...(labels ?? [])]}
          value={[...question.labelIds]}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(labelIds: string[]) => onChange({ ...question, text: '', labelIds })}
        />
        <Select
          mode="multiple"
          allowClear
          maxTagCount="responsive"
          className={css.select}
          aria-label={t('ui.devices.type')}
          placeholder={t('ui.devices.type')}
          options={[...(types ?? [])]}
          value={[...question.deviceTypes]}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(deviceTypes: string[]) => onChange({ ...question, text: '', deviceTypes })}
        />
      </div>
    </div>
  );
};
