import { OPERATIONS } from '@sightline/contract';
import { describe, expect, it } from 'vitest';
import { safeReturn } from './addresses.ts';
import { guard, landing, routeOf, type Visitor } from './guard.ts';
import { allRoutes, type RouteDefinition } from './routes.ts';

const visitor = (permissions: string[], more: Partial<Visitor> = {}): Visitor => ({
  hasToken: true,
  permissions: new Set(permissions),
  isMainAccount: false,
  isPlatformOwner: false,
  ...more,
});
const nobody: Visitor = { hasToken: false, permissions: new Set(), isMainAccount: false, isPlatformOwner: false };
/** What opens a route that needs a call: its menu and the last of the call's permissions with their own menu. */
const needed = (route: RouteDefinition): string[] => {
  const permission = route.needs === undefined ? [] : OPERATIONS[route.needs].permission;
  const last = typeof permission === 'string' ? undefined : permission.at(-1);
  return [route.menuId!, ...(last === undefined ? [] : [last, last.split(':')[0]!])];
};
const refused = (address: string) => ({ kind: 'redirect', to: `/baseNoPermission?page=${routeOf(address)!.name}` });
const check = (address: string, who: Visitor) => guard(routeOf(address.split('?')[0] ?? ''), address, who);

describe('without a token', () => {
  it('opens only what is public', () => {
    for (const route of allRoutes()) {
      const verdict = check(route.path, nobody);
      expect(verdict.kind, route.path).toBe(route.isPublic ? 'allow' : 'redirect');
    }
  });

  it('keeps the way back with its query', () => {
    expect(check('/monitor?device=1&q=a', nobody)).toEqual({
      kind: 'redirect',
      to: `/login?return=${encodeURIComponent('/monitor?device=1&q=a')}`,
    });
  });

  it('sends an unknown address to login', () => {
    expect(check('/nowhere', nobody)).toEqual({ kind: 'redirect', to: '/login' });
  });
});

describe('with a token', () => {
  it('asks for one of the permissions of the call that a route needs', () => {
    for (const route of allRoutes().filter((r) => r.needs !== undefined)) {
      expect(check(route.path, visitor(needed(route))), route.path).toEqual({ kind: 'allow' });
      expect(check(route.path, visitor([route.menuId!])), route.path).toEqual(refused(route.path));
    }
    expect(allRoutes().some((r) => r.needs !== undefined)).toBe(true);
  });

  it('asks for the menu id of every route that has one', () => {
    for (const route of allRoutes()) {
      if (route.menuId === undefined) continue;
      expect(check(route.path, visitor([], { isMainAccount: true }))).toEqual(refused(route.path));
      const open = check(route.path, visitor(needed(route), { isMainAccount: true }));
      expect(open).toEqual(route.redirect ? refused(route.path) : { kind: 'allow' });
    }
  });

  it('sends an unknown address to the dashboard', () => {
    expect(check('/nowhere', visitor([]))).toEqual({ kind: 'redirect', to: '/dashboard' });
    expect(check('/', visitor([]))).toEqual({ kind: 'redirect', to: '/dashboard' });
  });

  it('goes to the first permitted child', () => {
    expect(check('/video', visitor(['5000', '5103', '5105']))).toEqual({ kind: 'redirect', to: '/video/aiAlerts' });
    expect(check('/report', visitor(['6000', '6204']))).toEqual({ kind: 'redirect', to: '/report/configRule' });
    expect(check('/downLoad', visitor([]))).toEqual({ kind: 'redirect', to: '/downLoad/downLoadExportFile' });
  });

  it('shows the help desk to the platform\u2019s owner only', () => {
    const main = visitor([], { isMainAccount: true });
    expect(check('/helpDesk', main).kind).toBe('redirect');
    expect(check('/helpDesk', { ...main, isPlatformOwner: true })).toEqual({ kind: 'allow' });
    expect(check('/help', visitor([]))).toEqual({ kind: 'allow' });
  });

  it('shows company pages to main accounts only', () => {
    const path = '/personalCenter/platformSettings/mapSettings';
    expect(check(path, visitor([]))).toEqual(refused(path));
    expect(check(path, visitor([], { isMainAccount: true }))).toEqual({ kind: 'allow' });
    expect(check('/personalCenter/customization', visitor([]))).toEqual({
      kind: 'redirect',
      to: '/personalCenter/customization/configuringRules',
    });
  });

  it('opens the windows of modules that the customer has', () => {
    expect(check('/module/fleet', visitor([], { modules: { fleet: true } }))).toEqual({ kind: 'allow' });
    expect(check('/module/developer', visitor([], { modules: { fleet: true } }))).toEqual(refused('/module/developer'));
    expect(check('/module/fleet', nobody)).toEqual({ kind: 'redirect', to: '/login?return=%2Fmodule%2Ffleet' });
  });

  it('lets the 403 page itself open', () => {
    expect(check('/baseNoPermission', visitor([]))).toEqual({ kind: 'allow' });
  });
});

it('has each path and each name once', () => {
  const routes = allRoutes();
  expect(new Set(routes.map((r) => r.path)).size).toBe(routes.length);
  expect(new Set(routes.map((r) => r.name)).size).toBe(routes.length);
});

it('lands on the first page that works', () => {
  expect(landing(visitor(['100', '4000']))).toBe('/monitor');
  expect(landing(visitor(['100']))).toBe('/dashboard');
});

it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/login', 'javascript:alert(1)', null])(
  'does not return to %s',
  (address) => expect(safeReturn(address)).toBeNull(),
);
