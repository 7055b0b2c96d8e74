import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useCall } from '../../api/query.ts';
import { useSession } from '../../session/session.ts';
import type { Crumb } from '../customer-tree/breadcrumb.ts';
import { CustomerTree } from '../customer-tree/customer-tree.tsx';
import { useTopCrumb } from '../customer-tree/use-top-crumb.ts';
import { useSettled } from '../use-settled.ts';
import css from './customer-picker.module.css';

export interface CustomerPickerProps {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (customerId: string | null) => void;
  readonly onBlur?: () => void;
  /** How the chosen one is called, where the caller knows it. */
  readonly name?: string;
  readonly placeholder?: string;
  readonly label?: string;
  readonly allowClear?: boolean;
  readonly disabled?: boolean;
  /** The person's own customer can be chosen as well. */
  readonly withOwn?: boolean;
}

/** One customer of the scope: typed names are searched for, without a text the tree is browsed. */
export const CustomerPicker = ({ value, onChange, name, label, allowClear = true, withOwn = true, ...rest }: CustomerPickerProps) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [path, setPath] = useState<readonly Crumb[]>([]);
  const top = useTopCrumb();
  const settled = useSettled(text.trim());
  const isOwn = value === user.customerId;
  const chosen = useCall(
    'customer.info',
    { customerId: value ?? '' },
    { enabled: !!value && name === undefined && !isOwn, staleTime: 300_000 },
  );
  const found = useCall('customer.list.name', { customerName: settled }, { enabled: open && settled !== '', keepPrevious: true });
  const own = { value: user.customerId, label: user.customerName, path: t('ui.ownCustomer') };
  const results = (found.data ?? [])
    .filter((customer) => withOwn || customer.id !== user.customerId)
    .map((customer) => ({
      value: customer.id,
      label: customer.customerName,
      path: customer.customerCodeName.split(',').slice(0, -1).join(' / '),
    }));
  const known = name ?? (isOwn ? user.customerName : chosen.data?.customerName);
  const current = value ? [{ value, label: known ?? (chosen.isError ? describeError(chosen.error).text : '…'), path: '' }] : [];
  const choose = (customerId: string | null): void => {
    onChange?.(customerId);
    setOpen(false);
    setText('');
  };

  return (
    <Select
      {...rest}
      className={css.picker}
      aria-label={label}
      value={value || undefined}
      allowClear={allowClear}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setText('');
      }}
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      loading={found.isFetching}
      popupMatchSelectWidth={320}
      notFoundContent={t(found.isFetching ? 'ui.loading' : 'ui.noCustomerFound')}
      options={
        text.trim() === '' ? [...(withOwn ? [own] : []), ...current.filter((option) => option.value !== own.value || !withOwn)] : results
      }
      optionRender={({ data }) => (
        <span className={css.option}>
          <span>{data.label}</span>
          {data.path !== '' && <span className={css.path}>{data.path}</span>}
        </span>
      )}
      popupRender={(menu) => (
        <>
          {menu}
          {text.trim() === '' && (
            // Keeps the focus in the field, so that a click here does not close the list.
            <div className={css.tree} role="presentation" onMouseDown={(event) => event.preventDefault()}>
              <CustomerTree
                mode="device"
                path={[top, ...path]}
                onPathChange={(next) => setPath(next.slice(1))}
                selectedId={value ?? null}
                onSelect={(node) => choose(node.id)}
              />
            </div>
          )}
        </>
      )}
      onChange={(next: string | undefined) => choose(next ?? null)}
    />
  );
};
