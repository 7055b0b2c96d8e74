import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { changeLanguage, pickLanguage } from '../i18n/i18n.ts';
import { useLiveConnection } from '../live/live.ts';
import { NoticeHost } from '../notice/notice-host.tsx';
import { DeviceDetailHost } from '../screens/device/detail/device-detail-host.tsx';
import { NewsDialog } from '../screens/help/news-dialog.tsx';
import { useOptionalSession } from '../session/session.ts';
import { usePreferences } from '../theme/preferences.ts';
import { useTheme } from '../theme/theme.tsx';
import { usePhone } from '../ui/use-narrow.ts';
import { Skeleton } from '../ui/view-state.tsx';
import css from './layout.module.css';
import { TourHost } from '../tour/tour-host.tsx';
import { CommandPalette } from './palette/command-palette.tsx';
import { SideBar } from './side-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** Bar or side menu around the page. Shown only with a session: while it ends, nothing of it is drawn any more. */
export const AuthenticatedLayout = () => {
  const { t } = useTranslation();
  // A phone has no room beside the page.
  const phone = usePhone();
  const chosen = useTheme().menuPosition;
  const menuPosition = phone ? 'top' : chosen;
  const session = useOptionalSession();
  const accountLanguage = session?.user.language;
  useEffect(() => {
    // A language chosen on this browser wins over the account's.
    if (accountLanguage && usePreferences.getState().language === null) void changeLanguage(pickLanguage([accountLanguage]));
  }, [accountLanguage]);
  useLiveConnection(session !== null);
  if (session === null) return null;
  return (
    <div className={css.shell} data-menu={menuPosition}>
      <a className="skip-link" href="#main">
        {t('layout.skip')}
      </a>
      {menuPosition === 'side' ? <SideBar /> : <TopBar />}
      <main id="main" className={css.main} tabIndex={-1}>
        <Suspense fallback={<Skeleton rows={6} />}>
          <Outlet />
        </Suspense>
      </main>
      <DeviceDetailHost />
      <NoticeHost />
      <CommandPalette />
      <TourHost />
      <NewsDialog />
    </div>
  );
};
