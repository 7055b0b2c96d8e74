import { AutoComplete } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { pathOf, type Crumb } from '../customer-tree/breadcrumb.ts';
import { CustomerTree } from '../customer-tree/customer-tree.tsx';
import { useTopCrumb } from '../customer-tree/use-top-crumb.ts';
import { useSettled } from '../use-settled.ts';
import css from './device-picker.module.css';

interface PickerCustomersProps {
  readonly customerId: string | null;
  readonly onCustomer: (customerId: string | null) => void;
}

/** The customers at the start of the picker: found by name or walked through. */
export const PickerCustomers = ({ customerId, onCustomer }: PickerCustomersProps) => {
  const { t } = useTranslation();
  const top = useTopCrumb();
  const [path, setPath] = useState<readonly Crumb[]>([]);
  const [text, setText] = useState('');
  const settled = useSettled(text.trim());
  const found = useCall('customer.list.name', { customerName: settled }, { enabled: settled !== '', keepPrevious: true });
  const results = settled === '' ? [] : (found.data ?? []);
  return (
    <div className={css.customers}>
      <AutoComplete
        className={css.search}
        allowClear
        value={text}
        aria-label={t('ui.devices.customer')}
        placeholder={t('ui.devices.customer')}
        options={results.map((customer) => ({ value: customer.id, label: customer.customerName }))}
        onChange={(next: string | undefined) => {
          setText(next ?? '');
          if (!next) onCustomer(null);
        }}
        onSelect={(id: string | undefined) => {
          const customer = results.find((candidate) => candidate.id === id);
          if (customer === undefined || id === undefined) return;
          setText(customer.customerName);
          // The level on which the customer stands, without the root and itself.
          setPath(pathOf(top, customer).slice(1, -1));
          onCustomer(id);
        }}
      />
      <CustomerTree
        mode="device"
        path={[top, ...path]}
        onPathChange={(next) => setPath(next.slice(1))}
        selectedId={customerId}
        onSelect={(node) => onCustomer(node.id === customerId ? null : node.id)}
      />
    </div>
  );
};
