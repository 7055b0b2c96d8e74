import { expect, it } from 'vitest';
import { INITIAL_PREFERENCES, validPreferences } from './preferences.ts';

it('keeps what can be, and forgets the rest', () => {
  const own = { colour: '#1677FF', appearance: 'dark', menuPosition: 'side', menuColour: 'light', language: 'zh_CN', sideCollapsed: true };
  expect(validPreferences(own)).toEqual(own);
  const wrong = {
    colour: 'red',
    appearance: 'dim',
    menuPosition: 'left',
    menuColour: 7,
    language: [],
    sideCollapsed: 'no',
    toString: 'x',
    old: 1,
  };
  expect(validPreferences(wrong)).toEqual(INITIAL_PREFERENCES);
  expect(validPreferences({ ...own, menuPosition: 'left' })).toEqual({ ...own, menuPosition: null });
  for (const nothing of [undefined, null, 'text', 3]) expect(validPreferences(nothing)).toEqual(INITIAL_PREFERENCES);
});
