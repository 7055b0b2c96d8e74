import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { useSession } from '../../session/session.ts';
import css from './customer-choice.module.css';

interface CustomerChoiceProps {
  /** `null`: the own customer with all below it. */
  readonly customer: string | null;
  readonly onAll: () => void;
}

/** Whose devices a dock lists, and the way back to all of them. */
export const CustomerChoice = ({ customer, onAll }: CustomerChoiceProps) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const chosen = useCall('customer.info', { customerId: customer ?? user.customerId }, { staleTime: 300_000 });
  const name = customer === null ? user.customerName : (chosen.data?.customerName ?? '…');
  return (
    <div className={css.choice}>
      <span className={css.name} title={name}>
        {name}
      </span>
      {customer !== null && customer !== user.customerId && (
        <Button type="text" size="small" onClick={onAll}>
          {t('ui.allCustomers')}
        </Button>
      )}
    </div>
  );
};
