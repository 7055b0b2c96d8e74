import type { MediaNodeState } from '@sightline/contract';
import { MEDIA_USES } from '@sightline/domain';
import { Table, Tag, type TableColumnsType } from 'antd';
import { useTranslation } from 'react-i18next';
import { DotTag } from '../commands/dot-tag.tsx';
import css from './nodes.module.css';

/** What there is of media nodes, what they can do, and what they do at the moment. */
export const NodeTable = ({ nodes }: { nodes: readonly MediaNodeState[] }) => {
  const { t } = useTranslation();
  const addressOf = ({ address, own }: MediaNodeState): string => address || t(own ? 'nodes.ownAddress' : 'nodes.noAddress');
  const columns: TableColumnsType<MediaNodeState> = [
    {
      key: 'name',
      title: t('nodes.name'),
      render: (_, node) => (
        <span className={css.name}>
          <bdi>{node.nodeValue}</bdi>
          {node.own && <Tag variant="outlined">{t('nodes.own')}</Tag>}
        </span>
      ),
    },
    {
      key: 'state',
      title: t('nodes.state'),
      width: 120,
      render: (_, { online }) => <DotTag tone={online ? 'good' : 'bad'}>{t(online ? 'nodes.online' : 'nodes.away')}</DotTag>,
    },
    {
      key: 'uses',
      title: t('nodes.uses'),
      render: (_, node) =>
        MEDIA_USES.filter((use) => node[use])
          .map((use) => t(`nodes.use.${use}`))
          .join(' · '),
    },
    {
      key: 'address',
      title: t('nodes.address'),
      render: (_, node) => <span className={node.address === '' ? css.muted : undefined}>{addressOf(node)}</span>,
    },
    ...(nodes.some(({ deviceAddress }) => deviceAddress !== null)
      ? [{ key: 'deviceAddress', title: t('nodes.deviceAddress'), dataIndex: 'deviceAddress' }]
      : []),
    { key: 'streams', title: t('nodes.streams'), dataIndex: 'streams', align: 'end', width: 100, className: 'tabular' },
    { key: 'viewers', title: t('nodes.viewers'), dataIndex: 'viewers', align: 'end', width: 120, className: 'tabular' },
  ];
  return (
    <section className={css.scroll} aria-label={t('nodes.list')} tabIndex={0}>
      <Table<MediaNodeState>
        aria-label={t('nodes.list')}
        size="small"
        rowKey="nodeValue"
        dataSource={[...nodes]}
        columns={columns}
        pagination={false}
      />
    </section>
  );
};
