import { hasBit, toHex } from '@sightline/codec';
import type { Collector } from './collector.ts';
import type { ItemValue } from './definition.ts';

/** Item 0xF3 of AOVX units: mask, then a record for each radio tag. */
export function applyAovxTags(v: ItemValue, s: Collector): boolean | void {
  if (v.length < 8) return false;
  const mask = v.u8(0);
  for (let at = 1, n = 1; at + 7 <= v.length; n++) {
    s.set(`tag${n}Mac`, toHex(v.slice(at, 6)));
    s.set(`tag${n}Rssi`, v.i8(at + 6));
    at += 7;
    if (hasBit(mask, 0)) {
      s.set(`tag${n}Name`, v.text(at, 10).replace(/[\0 ]+$/, ''));
      at += 10;
    }
    if (hasBit(mask, 1)) at += 2; // firmware
    if (hasBit(mask, 2)) {
      s.set(`tag${n}Battery`, v.u16(at) / 1000);
      at += 2;
    }
    if (hasBit(mask, 3)) {
      s.set(`tag${n}Temp`, v.i16(at) / 10);
      at += 2;
    }
    if (hasBit(mask, 4)) {
      s.set(`tag${n}Humidity`, v.i16(at) / 10);
      at += 2;
    }
    if (hasBit(mask, 5)) at += 6; // acceleration
    if (hasBit(mask, 6)) at += 2;
    if (hasBit(mask, 7)) at += 2;
  }
}

/** Item 0xF6: event, mask and the sensors that the mask names. */
export function applyAovxSensors(v: ItemValue, s: Collector): boolean | void {
  if (v.length < 2) return false;
  s.set('event', v.u8(0));
  if (v.u8(0) === 2) s.set('motion', true);
  const mask = v.u8(1);
  let at = 2;
  if (hasBit(mask, 0)) {
    s.set('lightSensor', v.u16(at));
    at += 2;
  }
  if (hasBit(mask, 1)) {
    s.set('temp1', v.i16(at) / 10);
    at += 2;
  }
  if (hasBit(mask, 2)) {
    s.set('humidity', v.i16(at) / 10);
    at += 2;
  }
  if (hasBit(mask, 3)) {
    s.set('gSensor', `[${v.i16(at)},${v.i16(at + 2)},${v.i16(at + 4)}]`);
    at += 6;
  }
  if (hasBit(mask, 4)) at += 10; // thresholds
  if (hasBit(mask, 5)) s.set('airPressure', v.u16(at));
}
