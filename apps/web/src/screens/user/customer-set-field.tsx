import { CloseCircleOutlined } from '@ant-design/icons';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { CustomerPicker } from '../../ui/customer-picker/customer-picker.tsx';
import type { ControlProps } from '../../ui/form-dialog/form-definition.ts';
import css from './user.module.css';

export interface NamedCustomer {
  readonly id: string;
  readonly name: string;
}

const CustomerSet = ({ id, value, onChange, disabled }: ControlProps<readonly NamedCustomer[]>) => {
  const { t } = useTranslation();
  const chosen = value ?? [];
  const add = async (customerId: string | null): Promise<void> => {
    if (customerId === null || chosen.some((customer) => customer.id === customerId)) return;
    const { customerName } = await call('customer.info', { customerId });
    onChange?.([...chosen, { id: customerId, name: customerName }]);
  };
  return (
    <div className={css.set}>
      <CustomerPicker
        id={id}
        value={null}
        disabled={disabled}
        placeholder={t('user.addCustomer')}
        onChange={(customerId) => void add(customerId)}
      />
      <div className={css.chips}>
        {chosen.map((customer) => (
          <Tag
            key={customer.id}
            variant="filled"
            closable
            closeIcon={<CloseCircleOutlined aria-label={t('ui.devices.remove', { name: customer.name })} />}
            onClose={() => onChange?.(chosen.filter((other) => other.id !== customer.id))}
          >
            {customer.name}
          </Tag>
        ))}
      </div>
    </div>
  );
};

/** Several customers, each with all below it. */
export const CustomerSetField = (control: ControlProps): ReactNode => (
  <CustomerSet {...(control as ControlProps<readonly NamedCustomer[]>)} />
);
