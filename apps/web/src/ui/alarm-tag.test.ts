import { ALARM_KINDS } from '@sightline/domain';
import { expect, it } from 'vitest';
import english from './locale/en_US.json';
import chinese from './locale/zh_CN.json';

it('names every alarm kind in both languages, and no other', () => {
  const kinds = ALARM_KINDS.toSorted();
  expect(Object.keys(english.alarms).toSorted()).toEqual(kinds);
  expect(Object.keys(chinese.alarms).toSorted()).toEqual(kinds);
});
