import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/query.ts';
import { mayOpen, routeOf } from '../../app/guard.ts';
import { allRoutes, isBuilt, type RouteDefinition } from '../../app/routes.ts';
import { useMayCall } from '../../session/may-call.ts';
import { useSession, visitorOf } from '../../session/session.ts';
import { fuzzyFind } from './fuzzy.ts';
import { recentOf, useRecent, type RecentPlace } from './palette-recent.ts';
import { FINDABLE_SETTINGS } from './settings-index.ts';

export interface PaletteEntry extends RecentPlace {
  /** Unique over all groups. */
  readonly key: string;
}

export interface PaletteGroup {
  readonly heading: string;
  readonly entries: readonly PaletteEntry[];
}

export interface PaletteAnswer {
  readonly groups: readonly PaletteGroup[];
  readonly error: Error | null;
}

const SEARCH_FROM = 2;
const SHOWN = { screens: 12, whileSearching: 6, people: 5 } as const;

const isScreen = (route: RouteDefinition): boolean =>
  !route.isPublic && route.redirect === undefined && route.module === undefined && route.name !== 'noPermission';
const nameOf = ({ title }: RecentPlace): string => title;

/** What is found for a text, the groups in the order in which they are shown. Without a text: recent places and screens. */
export const usePaletteGroups = (wanted: string): PaletteAnswer => {
  const { t } = useTranslation();
  const session = useSession();
  const visitor = visitorOf(session);
  const recent = useRecent((state) => recentOf(session.user.id, state));
  const searching = wanted.length >= SEARCH_FROM;
  const mayMonitor = session.permissionIds.has('4000');
  const mayUsers = useMayCall('user.page');
  const enabled = { enabled: searching && mayMonitor, keepPrevious: true };
  const devices = useCall('device.listByDeviceIdOrNameLimit', { deviceIdOrName: wanted, limit: 10 }, enabled);
  const customers = useCall('customer.list.name', { customerName: wanted }, enabled);
  const users = useCall(
    'user.page',
    { pageIndex: 1, pageSize: SHOWN.people, userNoOrName: wanted },
    { enabled: searching && mayUsers, keepPrevious: true },
  );

  const screens = allRoutes()
    .filter((route) => isScreen(route) && mayOpen(route, visitor))
    .toSorted((a, b) => Number(isBuilt(b)) - Number(isBuilt(a)))
    .map((route): PaletteEntry => {
      const aside = isBuilt(route) ? '' : t('layout.notBuilt');
      return { key: `screen:${route.path}`, to: route.path, title: t(`routes.${route.name}.title`), aside };
    });
  const settings = FINDABLE_SETTINGS.flatMap(({ label, path }): PaletteEntry[] => {
    const route = routeOf(path);
    if (route === undefined || !mayOpen(route, visitor)) return [];
    return [{ key: `setting:${label}`, to: path, title: t(label), aside: t(`routes.${route.name}.title`) }];
  });
  const places = recent
    .filter(({ to }) => {
      const route = routeOf(to.split('?')[0] ?? '');
      return route !== undefined && mayOpen(route, visitor);
    })
    .map((place): PaletteEntry => ({ ...place, key: `recent:${place.to}` }));

  const groups: readonly PaletteGroup[] = [
    { heading: t('layout.paletteRecent'), entries: fuzzyFind(places, wanted, nameOf) },
    {
      heading: t('layout.paletteScreens'),
      entries: fuzzyFind(screens, wanted, ({ title, to }) => `${title} ${to}`).slice(0, searching ? SHOWN.whileSearching : SHOWN.screens),
    },
    { heading: t('layout.paletteSettings'), entries: searching ? fuzzyFind(settings, wanted, nameOf).slice(0, SHOWN.whileSearching) : [] },
    {
      heading: t('layout.paletteDevices'),
      entries: (searching ? (devices.data ?? []) : []).map(({ id, deviceName, customerName }) => {
        const to = `/monitor?${new URLSearchParams({ device: id })}`;
        return { key: `device:${id}`, to, title: deviceName, aside: `${id} · ${customerName}` };
      }),
    },
    {
      heading: t('layout.paletteCustomers'),
      entries: (searching ? (customers.data ?? []) : []).slice(0, 10).map(({ id, customerName, customerCodeName }) => {
        const to = `/monitor?${new URLSearchParams({ customer: id })}`;
        return { key: `customer:${id}`, to, title: customerName, aside: customerCodeName.split(',').slice(0, -1).join(' / ') };
      }),
    },
    {
      heading: t('layout.paletteUsers'),
      entries: (searching ? (users.data?.records ?? []) : []).map(({ id, account, userName, customerName }) => {
        const to = `/user?${new URLSearchParams({ userNoOrName: account })}`;
        return { key: `user:${id}`, to, title: userName || account, aside: `${account} · ${customerName}` };
      }),
    },
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    error: searching ? (devices.error ?? customers.error ?? users.error) : null,
  };
};
