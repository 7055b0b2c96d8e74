import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { AnnouncementsPage } from './announcements-page.tsx';
import { EntriesPage } from './entries-page.tsx';
import { QuestionsPage } from './questions-page.tsx';

const TABS = ['questions', 'entries', 'announcements'] as const;
type DeskTab = (typeof TABS)[number];

/** What every tab of the page gets. */
export interface DeskTabProps {
  readonly title: string;
  /** The switch between the tabs, beside the title. */
  readonly beside: ReactNode;
}

const PAGES: Readonly<Record<DeskTab, (props: DeskTabProps) => ReactNode>> = {
  questions: QuestionsPage,
  entries: EntriesPage,
  announcements: AnnouncementsPage,
};

/** The platform's staff answers questions of all customers, keeps those that many have, and announces. */
export const Page = () => {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const tab = TABS.find((name) => name === query.get('tab')) ?? TABS[0];
  const TabPage = PAGES[tab];
  const beside = (
    <Segmented<DeskTab>
      aria-label={t('ui.list.view')}
      value={tab}
      options={TABS.map((value) => ({ value, label: t(`helpDesk.tabs.${value}`) }))}
      onChange={(next) => setQuery({ tab: next })}
    />
  );
  return <TabPage key={tab} title={t('routes.helpDesk.title')} beside={beside} />;
};
