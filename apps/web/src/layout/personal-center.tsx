import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../app/parts/lazy-part.tsx';
import { useSession, visitorOf } from '../session/session.ts';
import { useNarrow } from '../ui/use-narrow.ts';
import { menuFor, pagesOf } from './menu.ts';
import { Entry } from './nav-menu.tsx';
import css from './personal-center.module.css';

const PageChoice = lazyPart(async () => (await import('./page-choice.tsx')).PageChoice);

/** A page of the personal centre beside the list of all that the person may open. */
export const PersonalCenter = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation();
  const groups = menuFor('personal', visitorOf(useSession()));
  return (
    <div className={css.center}>
      {useNarrow() ? (
        <nav className={css.choice} aria-label={t('layout.personalCenter')}>
          <Suspense>
            <PageChoice groups={groups} />
          </Suspense>
        </nav>
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
