import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMayCall } from '../../session/may-call.ts';
import { useAddress } from '../../ui/use-address.ts';
import { LogPage } from './log-page.tsx';

/** Which settings were changed, by oneself or, for whoever may see that, by everybody. */
export const Page = () => {
  const { t } = useTranslation();
  const maySeeAll = useMayCall('log.page.customer');
  const [query, change] = useAddress();
  const everybody = maySeeAll && query.get('of') !== 'me';
  const beside = maySeeAll && (
    <Segmented
      size="small"
      aria-label={t('personal.log.of')}
      value={everybody ? 'all' : 'me'}
      options={[
        { value: 'all', label: t('personal.log.ofAll') },
        { value: 'me', label: t('personal.log.ofMe') },
      ]}
      onChange={(next) => change(() => new URLSearchParams(next === 'me' ? { of: 'me' } : {}))}
    />
  );
  return <LogPage name="setRecord" everybody={everybody} settings beside={beside} />;
};
