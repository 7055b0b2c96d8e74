import type { OutputOf } from '@sightline/contract';
import { PlusOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/client.ts';
import { useCall } from '../../../api/query.ts';
import { useSession } from '../../../session/session.ts';
import type { ListAction, ListColumn } from '../../../ui/list-page/list-definition.ts';
import { Empty } from '../../../ui/view-state.tsx';
import { ShareDialog } from '../../monitor/share-dialog/share-dialog.tsx';
import css from './detail.module.css';
import { DetailList } from './detail-list.tsx';

type Link = OutputOf<'device.share.page'>['records'][number];

/** Every link to this device that was made: what it shows, until when, and how often it was opened. */
export const SharesTab = ({ deviceId }: { deviceId: string }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const [adding, setAdding] = useState(false);
  const info = useCall('device.info', { deviceId });
  const columns = useMemo(
    (): readonly ListColumn<Link>[] => [
      { key: 'createTime', title: 'detail.shareMade', type: 'time', isName: true },
      { key: 'createdBy', title: 'detail.shareBy', width: 140 },
      {
        key: 'trackHours',
        title: 'detail.shareScope',
        render: (link) => (link.trackHours === 0 ? t('detail.shareLive') : t('detail.shareTrack', { count: link.trackHours })),
      },
      { key: 'expirationTime', title: 'detail.shareExpires', type: 'time' },
      { key: 'seenCount', title: 'detail.shareSeen', type: 'number', width: 90 },
      {
        key: 'status',
        title: 'detail.status',
        width: 110,
        render: (link) => <Tag variant="filled">{t(`detail.shareStatus.${link.status}`)}</Tag>,
      },
    ],
    [t],
  );
  const actions = useMemo(
    (): readonly ListAction<Link>[] => [
      {
        key: 'revoke',
        label: 'monitor.shareRevoke',
        needs: 'device.share.revoke',
        danger: true,
        isFor: (link) => link.status === 'active' && !user.demo,
        confirm: () => ({
          title: t('detail.shareEndTitle'),
          lines: [t('detail.shareEndTakes')],
          ok: t('monitor.shareRevoke'),
          danger: true,
        }),
        run: ([link]) => link && call('device.share.revoke', { id: link.id }),
        done: 'detail.shareEnded',
      },
    ],
    [t, user.demo],
  );
  return (
    <>
      <div className={css.line}>
        <p className={css.muted}>{t('detail.shareIntro')}</p>
        <span className={css.grow} />
        {!user.demo && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
            {t('monitor.shareCreate')}
          </Button>
        )}
      </div>
      <DetailList
        label={t('detail.tabs.shares')}
        operation="device.share.page"
        input={{ deviceId }}
        columns={columns}
        rowKey={(link) => link.id}
        rowName={(link) => link.createTime}
        actions={actions}
        empty={<Empty text={t('detail.shareNone')} />}
      />
      {adding && <ShareDialog deviceId={deviceId} deviceName={info.data?.deviceName ?? deviceId} onClose={() => setAdding(false)} />}
    </>
  );
};
