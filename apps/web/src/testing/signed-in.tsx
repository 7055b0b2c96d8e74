import { UserSettings, type UserInfo } from '@sightline/contract';
import { PERMISSION_IDS } from '@sightline/domain/access/permissions';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render, screen } from '@testing-library/react';
import { App, ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { queryClient } from '../api/query.ts';
import { useSessionStore } from '../session/session.ts';
import { writeToken } from '../session/token.ts';

const USER = {
  id: '7',
  userName: 'Ada',
  account: 'ada',
  userType: '2',
  demo: false,
  timezone: '+00:00',
  language: 'en_US',
  customerId: '1',
  customerName: 'Alpenblick',
  customerType: 2,
} as UserInfo;

/** A session for tests of components; with all permissions unless told. */
export const enterSession = (
  change: { user?: Partial<UserInfo>; settings?: Partial<UserSettings>; permissions?: readonly string[] } = {},
): void => {
  writeToken('token');
  useSessionStore.setState({
    session: {
      user: { ...USER, ...change.user },
      settings: { ...UserSettings.parse({}), ...change.settings },
      permissions: [],
      permissionIds: new Set(change.permissions ?? PERMISSION_IDS),
      modules: { developer: false, fleet: false, personalDevice: false },
      look: null,
    },
  });
};

/** Draws a component on a page of its own, with `/elsewhere` to go to. */
export const renderPage = (page: ReactNode, address = '/') => {
  const router = createMemoryRouter(
    [
      { path: '/', element: page },
      { path: '/elsewhere', element: <p>elsewhere</p> },
    ],
    { initialEntries: [address] },
  );
  const view = render(
    <QueryClientProvider client={queryClient}>
      {/* As in the product; animations never end in jsdom. */}
      <ConfigProvider theme={{ token: { motion: false } }}>
        <App>
          <RouterProvider router={router} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  );
  return { router, ...view };
};

/** What jsdom lacks and the component library asks for; and the patience that a busy machine needs. */
export const fillBrowserGaps = (): void => {
  configure({ asyncUtilTimeout: 30_000 });
  vi.setConfig({ testTimeout: 120_000 });
  window.matchMedia = (query) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
    }) as unknown as MediaQueryList;
  window.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
  HTMLElement.prototype.scrollTo = () => undefined;
  HTMLElement.prototype.scrollIntoView = () => undefined;
};

/** The dialog with this title. Found by its heading: in tests the component library gives every dialog the same id. */
export const dialogTitled = async (title: string): Promise<HTMLElement> => {
  const dialog = (await screen.findByText(title)).closest<HTMLElement>('[role=dialog]');
  if (dialog === null) throw new Error(`no dialog around '${title}'`);
  return dialog;
};
