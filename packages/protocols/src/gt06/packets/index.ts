import type { PacketContext } from '../draft.ts';
import { decodeAlarm, decodeCellStatus, decodeCellStatus4G } from './alarm.ts';
import { decodeLogin } from './identity.ts';
import { decodeInfo } from './info.ts';
import { decodeGps, decodeGpsCard, decodeGpsCell, decodeGpsOrCell } from './location.ts';
import { hex } from './modules.ts';
import { decodeModular } from './modular.ts';
import {
  decodeAddressRequest,
  decodeBareWifi,
  decodeCellAddress,
  decodeCells2G,
  decodeCells4G,
  decodeCells4GOrGps,
  decodeCells4GWide,
  decodeCellsOrGps,
  decodeGpsCells,
  decodeWifiList,
} from './networks.ts';
import { decodeExtendedStatus, decodeHeartbeat, decodeObd, decodeStateModules, decodeWirelessHeartbeat } from './status.ts';
import { decodeString, decodeStringInfo, type TextAnswer } from './text.ts';
import { decodeAz735, decodeBattery, decodeDashcamEvent, decodePeripheral, decodeSerial, decodeX1 } from './vendor.ts';

/**
 * - `standard`: start, number and serial are echoed. - `time`: the server's time. - `address`: a place-holder address.
 * - `wifi`: the time in BCD without serial and CRC. - `none`: the device waits for nothing.
 */
export type Answer = 'standard' | 'time' | 'address' | 'wifi' | 'none';

export interface PacketDefinition {
  readonly name: string;
  readonly answer: Answer;
  decode(context: PacketContext): TextAnswer | void;
}

const packet = (name: string, decode: PacketDefinition['decode'], answer: Answer = 'none'): PacketDefinition => ({ name, answer, decode });

/** Keeps the content readable for people; nothing of it is stored. */
const opaque = ({ reader, draft }: PacketContext): void => {
  if (reader.remaining > 0) draft.fields['content'] = hex(reader.rest('content'));
};

/** Packets by their number. Where a number means different things, the decoder tells them apart by their length. */
const PACKETS: Readonly<Record<number, PacketDefinition>> = {
  0x01: packet('login', decodeLogin, 'standard'),
  0x10: packet('gps', decodeGps),
  0x11: packet('gpsOrCell', decodeGpsOrCell),
  0x12: packet('location', decodeGpsCell),
  0x13: packet('heartbeat', decodeHeartbeat, 'standard'),
  0x14: packet('satellites', opaque),
  0x15: packet('text', decodeString),
  0x16: packet('alarm', decodeAlarm, 'standard'),
  0x17: packet('wifi', decodeBareWifi, 'wifi'),
  0x18: packet('cells', decodeCells2G),
  0x19: packet('cellAlarm', decodeCellStatus, 'standard'),
  0x1a: packet('addressRequest', decodeGps, 'address'),
  0x1e: packet('locationCells', decodeGpsCells),
  0x21: packet('textAnswer', decodeStringInfo),
  0x22: packet('location', decodeGpsCell),
  0x23: packet('wirelessHeartbeat', decodeWirelessHeartbeat, 'standard'),
  0x24: packet('cells', decodeCellsOrGps),
  0x25: packet('location', decodeGpsCell),
  0x26: packet('alarm', decodeAlarm, 'standard'),
  0x27: packet('fenceAlarm', decodeAlarm, 'standard'),
  0x28: packet('cells', decodeCells2G),
  0x2a: packet('addressRequest', decodeAddressRequest, 'address'),
  0x2c: packet('cellsWifi', decodeCells2G),
  0x2d: packet('location', decodeGpsCell),
  0x2e: packet('cells', decodeCells2G),
  0x31: packet('location', decodeGpsCell),
  0x32: packet('location', decodeGpsCell),
  0x33: packet('cells4GWifi', decodeCells4GWide),
  0x34: packet('x1Location', decodeX1),
  0x35: packet('photoInfo', opaque),
  0x36: packet('status', decodeExtendedStatus, 'standard'),
  0x37: packet('location', decodeGpsCell),
  0x38: packet('location', decodeGpsCell),
  0x39: packet('alarm', decodeAlarm, 'standard'),
  0x40: packet('battery', decodeBattery, 'standard'),
  0x41: packet('multimedia', opaque),
  0x61: packet('locationCard', decodeGpsCard),
  0x66: packet('obdRaw', decodeObd),
  0x69: packet('wifi', decodeBareWifi, 'wifi'),
  0x70: packet('modules', decodeModular, 'standard'),
  0x80: packet('command', opaque),
  0x81: packet('settings', opaque),
  0x82: packet('settings', opaque),
  0x8a: packet('timeRequest', opaque, 'time'),
  0x8c: packet('obd', decodeObd),
  0x94: packet('info', decodeInfo),
  0x95: packet('dashcamEvent', decodeDashcamEvent, 'standard'),
  0x97: packet('addressAnswer', opaque),
  0x9b: packet('serial', decodeSerial),
  0xa0: packet('location4G', decodeGpsCell),
  0xa1: packet('cells4G', decodeCells4G),
  0xa2: packet('cells4GWifi', decodeCells4GOrGps),
  0xa3: packet('alarm4G', decodeAlarm, 'standard'),
  0xa4: packet('fenceAlarm4G', decodeAlarm, 'standard'),
  0xa5: packet('cellAlarm4G', decodeCellStatus4G, 'standard'),
  0xa7: packet('addressRequest4G', decodeCellAddress, 'address'),
  0xa9: packet('wifiAlarm', opaque, 'standard'),
  0xb2: packet('peripheral', opaque, 'standard'),
  0xf1: packet('stateModules', decodeStateModules, 'standard'),
  0xf2: packet('peripheral', decodePeripheral, 'standard'),
  0xf3: packet('wifi', decodeWifiList),
};

/** Numbers that mean something else in the long frame. */
const LONG_PACKETS: Readonly<Record<number, PacketDefinition>> = {
  0x32: packet('trackerLocation', decodeAz735),
  0x33: packet('trackerAlarm', decodeAz735, 'standard'),
  0x36: packet('photoData', opaque),
};

const UNKNOWN = packet('unknown', opaque);

export function packetOf(start: 0x7878 | 0x7979, number: number): PacketDefinition {
  return (start === 0x7979 ? LONG_PACKETS[number] : undefined) ?? PACKETS[number] ?? UNKNOWN;
}
