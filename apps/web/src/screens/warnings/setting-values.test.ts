import type { AlarmSettings } from '@sightline/contract';
import { ALARM_SETTINGS, DEFAULT_UNITS, measuresIn, unitChoiceOf } from '@sightline/domain';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from './group-fields.tsx';
import { bySection, isAttachment, valueText } from './setting-text.ts';
import { startValues, usualValues, wantedValues, wrongField } from './setting-values.ts';

const nothing: AlarmSettings['groups']['adas'] = {
  state: 'neverRead',
  reason: null,
  wanted: null,
  wantedTime: null,
  wantedAccount: null,
  told: null,
  toldTime: null,
  length: null,
  differs: [],
  absent: [],
};
const settings = (groups: Partial<AlarmSettings['groups']> = {}): AlarmSettings => ({
  deviceId: '1',
  deviceName: 'One',
  deviceType: 'C4',
  deviceTypeName: 'Camera',
  online: true,
  state: 'neverRead',
  exists: false,
  groups: { adas: nothing, dsm: nothing, tpms: nothing, bsd: nothing, ...groups },
  photos: null,
  videoS: null,
});
const fieldOf = (group: 'adas' | 'dsm' | 'tpms', key: string) => ALARM_SETTINGS[group].fields.find((f) => f.key === key)!;
const words = { on: 'on', off: 'off', beside: measuresIn(DEFAULT_UNITS).beside };

describe('the form of settings', () => {
  it('begins with what is wanted, else with what the unit has', () => {
    const start = startValues(
      settings({ bsd: { ...nothing, wanted: { rearTimeS: 4 }, told: { rearTimeS: 2, sideRearTimeS: 6 }, length: 2 } }),
    );
    expect(start.bsd).toEqual({ rearTimeS: 4, sideRearTimeS: 6 });
    expect(Object.values(start.adas!).every((value) => value === undefined)).toBe(true);
  });

  it('has the fields that the unit has a place for', () => {
    const keys = (length: number | null): string[] => fieldsOf('dsm', { ...nothing, length }).map((f) => f.key);
    expect(keys(null)).not.toContain('seatBeltPhotos');
    expect(keys(66)).toContain('seatBeltPhotos');
    expect(keys(46)).not.toContain('faceRecognition');
  });

  it('leaves empty fields as the unit has them, and keeps zero and false', () => {
    const typed = {
      adas: { volume: 0, enableSpeedKph: null, forwardCollisionLevel1: false },
      tpms: { tireModel: '' },
      bsd: { rearTimeS: 3 },
    };
    expect(wantedValues(typed, ['adas', 'tpms'])).toEqual({ adas: { volume: 0, forwardCollisionLevel1: false }, tpms: {} });
  });

  it('says which field the contract would not take', () => {
    expect(wrongField({ adas: { volume: 3 }, dsm: { volume: 99 } })).toEqual(['dsm', 'volume']);
    expect(wrongField({ adas: usualValues(settings(), 'adas'), dsm: usualValues(settings(), 'dsm') })).toBeNull();
  });

  it('shows values with their units, choices by their words', () => {
    expect(valueText(fieldOf('adas', 'forwardCollisionTime100Ms'), 27, words)).toBe('2.7 s');
    expect(valueText(fieldOf('adas', 'volume'), 6, words)).toBe('6');
    expect(valueText(fieldOf('adas', 'forwardCollisionLevel2'), false, words)).toBe('off');
    expect(valueText(fieldOf('tpms', 'pressureUnit'), 2, words)).toBe('kPa');
    expect(valueText(fieldOf('tpms', 'pressureUnit'), 77, words)).toBe('77');
    expect(valueText(fieldOf('adas', 'enableSpeedKph'), 30, words)).toBe('30 km/h');
    const british = { ...words, beside: measuresIn(unitChoiceOf({ speedUnit: 'mph' })).beside };
    expect(valueText(fieldOf('adas', 'enableSpeedKph'), 30, british)).toBe('18.6 mph (30 km/h)');
  });

  it('puts every field into one place', () => {
    const { fields } = ALARM_SETTINGS.adas;
    const shown = [fields.filter(isAttachment), fields.filter((f) => !isAttachment(f))].flatMap((some) =>
      bySection(some).flatMap(([, own]) => own),
    );
    expect(shown.map((f) => f.key).toSorted()).toEqual(fields.map((f) => f.key).toSorted());
  });
});
