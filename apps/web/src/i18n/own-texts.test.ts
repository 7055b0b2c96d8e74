import { describe, expect, it } from 'vitest';
import { flatTexts, keepsPlaceholders, overlaid, placeholdersOf } from './own-texts.ts';

const BUILT_IN = { login: { title: 'Sign in', store: { ios: 'iPhone' } }, ui: { count: '{{count}} of {{ total }}' } };

describe('own texts', () => {
  it('stand in the place of built-in ones, which stay as they are', () => {
    const changed = overlaid(BUILT_IN, [
      { key: 'login.title', text: 'Welcome' },
      { key: 'login.store.ios', text: 'Apple' },
      { key: 'ui.count', text: '{{total}}: {{count}}' },
    ]);
    expect(changed).toEqual({ login: { title: 'Welcome', store: { ios: 'Apple' } }, ui: { count: '{{total}}: {{count}}' } });
    expect(BUILT_IN.login.title).toBe('Sign in');
  });

  it('are left out where there is no such text, or other values would be filled in', () => {
    const own = ['login.none', 'login', 'login.title.more', 'login.store', 'none.title', '__proto__.title', 'login.constructor'].map(
      (key) => ({
        key,
        text: 'x',
      }),
    );
    expect(overlaid(BUILT_IN, [...own, { key: 'ui.count', text: '{{count}}' }, { key: 'login.title', text: 'Hello {{name}}' }])).toEqual(
      BUILT_IN,
    );
    expect(({} as Record<string, unknown>)['title']).toBeUndefined();
  });

  it('name their placeholders once', () => {
    expect(placeholdersOf('{{b}} {{a}} {{b}}')).toEqual(['a', 'b']);
    expect(keepsPlaceholders('{{a}}', '{{a}} and {{a}}')).toBe(true);
    expect(flatTexts(BUILT_IN).map(({ key }) => key)).toEqual(['login.title', 'login.store.ios', 'ui.count']);
  });
});
