import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettled } from '../../use-settled.ts';
import type { ControlProps, FieldOption } from '../form-definition.ts';

interface RemoteSelectProps extends ControlProps<FieldOption['value'] | null> {
  /** Tells one source of options from another. */
  readonly source: string;
  readonly load: (text: string) => Promise<readonly FieldOption[]>;
  readonly chosen?: FieldOption;
  readonly placeholder?: string;
}

/** One of many: the server is asked while one types. */
export const RemoteSelect = ({ source, load, chosen, value, onChange, ...rest }: RemoteSelectProps) => {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const settled = useSettled(text.trim());
  const [picked, setPicked] = useState(chosen);
  const found = useQuery({ queryKey: ['options', source, settled], queryFn: () => load(settled), enabled: open });
  const options = found.data ?? [];
  const current = picked !== undefined && picked.value === value && !options.some((option) => option.value === value) ? [picked] : [];
  return (
    <Select
      {...rest}
      allowClear
      value={value ?? undefined}
      onOpenChange={setOpen}
      showSearch={{ filterOption: false, onSearch: setText }}
      loading={found.isFetching}
      notFoundContent={t(found.isError ? 'ui.failed' : found.isFetching ? 'ui.loading' : 'ui.form.nothingFound')}
      options={text.trim() === '' ? [...current, ...options] : [...options]}
      onChange={(next: FieldOption['value'] | undefined) => {
        setPicked([...current, ...options].find((option) => option.value === next));
        onChange?.(next ?? null);
      }}
    />
  );
};
