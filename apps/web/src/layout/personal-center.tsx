import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useSession, visitorOf } from '../session/session.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import { menuFor, type MenuEntry } from './menu.ts';
import { Entry } from './nav-menu.tsx';
import css from './personal-center.module.css';

const pagesOf = (entry: MenuEntry): readonly MenuEntry[] => (entry.children.length > 0 ? entry.children : [entry]);

/** A page of the personal centre beside the list of all that the person may open. */
export const PersonalCenter = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation();
  const groups = menuFor('personal', visitorOf(useSession()));
  return (
    <div className={css.center}>
      {useNarrow() ? (
        <PageChoice groups={groups} />
      ) : (
        <nav className={css.nav} aria-label={t('layout.personalCenter')}>
          {groups.map((group) => (
            <div key={group.route.path}>
              {group.children.length > 0 && <p className={css.group}>{t(`routes.${group.route.name}.title`)}</p>}
              <ul>
                {pagesOf(group).map((page) => (
                  <li key={page.route.path}>
                    <Entry entry={page} layout="side" onNavigate={undefined} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      )}
      <div className={css.page}>{children}</div>
    </div>
  );
};

const PageChoice = ({ groups }: { groups: readonly MenuEntry[] }) => {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const optionOf = ({ route, built }: MenuEntry) => ({
    value: route.path,
    label: `${t(`routes.${route.name}.title`)}${built ? '' : ` · ${t('layout.notBuilt')}`}`,
  });
  return (
    <nav className={css.choice} aria-label={t('layout.personalCenter')}>
      <Select
        aria-label={t('layout.personalCenter')}
        value={pathname}
        options={groups.map((group) => ({ label: t(`routes.${group.route.name}.title`), options: pagesOf(group).map(optionOf) }))}
        onChange={(path) => void navigate(path)}
      />
    </nav>
  );
};
