import { DEFAULT_UNITS } from '@sightline/domain';
import { beforeAll, expect, it } from 'vitest';
import { i18n, initI18n } from '../../i18n/i18n.ts';
import { unitsFor } from '../../units/user-units.ts';
import { NIGHTS } from './rule-fixture.ts';
import { thenText, weekdaysText, whenText } from './rule-text.ts';
import { clockOf } from './rule-times.tsx';

beforeAll(async () => await initI18n('en_US'));
const units = unitsFor({ ...DEFAULT_UNITS, speed: 'mph' }, undefined, 'USD');

it('a rule is said in two sentences, in the units of the person', () => {
  expect(whenText(NIGHTS, units, i18n.t)).toBe(
    'Cold chain or SOS on all devices of Alpenblick and 2 devices, Mon–Fri 22:00–06:00 (Europe/Berlin), at 19 mph to 56 mph',
  );
  expect(thenText(NIGHTS, i18n.t)).toBe(
    'Tells Ada; e-mail to desk@example.com; pictures of CH1 and CH2; clip of CH1, 10 s before to 20 s after',
  );
});

it('what is left out is not said, what is gone is, and long lists are counted', () => {
  const emails = ['a@x.y', 'b@x.y', 'c@x.y', 'd@x.y'];
  const rule = { ...NIGHTS, weekdays: [1, 2, 3, 4, 5, 6, 7], spans: [], minSpeedKph: null, maxSpeedKph: null };
  expect(whenText({ ...rule, customers: [], deviceCount: 1 }, units, i18n.t)).toBe('Cold chain or SOS on 1 device');
  expect(whenText({ ...rule, customers: [], deviceCount: 0, alarmTypes: [], customizeAlarms: [] }, units, i18n.t)).toBe(
    'no alarm on no device',
  );
  expect(thenText({ ...rule, notice: null, pictures: null, clip: null, emails }, i18n.t)).toBe('E-mail to a@x.y, b@x.y, c@x.y, and 1 more');
  // Users who have gone are told nothing.
  expect(thenText({ ...rule, users: [], emails: [], pictures: null, clip: null }, i18n.t)).toBe('Nothing');
});

it('days in a row are one', () => {
  expect([[1, 2, 3, 4, 5], [6, 7], [1, 3, 5, 6, 7], [7]].map(weekdaysText)).toEqual(['Mon–Fri', 'Sat, Sun', 'Mon, Wed, Fri–Sun', 'Sun']);
});

it('times of the day may be typed in a hurry', () => {
  expect(['8', '830', '0830', '8.30', '8:5', ' 22:00 ', '24:00', 'noon', ''].map(clockOf)).toEqual([
    '08:00',
    '08:30',
    '08:30',
    '08:30',
    '08:05',
    '22:00',
    '24:00',
    'noon',
    '',
  ]);
});
