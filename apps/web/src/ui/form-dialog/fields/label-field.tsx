import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/query.ts';
import { labelOptions } from '../../label-names.ts';
import type { ControlProps } from '../form-definition.ts';

/** Tags by their ids; those of one customer, or all of the scope. */
export const LabelField = ({ value = [], customerId, ...rest }: ControlProps<readonly string[]> & { readonly customerId?: string }) => {
  const { t } = useTranslation();
  const labels = useCall('label.list', customerId === undefined ? {} : { customerId }, { staleTime: 30_000 });
  return (
    <Select<readonly string[], { value: string; label: string }>
      {...rest}
      mode="multiple"
      allowClear
      value={value}
      loading={labels.isPending}
      notFoundContent={t('ui.form.noLabels')}
      options={labels.data && labelOptions(labels.data)}
      showSearch={{ optionFilterProp: 'label' }}
    />
  );
};
