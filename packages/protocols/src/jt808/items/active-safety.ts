import { counted, fixedText, hex, hexRest, ifMore, struct, toHex, u16, u32, u8, wallTime } from '@sightline/codec';
import type { AiAlarmFamily, AlarmKind } from '@sightline/domain';
import { firstThatFits } from '../messages/trial.ts';
import type { Field } from '@sightline/codec';
import { aiAlarmOf } from './ai-alarm.ts';
import type { Collector } from './collector.ts';
import type { ItemDefinition, ItemValue } from './definition.ts';

/** T/JSATL 12-2017 table 4-16: names the files of an alarm; other standards have other lengths, which stay hex. */
const identification = struct({ terminalId: fixedText(7), time: wallTime, sequence: u8, attachments: u8, reserved: u8 });
const place = { ownSpeedKph: u8, altitudeM: u16, latitudeE6: u32, longitudeE6: u32, time: wallTime, vehicleStatus: u16 };
const tail = { identification };
const otherTail = { label: hexRest };

const adas = {
  alarmId: u32,
  flag: u8,
  type: u8,
  level: u8,
  frontSpeedKph: u8,
  distance: u8,
  deviation: u8,
  signKind: u8,
  signValue: u8,
  ...place,
};
const dsm = { alarmId: u32, flag: u8, type: u8, level: u8, fatigue: u8, reserved: hex(4), ...place };
const tire = struct({ position: u8, type: u16, pressureKpa: u16, temperature: u16, batteryPercent: u16 });
const tireWide = struct({ position: u16, type: u16, pressureKpa: u16, temperature: u16, batteryPercent: u16 });
const tpms = (entry: Field<unknown>): Field<unknown> =>
  struct({ alarmId: u32, flag: u8, ...place, ...tail, tires: ifMore(counted(u8, entry)) });
const bsd = { alarmId: u32, flag: u8, type: u8, ...place };
const driving = { alarmId: u32, flag: u8, type: u8, timeThresholdS: u16, threshold1: u16, threshold2: u16, ...place };

/** The layout with the 16-octet identification, else with one of another length. */
const labelled = (fields: Record<string, Field<unknown>>): Field<unknown> => {
  const jiangsu: Field<unknown> = struct({ ...fields, ...tail });
  const other: Field<unknown> = struct({ ...fields, ...otherTail });
  return firstThatFits([jiangsu, other], (value) => ('identification' in (value as object) ? jiangsu : other));
};
const tpmsAny = firstThatFits([tpms(tire), tpms(tireWide)], () => tpms(tire));

const DRIVING_ALARMS: Readonly<Record<number, AlarmKind>> = {
  1: 'hardAcceleration',
  2: 'hardBraking',
  3: 'hardCornering',
  0x16: 'accident',
};

export const ACTIVE_SAFETY_ITEMS: readonly ItemDefinition[] = [
  { id: 0x64, name: 'adasAlarm', field: labelled(adas), apply: (v, s) => cameraAlarm('adas', 'adasAlarm', v, s) },
  { id: 0x65, name: 'dsmAlarm', field: labelled(dsm), apply: (v, s) => cameraAlarm('dsm', 'dmsAlarm', v, s) },
  {
    id: 0x66,
    name: 'tpmsAlarm',
    field: tpmsAny,
    apply(v, s) {
      s.set('tpmsAlarm', v.u32(0));
      aiAlarm('tpms', v, s);
    },
  },
  {
    id: 0x67,
    name: 'bsdAlarm',
    field: labelled(bsd),
    // lock trackers send an 8-character password under this id
    apply(v, s) {
      if (v.length === 8) return s.set('password', v.text());
      s.set('bsdAlarm', v.u8(5));
      aiAlarm('bsd', v, s);
    },
  },
  {
    id: 0x70,
    name: 'intenseDriving',
    field: labelled(driving),
    apply(v, s) {
      const kind = DRIVING_ALARMS[v.u8(5)];
      if (kind) s.alarm(kind);
    },
  },
];

function cameraAlarm(family: AiAlarmFamily, key: string, v: ItemValue, s: Collector): void {
  s.set(key, v.u8(5));
  if (v.length === 47) s.set('alarmLabel', toHex(v.slice(31)));
  aiAlarm(family, v, s);
}

function aiAlarm(family: AiAlarmFamily, v: ItemValue, s: Collector): void {
  const alarm = aiAlarmOf(family, v);
  if (alarm) s.aiAlarm(alarm);
}
