import { describe, expect, it } from 'vitest';
import { guard, missingFor, routeOf, type Visitor } from './guard.ts';
import { allRoutes } from './routes.ts';

const all = new Set([
  ...allRoutes().flatMap(({ menuId }) => menuId ?? []),
  '5101:live',
  '5102:view',
  '4000:remoteControl',
  '3000:deviceSettings',
]);

/** Every kind of visitor that the rules tell apart. */
const VISITORS = {
  nobody: { hasToken: false, permissions: new Set(), isMainAccount: false, isPlatformOwner: false },
  /** Signed in, and granted nothing. */
  bare: { hasToken: true, permissions: new Set(), isMainAccount: false, isPlatformOwner: false },
  /** With every menu, but no main account. */
  ordinary: { hasToken: true, permissions: all, isMainAccount: false, isPlatformOwner: false },
  /** The main account of a company that was granted nothing. */
  bareMain: { hasToken: true, permissions: new Set(), isMainAccount: true, isPlatformOwner: false },
  main: { hasToken: true, permissions: all, isMainAccount: true, isPlatformOwner: false },
} satisfies Record<string, Visitor>;
type Kind = keyof typeof VISITORS;

const OPEN = 'open';
const LOGIN = 'login';
const REFUSED = 'refused';

const answer = (path: string, kind: Kind): string => {
  const verdict = guard(routeOf(path), path, VISITORS[kind]);
  if (verdict.kind === 'allow') return OPEN;
  if (verdict.to.startsWith('/login')) return LOGIN;
  return verdict.to.startsWith('/baseNoPermission') ? REFUSED : verdict.to;
};

/** What a page asks for: nothing but a token, its menu, or to be a main account. */
const RULES = {
  anybody: { nobody: LOGIN, bare: OPEN, ordinary: OPEN, bareMain: OPEN, main: OPEN },
  menu: { nobody: LOGIN, bare: REFUSED, ordinary: OPEN, bareMain: REFUSED, main: OPEN },
  mainAccount: { nobody: LOGIN, bare: REFUSED, ordinary: REFUSED, bareMain: OPEN, main: OPEN },
  public: { nobody: OPEN, bare: OPEN, ordinary: OPEN, bareMain: OPEN, main: OPEN },
} as const satisfies Record<string, Record<Kind, string>>;

const PERSONAL = '/personalCenter';
const PAGES: readonly (readonly [path: string, menuId: string | null, rule: keyof typeof RULES])[] = [
  ['/login', null, 'public'],
  ['/baseNoPermission', null, 'anybody'],
  ['/dashboard', '100', 'menu'],
  ['/customer', '1000', 'menu'],
  ['/user', '2000', 'menu'],
  ['/device', '3000', 'menu'],
  ['/monitor', '4000', 'menu'],
  ['/video/live', '5101', 'menu'],
  ['/video/history', '5102', 'menu'],
  ['/video/aiAlerts', '5103', 'menu'],
  ['/video/setting', '5104', 'menu'],
  ['/video/gallery', '5105', 'menu'],
  ['/report/template', '6101', 'menu'],
  ['/report/auto', '6102', 'menu'],
  ['/report/alarmDevice', '6209', 'menu'],
  ['/report/configRule', '6204', 'menu'],
  ['/downLoad/downLoadExportFile', null, 'anybody'],
  [`${PERSONAL}/userSettings/personalData`, null, 'anybody'],
  [`${PERSONAL}/userSettings/basicSettings`, null, 'anybody'],
  [`${PERSONAL}/userSettings/unitSettings`, null, 'anybody'],
  [`${PERSONAL}/userSettings/alarmPush`, null, 'anybody'],
  [`${PERSONAL}/userSettings/operationLog`, null, 'anybody'],
  [`${PERSONAL}/userSettings/setRecord`, null, 'anybody'],
  [`${PERSONAL}/customerSettings/basicInformation`, null, 'mainAccount'],
  [`${PERSONAL}/customerSettings/appSettings`, null, 'mainAccount'],
  [`${PERSONAL}/customerSettings/branding`, null, 'mainAccount'],
  [`${PERSONAL}/customerSettings/modelAlias`, null, 'mainAccount'],
  [`${PERSONAL}/platformSettings/nodeSettings`, null, 'mainAccount'],
  [`${PERSONAL}/platformSettings/ftpSettings`, null, 'mainAccount'],
  [`${PERSONAL}/platformSettings/mapSettings`, null, 'mainAccount'],
  [`${PERSONAL}/platformSettings/emailSettings`, null, 'mainAccount'],
  [`${PERSONAL}/platformSettings/customizeMenu`, null, 'mainAccount'],
  [`${PERSONAL}/customization/customizedAlerts`, null, 'mainAccount'],
  [`${PERSONAL}/customization/configuringRules`, null, 'anybody'],
  [`${PERSONAL}/license/index`, null, 'mainAccount'],
];

describe.each(Object.keys(VISITORS) as Kind[])('%s', (kind) => {
  it.each(PAGES)('at %s', (path, menuId, rule) => {
    expect(routeOf(path)?.menuId ?? null).toBe(menuId);
    expect(answer(path, kind)).toBe(RULES[rule][kind]);
  });
});

it.each([
  ['/video', { nobody: LOGIN, bare: REFUSED, ordinary: '/video/live', bareMain: REFUSED, main: '/video/live' }],
  ['/report', { nobody: LOGIN, bare: REFUSED, ordinary: '/report/template', bareMain: REFUSED, main: '/report/template' }],
  ['/downLoad', Object.fromEntries(['bare', 'ordinary', 'bareMain', 'main'].map((kind) => [kind, '/downLoad/downLoadExportFile']))],
  [`${PERSONAL}/userSettings`, Object.fromEntries(['bare', 'main'].map((kind) => [kind, `${PERSONAL}/userSettings/personalData`]))],
  [`${PERSONAL}/customerSettings`, { bare: REFUSED, ordinary: REFUSED, main: `${PERSONAL}/customerSettings/basicInformation` }],
  [`${PERSONAL}/platformSettings`, { bare: REFUSED, ordinary: REFUSED, bareMain: `${PERSONAL}/platformSettings/nodeSettings` }],
  [
    `${PERSONAL}/customization`,
    { ordinary: `${PERSONAL}/customization/configuringRules`, main: `${PERSONAL}/customization/customizedAlerts` },
  ],
  ['/', { nobody: LOGIN, bare: '/dashboard', main: '/dashboard' }],
  ['/nowhere', { nobody: LOGIN, bare: '/dashboard', main: '/dashboard' }],
] as const)('leads on from %s', (path, expected) => {
  for (const [kind, to] of Object.entries(expected)) expect(answer(path, kind as Kind), kind).toBe(to);
});

it('names the next child when the first may not be opened, and what is missing when none may', () => {
  const who = (...ids: string[]): Visitor => ({ hasToken: true, permissions: new Set(ids), isMainAccount: false, isPlatformOwner: false });
  const video = routeOf('/video')!;
  expect(guard(video, '/video', who('5000', '5104'))).toEqual({ kind: 'redirect', to: '/video/setting' });
  expect(guard(video, '/video', who('5000'))).toEqual({ kind: 'redirect', to: '/baseNoPermission?page=video' });
  expect(missingFor(video, who())).toEqual({ kind: 'menu', id: '5000' });
  expect(missingFor(routeOf('/video/live')!, who('5101'))).toMatchObject({ kind: 'oneOf', ids: expect.arrayContaining(['5101:live']) });
  expect(missingFor(routeOf(`${PERSONAL}/license/index`)!, who())).toEqual({ kind: 'mainAccount' });
});
