import { MEDIA_USES } from '@sightline/domain';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { FactList } from '../../ui/detail/fact-list.tsx';
import { Section } from '../../ui/detail/section.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import { CUSTOMER_FIELD, CustomerNodes, useUnchosen, type CustomerConfig } from '../nodes/customer-nodes.tsx';
import { LOOK_MS } from '../nodes/node-look.ts';

/** Which media nodes a customer uses by default: to be chosen by whoever may change it and knows the nodes, else to be read. */
export const CustomerMediaNodes = ({ config, mayChange }: { config: CustomerConfig; mayChange: boolean }) => {
  const { t } = useTranslation();
  const mayList = useMayCall('video.node.list');
  return <Section title={t('nodes.defaults')}>{mayList && mayChange ? <Choices config={config} /> : <Facts config={config} />}</Section>;
};

const Choices = ({ config }: { config: CustomerConfig }) => {
  const nodes = useCall('video.node.list', {}, { refetchInterval: LOOK_MS });
  return (
    <QueryView query={nodes} rows={2}>
      {(list) => <CustomerNodes nodes={list} config={config} />}
    </QueryView>
  );
};

const Facts = ({ config }: { config: CustomerConfig }) => {
  const { t } = useTranslation();
  const unchosen = useUnchosen();
  return (
    <FactList facts={MEDIA_USES.map((use) => [t(`nodes.use.${use}`), config[CUSTOMER_FIELD[use]] || unchosen(use, config)] as const)} />
  );
};
