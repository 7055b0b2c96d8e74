import { DEFAULT_UNITS, unitChoiceOf } from '@sightline/domain';
import { beforeAll, expect, it } from 'vitest';
import { initI18n } from '../../i18n/i18n.ts';
import { unitsFor } from '../../units/user-units.ts';
import { paramTexts } from './command-params.ts';

const plain = unitsFor(DEFAULT_UNITS, undefined, 'USD');
const british = unitsFor(unitChoiceOf({ speedUnit: 'mph' }), undefined, 'GBP');

beforeAll(async () => {
  await initI18n('en_US');
});

it('says what a command was told in the words of its form', () => {
  expect(paramTexts({ commandType: 'positionInterval', params: { drivingS: 30, parkedS: 600 } }, plain)).toEqual([
    [expect.stringMatching(/\w/), '30 s'],
    [expect.stringMatching(/\w/), '600 s'],
  ]);
  const [pairs] = paramTexts(
    {
      commandType: 'parametersSet',
      params: {
        parameters: [
          { name: '0x0029', value: 30 },
          { name: 'apn', value: 'web' },
        ],
      },
    },
    plain,
  );
  expect(pairs?.[1]).toBe('0x0029 = 30, apn = web');
  const settings = { adas: { forwardCollisionTime100Ms: 27, laneDepartureLevel1: false }, bsd: { rearTimeS: 4 } };
  expect(paramTexts({ commandType: 'alarmSettingsWrite', params: { settings } }, plain)).toEqual([
    ['ADAS, Forward collision: Time to the collision', '2.7 s'],
    ['ADAS, Lane departure: Level 1 warns', 'No'],
    ['BSD, Blind spot: Approach from behind', '4 s'],
  ]);
  expect(paramTexts({ commandType: 'positionQuery', params: {} }, plain)).toEqual([]);
  expect(paramTexts({ commandType: 'positionInterval', params: { gone: { a: 1 } } }, plain)).toEqual([['gone', '{"a":1}']]);
});

it('says speeds in the person’s unit, with what the device was sent', () => {
  const record = { commandType: 'speedLimit', params: { speedKph: 100 } } as const;
  expect(paramTexts(record, british).map(([, value]) => value)).toContain('62.1 mph (100 km/h)');
  const set = { commandType: 'parametersSet', params: { parameters: [{ name: 'maxSpeedKph', value: 90 }] } } as const;
  expect([paramTexts(set, british)[0]?.[1], paramTexts(set, plain)[0]?.[1]]).toEqual([
    'maxSpeedKph = 55.9 mph (90 km/h)',
    'maxSpeedKph = 90 km/h',
  ]);
});
