import { Button, Input, Select, type InputRef } from 'antd';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { DateRangePicker } from '../../playback/range/date-range-picker.tsx';
import { useSession } from '../../session/session.ts';
import { useZone } from '../../time/zone.ts';
import { CustomerPicker } from '../customer-picker/customer-picker.tsx';
import { useSearchKey } from '../use-search-key.ts';
import { useSearchText } from '../use-search-text.ts';
import type { SearchField } from './list-definition.ts';
import css from './list-page.module.css';
import { hasFilters, type ListState } from './list-url.ts';
import { useOptionSource } from './use-option-source.ts';

interface FilterBarProps {
  readonly fields: readonly SearchField[];
  readonly state: ListState;
  readonly onFilters: (filters: Record<string, string>) => void;
}

/** The search line. What is chosen counts at once; `/` goes to the first text field. */
export const FilterBar = ({ fields, state, onFilters }: FilterBarProps) => {
  const { t } = useTranslation();
  const { permissionIds } = useSession();
  const search = useSearchKey();
  const shown = fields.filter((field) => field.permission === undefined || permissionIds.has(field.permission));
  const firstText = shown.find((field) => field.type === 'text');
  const reset = (): void => onFilters(Object.fromEntries(Object.keys(state.filters).map((name) => [name, ''])));
  return (
    <div className={css.filters} role="search">
      {shown.map((field) => (
        <Filter
          key={field.fields[0]}
          field={field}
          state={state}
          onFilters={onFilters}
          inputRef={field === firstText ? search : undefined}
        />
      ))}
      {hasFilters(state) && (
        <Button type="text" onClick={reset}>
          {t('ui.list.reset')}
        </Button>
      )}
    </div>
  );
};

interface FilterProps extends Omit<FilterBarProps, 'fields'> {
  readonly field: SearchField;
  readonly inputRef?: RefObject<InputRef | null>;
}

const Filter = (props: FilterProps) => {
  switch (props.field.type) {
    case 'text':
      return <TextFilter {...props} />;
    case 'select':
      return <SelectFilter {...props} />;
    case 'customer':
      return <CustomerFilter {...props} />;
    case 'dateRange':
      return <RangeFilter {...props} />;
  }
};

const TextFilter = ({ field, state, onFilters, inputRef }: FilterProps) => {
  const { t } = useTranslation();
  const [name] = field.fields;
  const [text, setText] = useSearchText(state.filters[name] ?? '', (next) => onFilters({ [name]: next }));
  return (
    <Input
      ref={inputRef}
      className={css.textFilter}
      type="search"
      allowClear
      maxLength={100}
      value={text}
      aria-label={t(field.label)}
      aria-keyshortcuts={inputRef && '/'}
      placeholder={t(field.placeholder ?? field.label)}
      onChange={(event) => setText(event.target.value)}
    />
  );
};

const SelectFilter = ({ field, state, onFilters }: FilterProps) => {
  const { t } = useTranslation();
  const [name] = field.fields;
  const source = typeof field.options === 'string' ? field.options : undefined;
  const loaded = useOptionSource(source, true);
  const fixed = typeof field.options === 'string' ? undefined : field.options;
  const options = loaded ?? fixed?.map((option) => ({ value: String(option.value), label: option.text?.() ?? t(option.label) })) ?? [];
  const text = state.filters[name] ?? '';
  const common = {
    className: css.selectFilter,
    allowClear: true,
    'aria-label': t(field.label),
    placeholder: t(field.placeholder ?? field.label),
    options: [...options],
    popupMatchSelectWidth: false,
    showSearch: source === undefined ? false : { optionFilterProp: 'label' },
  };
  if (field.multiple === true) {
    return (
      <Select
        {...common}
        mode="multiple"
        maxTagCount="responsive"
        maxCount={field.multipleLimit}
        value={text === '' ? [] : text.split(',')}
        onChange={(values: string[]) => onFilters({ [name]: values.join(',') })}
      />
    );
  }
  const fallback = field.value === undefined ? undefined : String(field.value);
  return (
    <Select
      {...common}
      allowClear={fallback === undefined}
      // A text of the address that no option has is no filter.
      value={text === '' || fixed?.every((option) => String(option.value) !== text) === true ? fallback : text}
      onChange={(value: string | undefined) => onFilters({ [name]: value ?? '' })}
    />
  );
};

const CustomerFilter = ({ field, state, onFilters }: FilterProps) => {
  const { t } = useTranslation();
  const [name] = field.fields;
  return (
    <div className={css.textFilter}>
      <CustomerPicker
        label={t(field.label)}
        placeholder={t(field.placeholder ?? field.label)}
        value={state.filters[name] || null}
        onChange={(customerId) => onFilters({ [name]: customerId ?? '' })}
      />
    </div>
  );
};

const RangeFilter = ({ field, state, onFilters }: FilterProps) => {
  const { t } = useTranslation();
  const zone = useZone();
  const [start, end = start] = field.fields;
  const from = Date.parse(state.filters[start] ?? '');
  const to = Date.parse(state.filters[end] ?? '');
  return (
    <div className={css.rangeFilter}>
      <DateRangePicker
        zone={zone}
        label={t(field.label)}
        placeholder={t(field.placeholder ?? field.label)}
        limit={{ mode: null, days: field.days ?? 366 }}
        value={Number.isNaN(from) || Number.isNaN(to) ? null : [from, to]}
        onChange={([fromMs, toMs]) => onFilters({ [start]: new Date(fromMs).toISOString(), [end]: new Date(toMs).toISOString() })}
        onClear={() => onFilters({ [start]: '', [end]: '' })}
      />
    </div>
  );
};
