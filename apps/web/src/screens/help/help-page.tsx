import { useQueryClient } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import { useMayCall } from '../../session/may-call.ts';
import { SettingsPage } from '../../ui/settings-page/settings-page.tsx';
import { Empty, QueryView } from '../../ui/view-state.tsx';
import { AnnouncementList } from './announcement-list.tsx';
import { CommonQuestions } from './common-questions.tsx';
import css from './help.module.css';
import { MyQuestions } from './my-questions.tsx';
import { ReleaseList } from './release-list.tsx';

const TABS = ['questions', 'versions', 'announcements'] as const;
type HelpTab = (typeof TABS)[number];

/** Questions and answers, what versions brought, what the platform tells. */
export const Page = () => {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const tab = TABS.find((name) => name === query.get('tab')) ?? TABS[0];
  const pages: Record<HelpTab, () => ReactNode> = {
    questions: () => (
      <>
        <CommonQuestions />
        <MyQuestions />
      </>
    ),
    versions: () => <Versions />,
    announcements: () => <Announcements />,
  };
  return (
    <SettingsPage title={t('routes.help.title')}>
      <Tabs
        className={css.tabs}
        activeKey={tab}
        onChange={(next) => setQuery(next === TABS[0] ? {} : { tab: next })}
        items={TABS.map((key) => ({ key, label: t(`help.tabs.${key}`), children: key === tab ? pages[key]() : null }))}
      />
    </SettingsPage>
  );
};

/** Opening it says that it was read. */
const Versions = () => {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const notes = useCall('release.list', {});
  const update = useCall('common.checkUpdate', {});
  const maySave = useMayCall('user.base.web.version.save');
  const version = maySave && update.data?.hasUpdate ? update.data.webVersion : null;
  useEffect(() => {
    if (version === null) return;
    call('user.base.web.version.save', { webVersion: version }).then(
      () => void queries.invalidateQueries({ queryKey: ['common.checkUpdate'] }),
      () => undefined,
    );
  }, [version, queries]);
  return (
    <QueryView query={notes} rows={8}>
      {(list) => (
        <>
          <h2 className="visually-hidden">{t('help.tabs.versions')}</h2>
          <ReleaseList notes={list} />
        </>
      )}
    </QueryView>
  );
};

const Announcements = () => {
  const { t } = useTranslation();
  const query = useCall('announcement.list', {});
  const mayMark = useMayCall('announcement.read');
  const unread = mayMark ? (query.data ?? []).filter((a) => a.readingTime === null).map((a) => a.id) : [];
  const ids = unread.join(',');
  useEffect(() => {
    // What could not be marked is shown after the next sign-in.
    if (ids !== '') call('announcement.read', { ids }).catch(() => undefined);
  }, [ids]);
  return (
    <QueryView query={query} rows={6} isEmpty={(list) => list.length === 0} empty={<Empty text={t('help.noAnnouncements')} />}>
      {(list) => (
        <>
          <h2 className="visually-hidden">{t('help.tabs.announcements')}</h2>
          <AnnouncementList announcements={list} />
        </>
      )}
    </QueryView>
  );
};
