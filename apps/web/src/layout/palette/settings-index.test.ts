import { expect, it } from 'vitest';
import { isBuilt } from '../../app/routes.ts';
import { routeOf } from '../../app/guard.ts';
import { FINDABLE_SETTINGS } from './settings-index.ts';

it('leads to pages that are there, and names each setting once', () => {
  for (const { label, path } of FINDABLE_SETTINGS) {
    const route = routeOf(path);
    expect(route !== undefined && isBuilt(route), `${label} at ${path}`).toBe(true);
  }
  expect(new Set(FINDABLE_SETTINGS.map(({ label }) => label)).size).toBe(FINDABLE_SETTINGS.length);
});
