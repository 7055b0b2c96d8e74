import { createContext, useContext, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonalCenter } from '../layout/personal-center.tsx';
import { useBranding } from '../session/branding.ts';
import type { RouteDefinition } from './routes.ts';

/** Pages below it have the list of their neighbours beside them. */
const PERSONAL_CENTER = '/personalCenter/';

const RouteContext = createContext<RouteDefinition | null>(null);

/** The row of the route table behind the page on screen. */
export const useRouteDefinition = (): RouteDefinition => {
  const route = useContext(RouteContext);
  if (route === null) throw new Error('useRouteDefinition outside a routed page');
  return route;
};

/** Gives the tab the page's title, and the heading to pages that show none. */
export const TitledPage = ({ route, page }: { route: RouteDefinition; page: ReactNode }) => {
  const { t } = useTranslation();
  const { title } = useBranding();
  const name = t(`routes.${route.name}.title`);
  useEffect(() => {
    document.title = `${name} · ${title}`;
  }, [name, title]);
  return (
    <RouteContext value={route}>
      {route.fillsScreen && <h1 className="visually-hidden">{name}</h1>}
      {route.path.startsWith(PERSONAL_CENTER) ? <PersonalCenter>{page}</PersonalCenter> : page}
    </RouteContext>
  );
};
