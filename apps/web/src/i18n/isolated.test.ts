import { beforeAll, expect, it } from 'vitest';
import { i18n, initI18n } from './i18n.ts';

beforeAll(() => initI18n('en_US'));

it('keeps a name from right to left by itself, so that the question mark stays at the end', () => {
  const arabic = '\u0634\u0631\u0643\u0629 14';
  expect(i18n.t('customer.deleteTitle', { name: arabic })).toBe(`Delete \u2066${arabic}\u2069?`);
});

it('leaves every other value as it is, marks of markup included', () => {
  expect(i18n.t('customer.deleteTitle', { name: '<b>"R&D" 冷链 😀</b>' })).toBe('Delete <b>"R&D" 冷链 😀</b>?');
  expect(i18n.t('ui.list.selected', { count: 3 })).toBe('3 selected');
});
