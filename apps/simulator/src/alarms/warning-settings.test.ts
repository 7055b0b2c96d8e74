import { fromHex, toHex } from '@sightline/codec';
import { ALARM_SETTING_GROUPS, ALARM_SETTINGS } from '@sightline/domain';
import { readAlarmSettings, writeAlarmSettings } from '@sightline/protocols';
import { describe, expect, it } from 'vitest';
import { AlarmBox } from './alarm-box.ts';
import { evidenceFiles } from './alarm-event.ts';
import { factoryWarnings, takeWarnings } from './warning-settings.ts';

const DEVICE = '100000000056';
const ADAS = 0xf364;
const DSM = 0xf365;

/** The settings of a unit with some of them changed by the platform. */
function unit(channels: number, changes: { adas?: Record<string, number | boolean>; dsm?: Record<string, number | boolean> }) {
  const parameters = new Map(factoryWarnings(channels));
  for (const [group, id] of [
    ['adas', ADAS],
    ['dsm', DSM],
  ] as const) {
    const had = parameters.get(id)!;
    const written = takeWarnings(id, had, writeAlarmSettings(group, fromHex(had), changes[group] ?? {}));
    parameters.set(id, written!);
  }
  return parameters;
}
const OFF = { Level1: false, Level2: false };
const off = (...sections: string[]) =>
  Object.fromEntries(sections.flatMap((section) => Object.entries(OFF).map(([level, value]) => [section + level, value])));
const now = { timeMs: Date.UTC(2026, 10, 20, 8), speedKph: 60 };

describe('settings of a simulated unit', () => {
  it('are what the platform reads, in both layouts', () => {
    for (const [channels, longer] of [
      [4, false],
      [8, true],
    ] as const) {
      const parameters = new Map(factoryWarnings(channels));
      for (const group of ALARM_SETTING_GROUPS) {
        const { parameterId, length, guangdongLength } = ALARM_SETTINGS[group];
        expect(fromHex(parameters.get(parameterId)!), group).toHaveLength(longer && guangdongLength ? guangdongLength : length);
      }
      expect(readAlarmSettings('adas', fromHex(parameters.get(ADAS)!))).toMatchObject({
        enableSpeedKph: 15,
        forwardCollisionPhotos: 2,
        forwardCollisionVideoS: 5,
      });
      expect(readAlarmSettings('dsm', fromHex(parameters.get(DSM)!))).toMatchObject({
        fatigueDrivingPhotos: 2,
        faceRecognition: 1,
        smokingRepeatS: 180,
      });
    }
  });

  it('stay where a field is all ones, and refuse another length', () => {
    const had = factoryWarnings(4)[0]![1];
    const told = new Uint8Array(56).fill(0xff);
    told[1] = 3;
    expect(toHex(fromHex(takeWarnings(ADAS, had, told)!))).toBe(`${had.slice(0, 2)}03${had.slice(4)}`);
    expect(takeWarnings(ADAS, had, told.subarray(1))).toBeNull();
    expect(takeWarnings(ADAS, undefined, told)).toBeNull();
  });

  it('say how many pictures an alarm has and how long its clips are', () => {
    const attachments = { forwardCollisionPhotos: 4, forwardCollisionVideoS: 1 };
    const parameters = unit(2, {
      adas: { ...off('laneDeparture', 'headwayTooClose'), ...attachments },
      dsm: off('fatigueDriving', 'phoneCall', 'smoking'),
    });
    const event = new AlarmBox(DEVICE, 2).raise(parameters, now)!;
    expect(event).toMatchObject({ item: 0x64, type: 1, level: 2, pictures: 4, videoS: 1 });
    // files of the identification: pictures, and a clip of each channel
    expect(event.sign.slice(-4)).toBe('0600');
    const files = evidenceFiles(DEVICE, event, 2, 'n'.repeat(32));
    expect(files.map((f) => f.type)).toEqual([0, 0, 0, 0, 2, 2]);
    const longer = evidenceFiles(DEVICE, { ...event, videoS: 3 }, 2, 'n'.repeat(32));
    expect(longer.at(-1)!.bytes.length).toBeGreaterThan(2 * files.at(-1)!.bytes.length);
    const silent = new AlarmBox(DEVICE, 2).raise(
      unit(2, {
        adas: { ...off('laneDeparture', 'headwayTooClose'), forwardCollisionPhotos: 0, forwardCollisionVideoS: 0 },
        dsm: off('fatigueDriving', 'phoneCall', 'smoking'),
      }),
      now,
    )!;
    expect(silent.sign.slice(-4)).toBe('0000');
    expect(evidenceFiles(DEVICE, silent, 2, 'n'.repeat(32))).toEqual([]);
  });

  it('switch kinds and levels of alarms off, and everything below a speed', () => {
    const kindsOf = (parameters: ReadonlyMap<number, string>, speedKph = 60): string[] => {
      const box = new AlarmBox(DEVICE, 2);
      return Array.from({ length: 6 }, () => box.raise(parameters, { ...now, speedKph })).flatMap((e) =>
        e ? [`${e.item.toString(16)}-${e.type}:${e.level}`] : [],
      );
    };
    expect(new Set(kindsOf(unit(2, {}))).size).toBe(6);
    const quiet = kindsOf(unit(2, { adas: off('laneDeparture'), dsm: { fatigueDrivingLevel2: false } }));
    expect(quiet.some((kind) => kind.startsWith('64-2'))).toBe(false);
    expect(quiet).toContain('65-1:1');
    expect(
      kindsOf(
        unit(2, { adas: off('forwardCollision', 'laneDeparture', 'headwayTooClose'), dsm: off('fatigueDriving', 'phoneCall', 'smoking') }),
      ),
    ).toEqual([]);
    expect(kindsOf(unit(2, {}), 14)).toEqual([]);
    expect(kindsOf(unit(2, { adas: { enableSpeedKph: 60 }, dsm: { enableSpeedKph: 40 } }), 50).every((kind) => kind.startsWith('65'))).toBe(
      true,
    );
  });
});
