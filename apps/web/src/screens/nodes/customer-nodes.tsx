import type { MediaNodeState, OutputOf } from '@sightline/contract';
import { MEDIA_USES, type MediaUse } from '@sightline/domain';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useSession } from '../../session/session.ts';
import { NodeChoice } from './node-choice.tsx';
import css from './nodes.module.css';

export type CustomerConfig = OutputOf<'customer.expand.config.info'>;
export const CUSTOMER_FIELD = { live: 'nodeValue', talk: 'talkNodeValue', replay: 'replayNodeValue' } as const satisfies Record<
  MediaUse,
  keyof CustomerConfig
>;

/** What a customer uses where it has chosen nothing, in words. */
export const useUnchosen = (): ((use: MediaUse, config: CustomerConfig) => string) => {
  const { t } = useTranslation();
  const { user } = useSession();
  return (use, config) => {
    if (use !== 'live' && config.nodeValue !== '') return t('nodes.asLive');
    const name = config.above[CUSTOMER_FIELD[use]];
    if (name !== '') return t('nodes.asAboveNamed', { name });
    return t(user.userType === '1' && config.customerId === user.customerId ? 'nodes.leastBusy' : 'nodes.asAbove');
  };
};

/** Which nodes a customer, and those below it, use by default: the own one or one below. */
export const CustomerNodes = ({ nodes, config }: { nodes: readonly MediaNodeState[]; config: CustomerConfig }) => {
  const may = useMayCall('customer.streamNode.setDefault');
  const unchosen = useUnchosen();
  const save = async (use: MediaUse, chosen: string): Promise<void> => {
    const { customerId, nodeValue, talkNodeValue, replayNodeValue } = config;
    await call('customer.streamNode.setDefault', { customerId, nodeValue, talkNodeValue, replayNodeValue, [CUSTOMER_FIELD[use]]: chosen });
    await queryClient.invalidateQueries();
  };
  return (
    <Form layout="vertical" className={css.choices}>
      {MEDIA_USES.map((use) => (
        <NodeChoice
          key={use}
          use={use}
          nodes={nodes}
          value={config[CUSTOMER_FIELD[use]]}
          none={unchosen(use, config)}
          disabled={!may}
          save={(chosen) => save(use, chosen)}
        />
      ))}
    </Form>
  );
};
