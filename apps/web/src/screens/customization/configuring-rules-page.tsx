import { useTranslation } from 'react-i18next';
import { ListPage } from '../../ui/list-page/list-page.tsx';
import { ruleList } from './rule-list.tsx';
import { RulePanels } from './rule-panels.tsx';
import { useListParts } from './use-list-parts.ts';

/** What is done when alarms come: which ones, of what, when. */
export const Page = () => {
  const { t } = useTranslation();
  const { definition, control } = useListParts(ruleList);
  return (
    <ListPage definition={definition} title={t('routes.configuringRules.title')} intro={t('customization.notYet')}>
      <RulePanels control={control} />
    </ListPage>
  );
};
