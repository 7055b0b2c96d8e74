import { UserOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSession, visitorOf } from '../session/session.ts';
import { ACCOUNT_MENU, TOUR_STEPS } from '../tour/tour-steps.ts';
import { startTour, useTour } from '../tour/tour-store.ts';
import { Portrait } from '../ui/portrait.tsx';
import { useNarrow } from '../ui/use-narrow.ts';
import css from './layout.module.css';
import { menuFor } from './menu.ts';
import { useSignOut } from './use-sign-out.ts';

const SIGN_OUT = 'sign-out';
const TOUR = 'tour';

/** The personal centre, filtered by user type, and the way out. */
export const UserMenu = ({ label = true }: { label?: boolean }) => {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const confirmSignOut = useSignOut();
  const narrow = useNarrow();
  const [opened, setOpened] = useState(false);
  const shownByTour = useTour(({ userId, step }) => userId === session.user.id && TOUR_STEPS[step - 1]?.opensUserMenu === true);
  const name = session.user.userName || session.user.account;

  return (
    <Dropdown
      trigger={['click']}
      classNames={{ root: ACCOUNT_MENU }}
      open={opened || (shownByTour && !narrow)}
      onOpenChange={setOpened}
      menu={{
        items: [
          ...menuFor('personal', visitorOf(session)).map((entry) => ({
            key: entry.route.path,
            label: t(`routes.${entry.route.name}.title`),
            extra: entry.built ? undefined : t('layout.notBuilt'),
          })),
          { type: 'divider' as const },
          ...(narrow ? [] : [{ key: TOUR, label: t('tour.again') }]),
          { key: SIGN_OUT, label: t('layout.signOut') },
        ],
        onClick: ({ key }) => {
          setOpened(false);
          if (key === SIGN_OUT) confirmSignOut();
          else if (key === TOUR) startTour(session.user.id);
          else void navigate(key);
        },
      }}
    >
      <button type="button" className={css.tool} aria-haspopup="menu" aria-label={t('layout.account', { name })} title={name}>
        {session.user.avatarUrl == null ? <UserOutlined aria-hidden /> : <Portrait url={session.user.avatarUrl} size={22} />}
        {label && <span className={css.userName}>{name}</span>}
      </button>
    </Dropdown>
  );
};
