import { toHex } from '@sightline/codec';
import type { Collector } from './collector.ts';
import type { ItemValue } from './definition.ts';

/** Item 0x80: {id, length, value} from `from` on, to the end of the record. */
export function applyObdNest(v: ItemValue, from: number, s: Collector): void {
  for (let at = from; at + 2 <= v.length;) {
    const size = v.u8(at + 1);
    const p = v.part(at + 2, size);
    switch (v.u8(at)) {
      case 0x01:
        s.set('odometer', p.u32(0) * 100);
        break;
      case 0x02:
        s.set('fuel', p.u16(0) / 10);
        break;
      case 0x03:
        s.set('obdSpeed', p.u16(0) / 10);
        break;
      case 0x56:
        s.set('batteryLevel', p.u8(1));
        break;
      case 0x61:
        s.set('power', p.u16(0) / 100);
        break;
      case 0x69:
        s.set('battery', p.u16(0) / 100);
        break;
      case 0x80:
        s.set('obdSpeed', p.u8(0));
        break;
      case 0x81:
        s.set('rpm', p.u16(0));
        break;
      case 0x82:
        s.set('power', p.u16(0) / 10);
        break;
      case 0x83:
        s.set('engineLoad', p.u8(0));
        break;
      case 0x84:
        s.set('engineTemp', p.u8(0) - 40);
        break;
      case 0x85:
        s.set('fuelConsumption', p.u16(0));
        break;
      case 0x86:
        s.set('intakeTemp', p.u8(0) - 40);
        break;
      case 0x87:
        s.set('intakeFlow', p.u16(0));
        break;
      case 0x88:
        s.set('intakePressure', p.u8(0));
        break;
      case 0x89:
        s.set('throttle', p.u8(0));
        break;
      case 0x8b:
        s.set('vin', p.text(0, 17));
        break;
      case 0x8c:
        s.set('obdOdometer', p.u32(0) * 100);
        break;
      case 0x8d:
        s.set('tripOdometer', p.u16(0) * 1000);
        break;
      case 0x8e:
        s.set('fuelLevel', p.u8(0));
        break;
      case 0xa0:
        if (p.printable) s.set('dtcs', p.text().replaceAll(',', ' '));
        break;
      case 0xcc:
        s.set('iccid', p.text(0, 20));
        break;
      default:
        if (size > 0) s.set(`x80${hex2(v.u8(at))}`, toHex(p.slice(0)));
    }
    at += 2 + size;
  }
}

const hex2 = (n: number): string => n.toString(16).padStart(2, '0');

/** Item 0x91. */
export function applyObdBlock(v: ItemValue, s: Collector): boolean | void {
  if (v.length < 8) return false;
  s.set('battery', v.u16(0) / 10);
  s.set('rpm', v.u16(2));
  s.set('obdSpeed', v.u8(4));
  s.set('throttle', Math.trunc((v.u8(5) * 100) / 255));
  s.set('engineLoad', Math.trunc((v.u8(6) * 100) / 255));
  s.set('engineTemp', v.u8(7) - 40);
  if (v.length >= 12) s.set('fuelConsumption', v.u16(10) / 100);
  if (v.length >= 22) s.set('fuelUsed', v.u16(20) / 100);
}

/** Words of item 0xF3: {id WORD, length, value}. */
export function applyObdWords(v: ItemValue, s: Collector): boolean | void {
  if (v.length < 3) return false;
  for (let at = 0; at + 3 <= v.length;) {
    const size = v.u8(at + 2);
    const p = v.part(at + 3, size);
    switch (v.u16(at)) {
      case 0x0002:
        s.set('obdSpeed', p.u16(0) / 10);
        break;
      case 0x0003:
        s.set('rpm', p.u16(0));
        break;
      case 0x0004:
        s.set('power', p.u16(0) / 1000);
        break;
      case 0x0005:
        s.set('obdOdometer', p.u32(0) * 100);
        break;
      case 0x0007:
        s.set('fuelConsumption', p.u16(0) / 10);
        break;
      case 0x0008:
        s.set('engineLoad', p.u16(0) / 10);
        break;
      case 0x0009:
        s.set('engineTemp', p.u16(0) - 40);
        break;
      case 0x000b:
        s.set('intakePressure', p.u16(0));
        break;
      case 0x000c:
        s.set('intakeTemp', p.u16(0) - 40);
        break;
      case 0x000d:
        s.set('intakeFlow', p.u16(0));
        break;
      case 0x000e:
        s.set('throttle', Math.trunc((p.u16(0) * 100) / 255));
        break;
      case 0x0050:
        s.set('vin', p.text(0, 17));
        break;
      case 0x0051:
        if (size > 0) s.set('cvn', toHex(p.slice(0)));
        break;
      case 0x0052:
        if (size > 0) s.set('calid', p.text());
        break;
      case 0x0100:
        s.set('tripOdometer', p.u16(0) * 100);
        break;
      case 0x0102:
        s.set('tripFuel', p.u16(0) / 10);
        break;
      case 0x0112:
        s.set('hardAccelerationCount', p.u16(0));
        break;
      case 0x0113:
        s.set('hardDecelerationCount', p.u16(0));
        break;
      case 0x0114:
        s.set('hardCorneringCount', p.u16(0));
        break;
      default:
        break;
    }
    at += 3 + size;
  }
}

/** Columns of `$OBD-RT,...`: attribute and factor to its unit; the average consumption overrules the instant one. */
const OBD_TEXT: readonly (readonly [string, number])[] = [
  ['power', 1],
  ['rpm', 1],
  ['obdSpeed', 1],
  ['throttle', 1],
  ['engineLoad', 1],
  ['engineTemp', 1],
  ['fuelConsumption', 1],
  ['fuelConsumption', 1],
  ['tripOdometer', 1000],
  ['obdOdometer', 1000],
  ['tripFuelUsed', 1],
  ['fuelUsed', 1],
];

/** `$OBD-RT` text of item 0xE6 and of pass-through 0x41. */
export function applyObdText(text: string, s: Collector): void {
  text
    .trim()
    .split(',')
    .slice(1)
    .forEach((column, i) => {
      const known = OBD_TEXT[i];
      const value = Number(column);
      if (known && column !== '' && Number.isFinite(value)) s.set(known[0], known[1] === 1 ? value : Math.round(value * known[1]));
    });
}
