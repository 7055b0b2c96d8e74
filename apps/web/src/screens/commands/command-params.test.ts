import { beforeAll, expect, it } from 'vitest';
import { initI18n } from '../../i18n/i18n.ts';
import { paramTexts } from './command-params.ts';

beforeAll(async () => {
  await initI18n('en_US');
});

it('says what a command was told in the words of its form', () => {
  expect(paramTexts({ commandType: 'positionInterval', params: { drivingS: 30, parkedS: 600 } })).toEqual([
    [expect.stringMatching(/\w/), '30 s'],
    [expect.stringMatching(/\w/), '600 s'],
  ]);
  const [pairs] = paramTexts({
    commandType: 'parametersSet',
    params: {
      parameters: [
        { name: '0x0029', value: 30 },
        { name: 'apn', value: 'web' },
      ],
    },
  });
  expect(pairs?.[1]).toBe('0x0029 = 30, apn = web');
  const settings = { adas: { forwardCollisionTime100Ms: 27, laneDepartureLevel1: false }, bsd: { rearTimeS: 4 } };
  expect(paramTexts({ commandType: 'alarmSettingsWrite', params: { settings } })).toEqual([
    ['ADAS, Forward collision: Time to the collision', '2.7 s'],
    ['ADAS, Lane departure: Level 1 warns', 'No'],
    ['BSD, Blind spot: Approach from behind', '4 s'],
  ]);
  expect(paramTexts({ commandType: 'positionQuery', params: {} })).toEqual([]);
  expect(paramTexts({ commandType: 'positionInterval', params: { gone: { a: 1 } } })).toEqual([['gone', '{"a":1}']]);
});
