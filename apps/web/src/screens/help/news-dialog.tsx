import { useQueryClient } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { useSession } from '../../session/session.ts';
import { tourView, useTour } from '../../tour/tour-store.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import { AnnouncementList } from './announcement-list.tsx';
import css from './help.module.css';
import { ReleaseList } from './release-list.tsx';

/** Asked once for a session: a dialog that comes up in the middle of work would be in the way. */
const ONCE = { staleTime: Infinity } as const;

/** After signing in: announcements that were not read, and what versions brought since the last time. Closing it marks them as read. */
export const NewsDialog = () => {
  const { user } = useSession();
  // One thing after the other: whoever is shown around, or asked whether he wants to be, reads the news afterwards.
  const isTouring = tourView(user, useTour(), useNarrow()) !== 'none';
  // Nothing can be marked as read for a demo account: it would be shown the same for ever.
  return user.demo || isTouring ? null : <News />;
};

const News = () => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const update = useCall('common.checkUpdate', {}, ONCE);
  const unread = useCall('announcement.list', { unread: true }, ONCE);
  const hasUpdate = update.data?.hasUpdate === true;
  const releases = useCall('release.list', {}, { ...ONCE, enabled: hasUpdate });
  const [closed, setClosed] = useState(false);
  const notes = hasUpdate ? (releases.data ?? []).filter((note) => note.unread) : [];
  const announcements = unread.data ?? [];
  const isReady = update.data !== undefined && unread.data !== undefined && (!hasUpdate || releases.data !== undefined);
  if (closed || !isReady || (notes.length === 0 && announcements.length === 0)) return null;

  const close = (): void => {
    setClosed(true);
    const done = [
      ...(announcements.length > 0 ? [call('announcement.read', { ids: announcements.map((a) => a.id).join(',') })] : []),
      ...(notes.length > 0 ? [call('user.base.web.version.save', { webVersion: update.data.webVersion })] : []),
    ];
    // What could not be marked is shown again with the next sign-in.
    void Promise.allSettled(done).then(() => queries.invalidateQueries({ queryKey: ['common.checkUpdate'] }));
  };
  return (
    <Modal
      open
      title={t(announcements.length > 0 ? 'help.newsTitle' : 'help.whatIsNew')}
      width={640}
      onCancel={close}
      footer={
        <Button type="primary" onClick={close}>
          {t('help.gotIt')}
        </Button>
      }
    >
      <div className={css.news}>
        {announcements.length > 0 && <AnnouncementList announcements={announcements} />}
        {notes.length > 0 && (
          <>
            {announcements.length > 0 && <h2>{t('help.whatIsNew')}</h2>}
            <ReleaseList notes={notes} />
          </>
        )}
      </div>
    </Modal>
  );
};
