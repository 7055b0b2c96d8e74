import { hasBit, toHex } from '@sightline/codec';
import type { AlarmKind } from '@sightline/domain';
import type { Collector } from './collector.ts';
import type { ItemContext, ItemValue } from './definition.ts';

const JIMI_EVENTS: Readonly<Record<number, AlarmKind>> = {
  0x0001: 'fault',
  0x0400: 'hardAcceleration',
  0x0412: 'hardAcceleration',
  0x0401: 'hardBraking',
  0x0413: 'hardBraking',
  0x0402: 'hardCornering',
  0x0414: 'hardCornering',
  0x0403: 'overspeed',
  0x0405: 'accident',
  0x0416: 'accident',
  0x0417: 'accident',
  0x0406: 'vibration',
  0x0407: 'tow',
  0x0408: 'geofenceEnter',
  0x0409: 'geofenceExit',
  0x040c: 'door',
  0x0415: 'laneChange',
  0x0c01: 'sos',
  0x0c02: 'lowPower',
  0x0c05: 'general',
  0x0c0e: 'powerCut',
  0x0c0f: 'lowBattery',
  0x0c10: 'powerOff',
  0x0c12: 'tampering',
};

/** Item 0xE8: nested values and events of Jimi JC cameras; three octets are the state of a lock. */
export function applyJimi(v: ItemValue, s: Collector, context: ItemContext): boolean | void {
  const jimi = context.model !== undefined && /^JC\d/.test(context.model);
  if (!jimi && v.length === 3) return void s.set('lockStatus', v.u24(0));
  const type = v.u16(0);
  const event = JIMI_EVENTS[type];
  if (type === 0x2002 && v.length >= 5) {
    s.set('uploadMode', v.u8(3));
    s.set('resent', v.u8(4) === 1);
  } else if (type === 0x2003 && v.length >= 10) {
    s.set('charge', v.u8(3) === 1);
    if (v.u8(4) >= 1 && v.u8(4) <= 6) s.set('batteryLevel', Math.trunc((v.u8(4) * 100) / 6));
    s.set('battery', v.u16(5) / 100);
    s.set('rssi', v.u8(7));
    s.set('power', v.u16(8) / 100);
  } else if (type === 0x2005) jimiStatus(v, s);
  else if (type === 0x0c03 || type === 0x0c04) s.set('ignition', type === 0x0c03);
  else if (event !== undefined) s.alarm(event);
  else return false;
}

function jimiStatus(v: ItemValue, s: Collector): void {
  for (let at = 3; at + 3 <= v.length;) {
    const size = v.u8(at + 2);
    const p = v.part(at + 3, size);
    switch (v.u16(at)) {
      case 0x0001:
        s.set('battery', p.u16(0) / 100);
        break;
      case 0x0002:
        s.set('dataUsage', p.u32(0));
        break;
      case 0x0003:
        s.set('batteryLevel', p.u8(0));
        break;
      case 0x0004:
        s.set('charge', p.u8(0) === 0);
        break;
      case 0x0005:
        s.set('iccid', toHex(p.slice(0, 10)).slice(0, 19));
        break;
      case 0x0007:
        s.set('hdop', p.u16(0) / 10);
        break;
      case 0x2001:
        s.set('power', p.u16(0) / 10);
        break;
      default:
        break;
    }
    at += 3 + size;
  }
}

/** Item 0xEB in its three forms: one network with cells, a time zone in text, or {length WORD (type included), type WORD, value}. */
export function applyIeb(v: ItemValue, s: Collector): boolean | void {
  if (v.u16(0) > 200 && v.length >= 8 && (v.length - 3) % 5 === 0) {
    for (let at = 3; at + 5 <= v.length; at += 5) s.cell(v.u16(0), v.u8(2), v.u16(at), v.u16(at + 2), v.u8(at + 4));
    return;
  }
  if (v.printable) return void s.set('timezone', v.text());
  if (v.u16(0) < 2 || v.u16(0) + 2 > v.length) return false;
  for (let at = 0; at + 4 <= v.length;) {
    const size = v.u16(at);
    if (size < 2) break;
    nested(v.u16(at + 2), v.part(at + 4, size - 2), s);
    at += 2 + size;
  }
}

function nested(type: number, p: ItemValue, s: Collector): void {
  switch (type) {
    case 0x0001:
      s.set('fuel1', p.u16(0) / 10);
      break;
    case 0x0023: {
      const litres = Number(p.text(0, 6));
      if (Number.isFinite(litres)) s.set('fuel2', litres);
      break;
    }
    case 0x002d:
      if (p.length === 4) s.set('power', p.u32(0) / 1000);
      else s.set('battery', p.u16(0) / 1000);
      break;
    // bits of 0089 and 00C5 are inverted: 0 = alarm
    case 0x0089:
      if (!hasBit(p.u32(0), 0)) s.alarm('powerOff');
      if (!hasBit(p.u32(0), 12)) s.alarm('removing');
      break;
    case 0x00a8:
    case 0x00e1:
      s.set('batteryLevel', p.u8(0));
      break;
    case 0x00b2:
      s.set('iccid', toHex(p.slice(0, 10)).replace(/f+$/, ''));
      break;
    case 0x00b9: {
      const words = p.text(1).split(',');
      for (let i = 0; i + 1 < words.length; i += 2) {
        if (/^[0-9a-f:]{12,17}$/i.test(words[i]!) && Number.isFinite(Number(words[i + 1]))) s.wifi(words[i]!, Number(words[i + 1]));
      }
      break;
    }
    case 0x00c5: {
      if (!hasBit(p.u32(0), 6)) s.alarm('vibration');
      const motion = (p.u32(0) >>> 23) & 3;
      if (motion <= 1) s.set('motion', motion === 0);
      break;
    }
    case 0x00c6:
      if (p.u8(0) === 3 || p.u8(0) === 4) s.alarm('lowBattery');
      s.set('batteryAlarm', p.u8(0));
      break;
    case 0x00ce:
      s.set('power', p.u16(0) / 100);
      break;
    case 0x00d5:
      if (p.printable) s.set('imei', p.text());
      break;
    case 0x00d8:
      s.cell(p.u16(0), p.u8(2), p.u16(3), p.u32(5));
      break;
    default:
      break;
  }
}
