import { fromHex } from '@sightline/codec';
import { aiAlarmsOf, type AiAlarm } from '@sightline/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aiAlarmOf } from '../../jt808/items/ai-alarm.ts';
import { ItemValue } from '../../jt808/items/definition.ts';
import { jt808 } from '../../jt808/index.ts';

const NOW = Date.UTC(2025, 10, 18, 2);

/** Alarms of active safety, and the kinds among the attributes, of the position in a frame. */
function alarmsOf(frame: string): { alarms: readonly AiAlarm[]; kinds: unknown } {
  const { facts, error } = jt808.createSession().receive(fromHex(frame), NOW);
  expect(error).toBeUndefined();
  const [fact] = facts;
  if (fact?.kind !== 'position') throw new Error('no position');
  return { alarms: aiAlarmsOf(fact.fix.attributes), kinds: fact.fix.attributes['alarm'] };
}

const JIANGSU = '31323334353637';

describe('items 0x64-0x67', () => {
  it('0x64: forward collision with its files', () => {
    const { alarms, kinds } = alarmsOf(
      '7E0200004D0139123456780028000000000000000301DC89D0073D8AA5000C033A007D01251118093015642F000000110101023E1200000053000C01DC89D0073D8AA5251118093015040131323334353637251118093015000300017E',
    );
    expect(kinds).toBe('forwardCollision');
    expect(alarms).toEqual([
      {
        family: 'adas',
        kind: 'forwardCollision',
        type: 1,
        phase: 'start',
        level: 2,
        sign: `${JIANGSU}251118093015000300`,
        files: 3,
        details: { frontSpeedKph: 62, distance100Ms: 18, speedKph: 83 },
      },
    ]);
  });

  it('0x65: a phone call of which nobody says how long it lasts', () => {
    const { alarms } = alarmsOf(
      '7E0200004D0139123456780029000000000000000301DC89D0073D8AA5000C033A007D01251118093020652F00000012000201000000000053000C01DC89D0073D8AA52511180930200411313233343536372511180930200002000B7E',
    );
    expect(alarms).toMatchObject([{ family: 'dsm', kind: 'phoneCall', phase: 'moment', level: 1, files: 2 }]);
  });

  it('0x66 with tyres of nine octets, 0x67 with its side', () => {
    const tire = alarmsOf(
      '7E02000050013912345678002A000000000000000301DC89D0073D8AA5000C0258007D01251118093100663200000013003C000C01DC89D0073D8AA52511180931000401313233343536372511180931000000000102000401E0002D0050AD7E',
    );
    // bit 2: pressure too low
    expect(tire.alarms).toMatchObject([
      { family: 'tpms', kind: 'tirePressure', type: 4, level: null, files: 0, details: { tire: 2, pressureKpa: 480, temperature: 45 } },
    ]);
    const side = alarmsOf(
      '7E02000047013912345678002B000000000000000301DC89D0073D8AA5000C0190007D01251118093200672900000014010328000C01DC89D0073D8AA5251118093200040531323334353637251118093200000100E67E',
    );
    expect(side.alarms).toMatchObject([{ family: 'bsd', kind: 'blindZone', phase: 'start', files: 1, details: { side: 3 } }]);
  });

  it('the form of Guangdong: 40 octets of identification and kinds of its own', () => {
    const { alarms, kinds } = alarmsOf(
      '7E020040650100000000013912345678003C000000000000000301DC89D0073D8AA5000C033A007D01251118093015654700000015010A01000000000053000C01DC89D0073D8AA5251118093015040141424331323334353637000000000000000000000000000000000000000025111809301500020000747E',
    );
    expect(kinds).toBe('seatBelt');
    expect(alarms).toMatchObject([{ family: 'dsm', kind: 'seatBelt', files: 2 }]);
    expect(alarms[0]!.sign).toHaveLength(80);
  });

  it('an alarm that ends is told, and is none of the present', () => {
    const value = fromHex(`0000001102010200000000005300${'0c'.repeat(18)}${JIANGSU}251118093015000300`);
    expect(aiAlarmOf('adas', new ItemValue(value, 0, value.length))).toMatchObject({ phase: 'end' });
  });

  it('other values under these ids are no alarms', () => {
    const password = fromHex('3132333435363738');
    expect(aiAlarmOf('bsd', new ItemValue(password, 0, 8))).toBeNull();
    expect(aiAlarmOf('adas', new ItemValue(password, 0, 8))).toBeNull();
  });

  it('any octets at all give an alarm within bounds, or none', () => {
    fc.assert(
      fc.property(fc.constantFrom('adas', 'dsm', 'tpms', 'bsd'), fc.uint8Array({ maxLength: 255 }), (family, bytes) => {
        const alarm = aiAlarmOf(family, new ItemValue(bytes, 0, bytes.length));
        if (!alarm) return;
        expect(aiAlarmsOf({ aiAlarms: JSON.stringify([alarm]) })).toEqual([alarm]);
        expect(alarm.files).toBeLessThanOrEqual(255);
      }),
    );
  });
});
