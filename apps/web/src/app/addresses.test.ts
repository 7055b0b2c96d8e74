import { expect, it } from 'vitest';
import { entrancePageOf, isPublicPath, loginAddress, returnAddress } from './addresses.ts';
import { allRoutes } from './routes.ts';

it('knows the public pages as the table of routes does', () => {
  for (const { path, isPublic } of allRoutes()) expect(isPublicPath(path.replace(/:\w+/g, 'x')), path).toBe(isPublic === true);
  expect(isPublicPath('/loginElsewhere')).toBe(false);
});

it('tells the pages of the entrance', () => {
  expect(['/login', '/login/', '/forgotPassword', '/share/x', '/', '/monitor'].map(entrancePageOf)).toEqual([
    'login',
    'login',
    'forgotPassword',
    null,
    null,
    null,
  ]);
});

it('leads back to pages of this client alone', () => {
  expect(returnAddress(new URL(loginAddress('/monitor?q=Actros'), 'http://x').search)).toBe('/monitor?q=Actros');
  expect(loginAddress('/')).toBe('/login');
  for (const elsewhere of ['https://evil.example', '//evil.example', '/\\evil.example', '/login?return=/login'])
    expect(returnAddress(`?return=${encodeURIComponent(elsewhere)}`), elsewhere).toBeNull();
});
