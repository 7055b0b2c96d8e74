import { hasBit, signMagnitude16, toHex } from '@sightline/codec';
import type { AlarmKind } from '@sightline/domain';
import type { Collector } from './collector.ts';
import type { ItemContext, ItemDefinition, ItemValue } from './definition.ts';
import { applyIeb, applyJimi } from './vendor-nested.ts';
import { applyObdBlock, applyObdNest, applyObdText, applyObdWords } from './vendor-obd.ts';
import { applyAovxSensors, applyAovxTags } from './vendor-aovx.ts';

const KNOWN_AOVX = new Set(['AL300', 'GL100']);
const isAovx = (context: ItemContext): boolean => context.model !== undefined && KNOWN_AOVX.has(context.model);

const item = (id: number, name: string, apply: ItemDefinition['apply']): ItemDefinition => ({ id, name, apply });

const each = (v: ItemValue, from: number, step: number, one: (at: number) => void): void => {
  for (let at = from; at + step <= v.length; at += step) one(at);
};

function wifiList(v: ItemValue, s: Collector): void {
  each(v, 0, 7, (at) => s.wifi(v.slice(at, 6), v.i8(at + 6)));
}

/** Percentage; 0xff = on the charger. */
function batteryPercent(v: ItemValue, s: Collector): void {
  if (v.u8(0) === 0xff) s.set('charge', true);
  else s.set('batteryLevel', v.u8(0));
}

/** Lock trackers: command, then a card number or a password, then the outcome when the length is even. */
export function applyLock(v: ItemValue, s: Collector): void {
  s.set('lockCommand', v.u8(0));
  if (v.length === 5 || v.length === 6) s.set('lockCard', v.u32(1));
  else if (v.length >= 7) s.set('lockPassword', v.text(1, 6));
  if (v.length % 2 === 0) s.set('unlockResult', v.u8(v.length - 1));
}

/** One octet whole, one octet in 1/255, sign from the first: BLE thermometers. */
const wholeAnd255 = (v: ItemValue, at: number): number => {
  const whole = v.i8(at);
  return (whole < 0 ? -1 : 1) * (Math.abs(whole) + v.u8(at + 1) / 255);
};

const FA_ALARMS: readonly (AlarmKind | undefined)[] = [
  'vibration',
  'removing',
  undefined,
  'hardAcceleration',
  'hardBraking',
  'hardCornering',
  undefined,
  undefined,
  'lowBattery',
  'powerOff',
  'lowPower',
];
const FE_ALARMS: readonly AlarmKind[] = ['hardAcceleration', 'hardBraking', 'hardCornering', 'accident', 'tampering'];

function alarmBits(word: number, kinds: readonly (AlarmKind | undefined)[], s: Collector): void {
  kinds.forEach((kind, bit) => {
    if (kind !== undefined && hasBit(word, bit)) s.alarm(kind);
  });
}

/** Items that no standard defines. Ids collide between makers: length and content choose the reading, else `false`. */
export const VENDOR_ITEMS: readonly ItemDefinition[] = [
  item(0x0b, 'lock', applyLock),
  item(0x33, 'mode', (v, s) => {
    if (v.length === 1) return void s.set('mode', v.u8(0));
    const text = v.text();
    if (!text.startsWith('*M00')) return false;
    const hundredths = Number.parseInt(text.slice(10, 13), 10);
    if (Number.isNaN(hundredths)) return false;
    s.set('battery', hundredths / 100);
  }),
  item(0x51, 'temperatures', (v, s) => {
    if (v.length % 2 !== 0 || v.length > 32) return false;
    for (let i = 0; i < v.length / 2; i++) if (v.u16(2 * i) !== 0xffff) s.set(`temp${i + 1}`, signMagnitude16(v.u16(2 * i)) / 10);
  }),
  item(0x52, 'rotation', (v, s) => s.set('rotation', v.u8(0))),
  item(0x53, 'cells', (v, s) => {
    if (v.length !== 1 + v.u8(0) * 8) return false;
    each(v, 1, 8, (at) => s.cell(v.u16(at), v.u8(at + 2), v.u16(at + 3), v.u16(at + 5), v.u8(at + 7)));
  }),
  item(0x54, 'wifi', (v, s) => {
    if (v.length !== 1 + v.u8(0) * 7) return false;
    each(v, 1, 7, (at) => s.wifi(v.slice(at, 6), v.i8(at + 6)));
  }),
  item(0x56, 'battery', (v, s) => s.set('batteryLevel', v.u8(0) * 10)),
  item(0x57, 'drivingEvents', (v, s) => {
    alarmBits(v.u16(0) >>> 8, ['hardAcceleration', 'hardBraking', 'hardCornering'], s);
  }),
  item(0x58, 'humidity', (v, s) => {
    for (let i = 0; i < v.length / 2; i++) if (v.u16(2 * i) !== 0xffff) s.set(i === 0 ? 'humidity' : `humidity${i + 1}`, v.u16(2 * i) / 10);
  }),
  item(0x5d, 'lteCells', (v, s) => {
    if (v.length !== 1 + v.u8(0) * 10) return false;
    each(v, 1, 10, (at) => s.cell(v.u16(at), v.u8(at + 2), v.u16(at + 3), v.u32(at + 5), v.u8(at + 9)));
  }),
  item(0x60, 'event', (v, s) => {
    const event = v.u16(0);
    s.set('event', event);
    if (event >= 0x61 && event <= 0x66 && v.length >= 16) s.set('driverUniqueId', v.text(8, 8));
  }),
  item(0x61, 'power', (v, s) => (v.length === 2 ? s.set('power', v.u16(0) / 100) : false)),
  item(0x63, 'locks', (v, s) => {
    each(v, 0, 11, (at) => {
      const n = at / 11 + 1;
      s.set(`lock${n}Id`, toHex(v.slice(at, 6)));
      s.set(`lock${n}Battery`, v.u16(at + 6) / 1000);
      s.set(`lock${n}Seal`, v.u8(at + 8) === 0x31);
    });
  }),
  item(0x68, 'batteryHundredthPercent', (v, s) => s.set('batteryLevel', v.u16(0) / 100)),
  item(0x69, 'batteryVoltage', (v, s) => s.set('battery', v.u16(0) / 100)),
  item(0x77, 'tires', (v, s) => {
    if (v.length % 8 !== 0) return false;
    each(v, 0, 8, (at) => {
      const wheel = v.u8(at);
      s.set(`tire${wheel}SensorId`, toHex(v.slice(at + 1, 3)));
      s.set(`tirePressure${wheel}`, (v.u16(at + 4) & 0x3ff) / 40);
      s.set(`tireTemp${wheel}`, v.u8(at + 6) - 50);
      s.set(`tire${wheel}Status`, v.u8(at + 7));
    });
  }),
  item(0x80, 'obd', (v, s) => applyObdNest(v, 1, s)),
  item(0x82, 'power', (v, s) => s.set('power', v.u16(0) / 10)),
  item(0x91, 'obdBlock', applyObdBlock),
  item(0x94, 'vin', (v, s) => (v.printable ? s.set('vin', v.text()) : v.length === 0 ? undefined : false)),
  item(0xa0, 'dtcs', (v, s) => (v.printable ? s.set('dtcs', v.text().replaceAll(',', ' ')) : false)),
  item(0xa7, 'analog', (v, s) => {
    if (v.length !== 4) return false;
    s.set('adc1', v.u16(0) / 100);
    s.set('adc2', v.u16(2) / 100);
  }),
  item(0xac, 'odometerM', (v, s) => (v.length === 4 ? s.set('odometer', v.u32(0)) : false)),
  item(0xbc, 'driver', (v, s) => s.set('driver', v.text().replace(/[\0 ]+$/, ''))),
  item(0xbd, 'driverId', (v, s) => s.set('driverUniqueId', v.text().replace(/\0+$/, ''))),
  item(0xcc, 'iccid', (v, s) => s.set('iccid', v.text(0, 20))),
  item(0xd0, 'userStatus', (v, s) => {
    if (v.length !== 4) return false;
    if (hasBit(v.u32(0), 3)) s.alarm('vibration');
  }),
  item(0xd3, 'power', (v, s) => s.set('power', v.u16(0) / 10)),
  item(0xd4, 'battery', (v, s) =>
    v.length === 1 ? batteryPercent(v, s) : v.length === 4 ? s.set('driverUniqueId', String(v.u32(0))) : false,
  ),
  item(0xd5, 'locksOrBattery', (v, s) => {
    if (v.length === 2) return void s.set('battery', v.u16(0) / 100);
    if (v.length !== 1 + v.u8(0) * 13) return false;
    each(v, 1, 13, (at) => {
      const n = (at - 1) / 13 + 1;
      s.set(`lock${n}Id`, toHex(v.slice(at, 5)));
      s.set(`lock${n}Card`, toHex(v.slice(at + 5, 5)));
      s.set(`lock${n}Battery`, v.u8(at + 10));
      s.set(`lock${n}Locked`, !hasBit(v.u16(at + 11), 5));
    });
  }),
  item(0xda, 'sealStatus', (v, s) => {
    if (v.length < 3) return false;
    s.set('string', hasBit(v.u8(2), 0));
    s.set('motion', hasBit(v.u8(2), 2));
    s.set('cover', hasBit(v.u8(2), 3));
  }),
  item(0xe1, 'batteryCellsOrPower', (v, s) => {
    if (v.length === 1) return batteryPercent(v, s);
    if (v.length === 2) return void s.set('power', v.u16(0) / 10);
    if (v.length === 4) return void s.set('driverUniqueId', String(v.u32(0)));
    if (v.length < 12 || (v.length - 4) % 8 !== 0) return false;
    each(v, 4, 8, (at) => {
      const lac = v.u24(at);
      const cid = v.u32(at + 3);
      if (lac <= 0xffff && cid <= 0xfff_ffff) s.cell(v.u16(0), v.u16(2), lac, cid, v.u8(at + 7));
    });
  }),
  item(0xe2, 'fuelOrVersion', (v, s, context) => {
    if (v.length === 4 && context.model !== 'DT800') return void s.set('fuel', v.u32(0) / 10);
    return v.printable ? s.set('versionFw', v.text()) : false;
  }),
  item(0xe3, 'battery', (v, s) => {
    if (v.length < 4) return false;
    s.set('batteryLevel', v.u8(1));
    s.set('battery', v.u16(2) / 100);
  }),
  item(0xe4, 'battery', (v, s) => {
    if (v.length !== 2) return false;
    if (v.u8(0) === 0) s.set('charge', true);
    s.set('batteryLevel', v.u8(1));
  }),
  item(0xe5, 'motion', (v, s) => (v.length === 1 ? s.set('motion', v.u8(0) === 1) : false)),
  item(0xe6, 'obdTextOrBeacons', (v, s) => {
    if (v.text(0, 7) === '$OBD-RT') return applyObdText(v.text(), s);
    if (v.length === 0 || v.length % 11 !== 0) return false;
    each(v, 0, 11, (at) => {
      const n = v.u8(at);
      s.set(`temp${n}`, wholeAnd255(v, at + 7));
      s.set(`humidity${n}`, wholeAnd255(v, at + 9));
    });
  }),
  item(0xe7, 'deviceAlarms', (v, s) => {
    if (v.length !== 8) return false;
    const word = v.u16(0);
    if (hasBit(word, 0)) s.alarm('vibration');
    if (((word >>> 1) & 7) !== 0) s.alarm('sos');
  }),
  item(0xe8, 'extended', applyJimi),
  item(0xe9, 'battery', (v, s) =>
    v.length === 1 ? batteryPercent(v, s) : v.length === 4 ? s.set('driverUniqueId', String(v.u32(0))) : false,
  ),
  item(0xea, 'externalSensors', (v, s) => {
    if (v.length <= 2) return false;
    for (let at = 1; at + 2 <= v.length && at + 2 + v.u8(at + 1) <= v.length; at += 2 + v.u8(at + 1)) {
      const kind = v.u8(at);
      if (kind === 0x11) s.set('externalAlarms', v.u16(at + 2));
      else if (kind === 0x13) s.set('externalIlluminance', v.u16(at + 2));
      else if (kind === 0x14) s.set('externalAirPressure', v.u16(at + 2));
      else if (kind === 0x15) s.set('externalHumidity', v.u16(at + 2) / 10);
      else if (kind === 0x16) s.set('externalTemp', v.u16(at + 2) / 10 - 50);
    }
  }),
  item(0xeb, 'extended', applyIeb),
  item(0xec, 'wifi', (v, s) => (v.length % 7 === 0 ? wifiList(v, s) : false)),
  item(0xed, 'card', (v, s) => (v.printable ? s.set('card', v.text().trim()) : false)),
  item(0xee, 'powerAndSignal', (v, s) => {
    if (v.length !== 6) return false;
    s.set('rssi', v.u8(0));
    s.set('power', v.u16(1) / 1000);
    s.set('battery', v.u16(3) / 1000);
    s.set('sat', v.u8(5));
  }),
  item(0xf0, 'cells', (v, s) => {
    if (v.length === 0 || v.length % 13 !== 0) return false;
    each(v, 0, 13, (at) => s.cell(v.u16(at), v.u16(at + 2), v.u32(at + 8), v.u32(at + 4), v.u8(at + 12)));
  }),
  item(0xf1, 'powerOrIccid', (v, s) => {
    if (v.length === 4) return void s.set('power', v.u32(0) / 1000);
    return v.printable ? s.set('iccid', v.text()) : false;
  }),
  item(0xf2, 'firmware', (v, s) => (v.printable ? s.set('versionFw', v.text()) : false)),
  item(0xf3, 'obdOrTags', (v, s, context) => (isAovx(context) ? applyAovxTags(v, s) : applyObdWords(v, s))),
  item(0xf4, 'wifi', (v, s) => (v.length % 7 === 0 ? wifiList(v, s) : false)),
  item(0xf5, 'illuminance', (v, s) => (v.length === 2 ? s.set('illuminance', v.u16(0)) : false)),
  item(0xf6, 'imeiOrSensors', (v, s, context) => {
    if (!isAovx(context) && v.length === 2) return void s.set('airPressure', v.u16(0));
    const digits = toHex(v.slice(0));
    if (!isAovx(context) && v.length === 8 && /^0\d{15}$/.test(digits)) return void s.set('imei', digits.slice(1));
    return applyAovxSensors(v, s);
  }),
  item(0xf7, 'battery', (v, s) => {
    if (v.length === 2) return void s.set('humidity', v.u16(0) / 10);
    if (v.length < 4) return false;
    s.set('battery', v.u32(0) / 1000);
    if (v.length >= 5 && (v.u8(4) === 2 || v.u8(4) === 3)) s.set('charge', true);
    if (v.length >= 6) s.set('batteryLevel', v.u8(5));
  }),
  item(0xf8, 'identityStepsOrTemperature', (v, s, context) => {
    if (isAovx(context) || v.length >= 19) {
      if (v.length < 19) return false;
      s.set('iccid', toHex(v.slice(9, 10)));
      return;
    }
    if (v.length !== 2) return false;
    if (context.model === 'C5' || context.model === 'C5L') s.set('steps', v.u16(0));
    else s.set('temp2', v.u16(0) / 10 - 50);
  }),
  item(0xf9, 'gnssDetails', (v, s) => {
    if (v.length < 3) return false;
    const mask = v.u16(0);
    let at = 2;
    if (hasBit(mask, 0)) at += 4; // age of the fix
    if (hasBit(mask, 1)) at += 4; // time with ignition on
    if (hasBit(mask, 2)) {
      s.set('hdop', v.u16(at) / 10);
      at += 2;
    }
    if (hasBit(mask, 3)) at += 6; // time of the fix
    if (hasBit(mask, 5)) at += 8; // sampling and reporting intervals
    if (hasBit(mask, 6)) s.set('temp3', v.i16(at) / 10);
  }),
  item(0xfa, 'alarms', (v, s) => {
    if (v.length !== 4) return false;
    alarmBits(v.u32(0), FA_ALARMS, s);
  }),
  item(0xfb, 'batteryOrContainer', (v, s) => {
    if (v.length === 4 && v.u8(0) <= 100) {
      s.set('batteryLevel', v.u8(0));
      s.set('battery', v.u16(1) / 100);
      s.set('charge', v.u8(3) !== 0);
      return;
    }
    return v.printable ? s.set('container', v.text()) : false;
  }),
  item(0xfc, 'geofence', (v, s) => (v.length === 1 ? s.set('geofence', v.u8(0)) : false)),
  item(0xfe, 'battery', (v, s) => {
    if (v.length === 1) return void s.set('batteryLevel', v.u8(0));
    if (v.length === 2) return void s.set('power', v.u16(0) / 10);
    if (v.length === 4) return void s.set('odometer', v.u32(0));
    if (v.u8(0) !== 0x7c) return false;
    for (let at = 1; at + 2 <= v.length; at += 2 + v.u8(at + 1)) {
      if (v.u8(at) === 1) alarmBits(v.u32(at + 2), FE_ALARMS, s);
    }
  }),
];
