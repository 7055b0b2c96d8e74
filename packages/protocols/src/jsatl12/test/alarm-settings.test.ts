import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '@sightline/codec';
import { ALARM_SETTING_GROUPS, ALARM_SETTINGS, hasAlarmSetting, type AlarmSettingGroup, type AlarmSettingValue } from '@sightline/domain';
import { annotateJt808 } from '../../jt808/annotate.ts';
import { wrapFrame } from '../../jt808/frame.ts';
import { joinHeader } from '../../jt808/header.ts';
import { decodeBody, encodeBody } from '../../jt808/messages/index.ts';
import { readAlarmSettings, writeAlarmSettings } from '../alarm-settings.ts';

/** The values that T/JSATL 12-2017 §4.4 names as defaults, octet by octet. */
const FACTORY: Readonly<Record<AlarmSettingGroup, string>> = {
  adas:
    '1e0600003c00c803020101' +
    '00010fff' +
    '00000003' +
    '00' +
    '1e32050302' +
    '3c0532050302' +
    '32050302' +
    '1b32050302' +
    '1e32050302' +
    '0a32050302' +
    '0302' +
    '00000000',
  dsm: '1e06000e1000c803020101' + '000001ff' + '00000003' + '00b40078' + '000000' + '32050302'.repeat(5) + '01' + '0000',
  tpms: '393030523230000000000000' + '0003008c00140005006e00bd0050000a003c' + '000000000000',
  bsd: '0303',
};
/** T/GDRTA 002-2020: other last octets, and more of them. */
const GUANGDONG = {
  adas: FACTORY.adas.slice(0, 104) + '28040201' + '29060403' + '00000000',
  dsm: FACTORY.dsm.slice(0, 92) + '02' + '3c' + '28040201' + '29050302' + '2a060403' + '2b070504' + '0000',
};

const octets = (group: AlarmSettingGroup, max = 80) =>
  fc.oneof(
    fc.uint8Array({ minLength: ALARM_SETTINGS[group].length, maxLength: ALARM_SETTINGS[group].length }),
    fc.uint8Array({ minLength: 0, maxLength: max }),
  );

describe('settings of active safety', () => {
  it('have the defaults of the standard where the standard has them', () => {
    for (const group of ALARM_SETTING_GROUPS) {
      const bytes = fromHex(FACTORY[group]);
      expect(bytes).toHaveLength(ALARM_SETTINGS[group].length);
      const presets = ALARM_SETTINGS[group].fields.filter((field) => hasAlarmSetting(group, field, bytes.length));
      expect(readAlarmSettings(group, bytes)).toEqual(Object.fromEntries(presets.map((field) => [field.key, field.preset])));
    }
  });

  it('have the longer layout of Guangdong by their length', () => {
    expect(fromHex(GUANGDONG.adas)).toHaveLength(64);
    expect(fromHex(GUANGDONG.dsm)).toHaveLength(66);
    expect(readAlarmSettings('adas', fromHex(GUANGDONG.adas))).toMatchObject({
      headwayTooClosePhotos: 3,
      solidLineCrossingSpeedKph: 40,
      solidLineCrossingVideoS: 4,
      aislePedestrianPhotos: 4,
      aislePedestrianPhotoInterval100Ms: 3,
    });
    expect(readAlarmSettings('dsm', fromHex(GUANGDONG.dsm))).toMatchObject({
      faceRecognition: 2,
      cameraCoveredSpeedKph: 60,
      seatBeltVideoS: 4,
      infraredBlockedSpeedKph: 41,
      handsOffWheelPhotos: 4,
      playingWithPhoneVideoS: 7,
    });
    expect(readAlarmSettings('adas', fromHex(FACTORY.adas))).not.toHaveProperty('solidLineCrossingSpeedKph');
  });

  it('are read as far as a short parameter reaches', () => {
    const short = fromHex(FACTORY.dsm).subarray(0, 47);
    expect(readAlarmSettings('dsm', short)).toEqual(readAlarmSettings('dsm', fromHex(FACTORY.dsm)));
    expect(readAlarmSettings('dsm', short.subarray(0, 46))).not.toHaveProperty('faceRecognition');
    expect(readAlarmSettings('bsd', new Uint8Array(0))).toEqual({});
  });

  it('are changed where they are named, and nowhere else', () => {
    const before = fromHex(GUANGDONG.adas);
    const after = writeAlarmSettings('adas', before, { forwardCollisionPhotos: 7, laneDepartureLevel2: false, autoPhotoIntervalS: 300 });
    const changed = [...after].flatMap((octet, at) => (octet === before[at] ? [] : [[at, octet]]));
    expect(changed).toEqual([
      [3, 0x01],
      [4, 0x2c],
      [14, 0xdf],
      [38, 7],
    ]);
    expect(toHex(before)).toBe(GUANGDONG.adas);
    // the shorter layout has no place for them
    expect(toHex(writeAlarmSettings('adas', fromHex(FACTORY.adas), { solidLineCrossingSpeedKph: 80 }))).toBe(FACTORY.adas);
    expect(toHex(writeAlarmSettings('tpms', fromHex(FACTORY.tpms), { tireModel: '11R22.5' })).slice(0, 24)).toBe(
      '313152' + '32322e35' + '0000000000',
    );
  });

  it('refuse what does not fit the octets', () => {
    const wrong: [AlarmSettingGroup, Record<string, AlarmSettingValue>][] = [
      ['adas', { volume: 255 }],
      ['adas', { volume: -1 }],
      ['adas', { volume: 1.5 }],
      ['adas', { volume: true }],
      ['adas', { forwardCollisionLevel1: 1 }],
      ['tpms', { tireModel: 'too long for the field' }],
      ['tpms', { tireModel: '胎' }],
    ];
    for (const [group, values] of wrong) expect(() => writeAlarmSettings(group, fromHex(FACTORY[group]), values)).toThrow(/must be/);
  });

  it('come back as they were written, whatever the unit told', () => {
    for (const group of ALARM_SETTING_GROUPS) {
      fc.assert(
        fc.property(octets(group), fc.infiniteStream(fc.nat(1000)), (bytes, numbers) => {
          // written again, what was read changes nothing, reserved octets and tails included
          const told = readAlarmSettings(group, bytes);
          const printable = Object.fromEntries(Object.entries(told).filter(([, v]) => typeof v !== 'string'));
          expect(toHex(writeAlarmSettings(group, bytes, printable))).toBe(toHex(bytes));
          const next = (): number => numbers.next().value as number;
          const wanted = Object.fromEntries(
            ALARM_SETTINGS[group].fields
              .filter((field) => hasAlarmSetting(group, field, bytes.length) && next() % 2 === 0)
              .map((field) => {
                if (field.kind === 'flag') return [field.key, next() % 2 === 0];
                if (field.kind === 'text') return [field.key, 'R20'];
                return field.kind === 'choice'
                  ? [field.key, field.choices[next() % field.choices.length]!.value]
                  : [field.key, field.min + (next() % (field.max - field.min + 1))];
              }),
          );
          const written = writeAlarmSettings(group, bytes, wanted);
          expect(written).toHaveLength(bytes.length);
          const allOnes = (key: string): boolean => {
            const { at, size } = ALARM_SETTINGS[group].fields.find((f) => f.key === key)!;
            return written.subarray(at, at + size).every((octet) => octet === 0xff);
          };
          const now = readAlarmSettings(group, written);
          for (const [key, value] of Object.entries(wanted)) if (!allOnes(key)) expect(now[key], key).toBe(value);
        }),
        { numRuns: 150 },
      );
    }
  });

  it('have a place of their own in each group, inside its parameter, and a default inside their range', () => {
    for (const group of ALARM_SETTING_GROUPS) {
      const { fields, length, guangdongLength } = ALARM_SETTINGS[group];
      const taken = new Map<string, string>();
      for (const field of fields) {
        expect(field.at + field.size).toBeLessThanOrEqual(field.guangdong ? guangdongLength! : length);
        if (field.kind === 'number')
          expect(field.preset >= field.min && field.preset <= field.max && field.max < 2 ** (8 * field.size) - 1).toBe(true);
        if (field.kind === 'choice') expect(field.choices.map((c) => c.value)).toContain(field.preset);
        for (let octet = field.at; octet < field.at + field.size; octet++) {
          const place = field.kind === 'flag' ? `${octet} bit ${field.bit}` : `${octet}${field.guangdong ? ' longer' : ''}`;
          expect(taken.get(place), `${field.key} at ${place}`).toBeUndefined();
          taken.set(place, field.key);
        }
      }
      expect(new Set(fields.map((f) => f.key)).size).toBe(fields.length);
    }
  });
});

describe('settings of active safety in messages', () => {
  const frameOf = (id: number, body: Uint8Array): Uint8Array =>
    wrapFrame(joinHeader({ id, version: null, phone: fromHex('013912345678'), serial: 1 }, body));
  const body = fromHex(`0036` + `02` + `0000f364` + `38` + FACTORY.adas + `0000f367` + `03` + '020455');

  it('are what an answer says, with all octets; longer ones included', () => {
    const { fields } = decodeBody(0x0104, body, 0, body.length);
    expect(fields['parameters']).toMatchObject([
      { id: 0xf364, name: 'adasSettings', value: { forwardCollisionTime100Ms: 27, hex: FACTORY.adas } },
      { id: 0xf367, name: 'bsdSettings', value: { rearTimeS: 2, sideRearTimeS: 4, hex: '020455' } },
    ]);
    expect(toHex(encodeBody(0x0104, fields))).toBe(toHex(body));
  });

  it('are explained octet by octet', () => {
    const { fields } = annotateJt808(frameOf(0x0104, body));
    const named = (end: string) => fields.find(({ field }) => field.endsWith(end));
    expect(named('forwardCollisionTime100Ms')).toMatchObject({ value: 2.7, unit: 's' });
    expect(named('enableSpeedKph')).toMatchObject({ value: 30, unit: 'km/h' });
    expect(named('warningBits')).toMatchObject({ value: '0x00010fff' });
    expect(named('sideRearTimeS')).toMatchObject({ value: 4, unit: 's' });
  });
});
