import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { NotBuiltPage } from '../screens/plain/not-built-page.tsx';
import { withTexts } from '../i18n/i18n.ts';
import { ensureSession, setSessionNavigator, visitorOf } from '../session/session.ts';
import { readToken } from '../session/token.ts';
import { LOGIN_PATH, loginAddress } from './addresses.ts';
import { BootPage } from './boot-page.tsx';
import { ErrorPage } from './error-page.tsx';
import { guard, routeOf } from './guard.ts';
import { setPendingAddress } from './parts/release.ts';
import { retryImport } from './parts/retry-import.ts';
import { allRoutes, type RouteDefinition } from './routes.ts';
import { TitledPage } from './titled-page.tsx';

/** Runs the guard before a page loads; the permissions are fetched first where there is a token. */
const guarded = async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
  const url = new URL(request.url);
  const route = routeOf(url.pathname);
  const session = readToken() !== null && !route?.isPublic ? await ensureSession() : null;
  const verdict = guard(route, url.pathname + url.search, visitorOf(session));
  return verdict.kind === 'redirect' ? redirect(verdict.to) : null;
};

const objectOf = (route: RouteDefinition): RouteObject => ({
  id: route.path,
  path: route.path,
  loader: guarded,
  lazy: async () => {
    const Page = route.page === undefined ? NotBuiltPage : (await retryImport(withTexts(route.page, route.texts))).Page;
    return { element: <TitledPage route={route} page={<Page />} /> };
  },
});

/** Whether the page stands alone, without menus around it. */
const isBare = (route: RouteDefinition): boolean => route.isPublic === true || route.module !== undefined;

/** The router, made from the route table. */
export const createRouter = () => {
  const routes = allRoutes();
  const router = createBrowserRouter([
    {
      errorElement: <ErrorPage />,
      hydrateFallbackElement: <BootPage />,
      children: [
        ...routes.filter(isBare).map(objectOf),
        {
          lazy: async () => ({ Component: (await retryImport(() => import('../layout/authenticated-layout.tsx'))).AuthenticatedLayout }),
          children: [
            {
              errorElement: <ErrorPage inLayout />,
              children: [...routes.filter((route) => !isBare(route)).map(objectOf), { path: '*', loader: guarded, element: null }],
            },
          ],
        },
      ],
    },
  ]);
  setPendingAddress(() => {
    const { location } = router.state.navigation;
    return location === undefined ? null : location.pathname + location.search;
  });
  setSessionNavigator((reason) => {
    const { pathname, search } = router.state.location;
    if (routeOf(pathname)?.isPublic) return;
    const to = reason === 'signedOut' ? LOGIN_PATH : loginAddress(pathname + search);
    void router.navigate(to, { state: { reason }, replace: reason === 'expired' });
  });
  return router;
};
