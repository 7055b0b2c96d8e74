import { useTranslation } from 'react-i18next';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { alertList } from './alert-list.tsx';
import { AlertPanels } from './alert-panels.tsx';
import { useListParts } from './use-list-parts.ts';

/** Alarm kinds of the company's own. */
export const Page = () => {
  const { t } = useTranslation();
  const { definition, control } = useListParts(alertList);
  return (
    <ListPage definition={definition} title={t('routes.customizedAlerts.title')} intro={t('customization.notYet')}>
      <AlertPanels control={control} />
    </ListPage>
  );
};
