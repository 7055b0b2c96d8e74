import { ifMore, signMagnitude16, struct, u16, u32, u8, when, tuple } from '@sightline/codec';
import type { Field, FieldContext } from '@sightline/codec';
import { ACTIVE_SAFETY_ITEMS } from './active-safety.ts';
import type { ItemDefinition } from './definition.ts';

const hasArea = (context: FieldContext): boolean => context.parent['areaType'] !== 0;
const numbers = (field: Field<number>, key: string): Field<unknown> => struct({ [key]: field });

/** Additional items of JT/T 808-2013 tables 27-31, 2019 tables 27-32 and JT/T 1078-2016 table 13. */
export const STANDARD_ITEMS: readonly ItemDefinition[] = [
  { id: 0x01, name: 'odometer', field: numbers(u32, 'odometerDeciKm'), apply: (v, s) => s.set('odometer', v.u32(0) * 100) },
  {
    id: 0x02,
    name: 'fuel',
    field: numbers(u16, 'fuelDeciLitre'),
    // vendors set bit 15 for a percentage
    apply: (v, s) => (v.u8(0) & 0x80 ? s.set('fuelLevel', v.u16(0) & 0x7fff) : s.set('fuel', v.u16(0) / 10)),
  },
  { id: 0x03, name: 'recorderSpeed', field: numbers(u16, 'speedDeciKph'), apply: (v, s) => s.set('obdSpeed', v.u16(0) / 10) },
  { id: 0x04, name: 'manualAlarm', field: numbers(u16, 'alarmEventId'), apply: (v, s) => s.set('manualAlarmId', v.u16(0)) },
  {
    id: 0x05,
    name: 'tirePressures',
    field: struct({ pressures: tuple(30, u8) }),
    apply(v, s) {
      for (let i = 0; i < v.length; i++) if (v.u8(i) !== 0xff && v.u8(i) !== 0) s.set(`tirePressure${i + 1}`, v.u8(i));
    },
  },
  {
    id: 0x06,
    name: 'cabinTemperature',
    field: numbers(u16, 'temperature'),
    apply: (v, s) => (v.length === 1 ? s.set('batteryLevel', v.u8(0)) : s.set('cabinTemp', signMagnitude16(v.u16(0)))),
  },
  {
    id: 0x11,
    name: 'overspeedPlace',
    field: struct({ areaType: u8, areaId: when(hasArea, ifMore(u32)) }),
    apply(v, s) {
      s.alarm('overspeed');
      if (v.length >= 5) s.set('overspeedAreaId', v.u32(1));
    },
  },
  {
    id: 0x12,
    name: 'areaCrossing',
    field: struct({ areaType: u8, areaId: u32, direction: u8 }),
    apply(v, s) {
      const route = v.u8(0) === 4;
      s.refineAlarm(route ? 'route' : 'geofence', `${route ? 'route' : 'geofence'}${v.u8(5) === 0 ? 'Enter' : 'Exit'}`);
      s.set('areaId', v.u32(1));
    },
  },
  {
    id: 0x13,
    name: 'segmentTime',
    field: struct({ segmentId: u32, drivingS: u16, result: u8 }),
    apply(v, s) {
      s.alarm('segmentTime');
      s.set('segmentId', v.u32(0));
      s.set('segmentDrivingS', v.u16(4));
      s.set('segmentResult', v.u8(6) === 0 ? 'tooShort' : 'tooLong');
    },
  },
  { id: 0x14, name: 'videoAlarms', field: numbers(u32, 'videoAlarmBits'), apply: (v, s) => s.set('videoAlarm', v.u32(0)) },
  { id: 0x15, name: 'videoLost', field: numbers(u32, 'channelBits'), apply: (v, s) => s.set('videoLost', v.u32(0)) },
  { id: 0x16, name: 'videoCovered', field: numbers(u32, 'channelBits'), apply: (v, s) => s.set('videoCovered', v.u32(0)) },
  { id: 0x17, name: 'storageFault', field: numbers(u16, 'storageBits'), apply: (v, s) => s.set('storageFault', v.u16(0)) },
  {
    id: 0x18,
    name: 'drivingBehaviour',
    field: struct({ behaviourBits: u16, fatigueLevel: ifMore(u8) }),
    apply(v, s) {
      s.set('drivingBehaviour', v.u16(0));
      if (v.length > 2) s.set('fatigueLevel', v.u8(2));
    },
  },
  { id: 0x25, name: 'vehicleSignals', field: numbers(u32, 'signalBits'), apply: (v, s) => s.set('input', v.u32(0)) },
  { id: 0x2a, name: 'ioStatus', field: numbers(u16, 'ioBits'), apply: (v, s) => s.set('ioStatus', v.u16(0)) },
  {
    id: 0x2b,
    name: 'analog',
    // AD1 in the high word, AD0 in the low one; in the field 0.01 V of AD1, AD2
    field: numbers(u32, 'analogWord'),
    apply(v, s) {
      s.set('adc1', v.u16(0) / 100);
      s.set('adc2', v.u16(2) / 100);
    },
  },
  { id: 0x30, name: 'signalStrength', field: numbers(u8, 'rssi'), apply: (v, s) => s.set('rssi', v.u8(0)) },
  { id: 0x31, name: 'satellites', field: numbers(u8, 'satellites'), apply: (v, s) => s.set('sat', v.u8(0)) },
  ...ACTIVE_SAFETY_ITEMS,
];
