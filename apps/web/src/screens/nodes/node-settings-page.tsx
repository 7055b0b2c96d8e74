import type { MediaNodeState } from '@sightline/contract';
import { MEDIA_USES, type MediaUse } from '@sightline/domain';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { queryClient, useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { changeSettings, useSession } from '../../session/session.ts';
import { Section } from '../../ui/detail/section.tsx';
import { QueryView } from '../../ui/view-state.tsx';
import { CustomerNodes, type CustomerConfig } from './customer-nodes.tsx';
import { NodeChoice } from './node-choice.tsx';
import { NodeTable } from './node-table.tsx';
import { LOOK_MS } from './node-look.ts';
import css from './nodes.module.css';

const USER_FIELD = { live: 'defaultMediaNode', talk: 'defaultTalkNode', replay: 'defaultReplayNode' } as const;
const OPTIONS = { live: 'video.nodes', talk: 'audio.nodes', replay: 'video.history.nodes' } as const;

/** Which node a use goes over at present for whoever is signed in; `null` while that is not known. */
const useNodeNow = (use: MediaUse): string | null => {
  const options = useCall(OPTIONS[use], {}, { enabled: useMayCall(OPTIONS[use]), refetchInterval: LOOK_MS });
  return options.data?.find((node) => node.default)?.name ?? null;
};

/** The processes that carry video, and which of them a customer and a person use. */
export const Page = () => {
  const { t } = useTranslation();
  const nodes = useCall('video.node.list', {}, { refetchInterval: LOOK_MS });
  const config = useCall('customer.expand.config.info', {});
  return (
    <div className={css.page}>
      <h1>{t('routes.nodeSettings.title')}</h1>
      <p className={css.about}>{t('routes.nodeSettings.about')}</p>
      <QueryView query={nodes} rows={6}>
        {(list) => (
          <>
            <NodeTable nodes={list} />
            <QueryView query={config} rows={3}>
              {(known) => <CustomerChoices nodes={list} config={known} />}
            </QueryView>
            <UserChoices nodes={list} />
          </>
        )}
      </QueryView>
    </div>
  );
};

const CustomerChoices = ({ nodes, config }: { nodes: readonly MediaNodeState[]; config: CustomerConfig }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  return (
    <Section title={t('nodes.ofCustomer', { name: user.customerName })}>
      <p className={css.about}>{t('nodes.ofCustomerAbout')}</p>
      <CustomerNodes nodes={nodes} config={config} />
    </Section>
  );
};

const UserChoices = ({ nodes }: { nodes: readonly MediaNodeState[] }) => {
  const { t } = useTranslation();
  const { settings } = useSession();
  const may = {
    live: useMayCall('user.setting.node.media'),
    talk: useMayCall('user.setting.node.talk'),
    replay: useMayCall('user.setting.node.replay'),
  };
  const now = { live: useNodeNow('live'), talk: useNodeNow('talk'), replay: useNodeNow('replay') };
  const save = async (use: MediaUse, chosen: string): Promise<void> => {
    if (use === 'live') await call('user.setting.node.media', { defaultMediaNode: chosen });
    else if (use === 'talk') await call('user.setting.node.talk', { defaultTalkNode: chosen });
    else await call('user.setting.node.replay', { defaultReplayNode: chosen });
    changeSettings({ [USER_FIELD[use]]: chosen });
    await queryClient.invalidateQueries();
  };
  return (
    <Section title={t('nodes.ofUser')}>
      <p className={css.about}>{t('nodes.ofUserAbout')}</p>
      <Form layout="vertical" className={css.choices}>
        {MEDIA_USES.map((use) => {
          const name = now[use];
          return (
            <NodeChoice
              key={use}
              use={use}
              nodes={nodes}
              value={settings[USER_FIELD[use]]}
              none={t('nodes.asCustomer')}
              hint={name === null ? undefined : t('nodes.now', { name })}
              disabled={!may[use]}
              save={(chosen) => save(use, chosen)}
            />
          );
        })}
      </Form>
    </Section>
  );
};
