import type { AlarmKind } from '@sightline/domain';

/** Alarm codes of the alarm packets and of the heartbeat's alarm byte; codes over 0xff come from the language byte. */
const STANDARD: Readonly<Record<number, AlarmKind>> = {
  0x01: 'sos',
  0x02: 'powerCut',
  0x03: 'vibration',
  0x04: 'geofenceEnter',
  0x05: 'geofenceExit',
  0x06: 'overspeed',
  0x09: 'movement',
  0x0a: 'gpsBlindEnter',
  0x0b: 'gpsBlindExit',
  0x0c: 'tampering',
  0x0d: 'firstFix',
  0x0e: 'lowPower',
  0x0f: 'lowPower',
  0x10: 'simChange',
  0x11: 'powerOff',
  0x12: 'lowPower',
  0x13: 'tampering',
  0x14: 'door',
  0x15: 'powerOff',
  0x16: 'sound',
  0x17: 'fakeBaseStation',
  0x18: 'removing',
  0x19: 'lowBattery',
  0x1a: 'hardBraking',
  0x1b: 'hardCornering',
  0x20: 'deepSleep',
  0x23: 'fallDown',
  0x25: 'tampering',
  0x26: 'hardAcceleration',
  0x27: 'hardBraking',
  0x28: 'hardCornering',
  0x29: 'hardAcceleration',
  0x2a: 'hardCornering',
  0x2b: 'hardCornering',
  0x2c: 'accident',
  0x2d: 'accident',
  0x30: 'hardBraking',
  0x32: 'removing',
  0x33: 'lock',
  0x34: 'unlock',
  0x53: 'fuelLeak',
  0xc9: 'idle',
  0xf0: 'hardAcceleration',
  0xf1: 'hardBraking',
  0xf2: 'accident',
  0xfe: 'ignitionOn',
  0xff: 'ignitionOff',
  0x107: 'jamming',
  0x10b: 'jamming',
};

/** The LW series gives these codes another meaning. */
const LW: Readonly<Record<number, AlarmKind>> = { 0x18: 'accident', 0x19: 'hardAcceleration' };

/** The first generation (packet 16) reports vibration as 09; later ones mean the unit being moved. */
const FIRST_GENERATION: Readonly<Record<number, AlarmKind>> = { 0x09: 'vibration' };

/** Alarm kind of a code, or null for one that no document names. `number` is the packet it came in. */
export function alarmKind(code: number, number: number, model: string): AlarmKind | null {
  if (model.startsWith('LW') && LW[code] !== undefined) return LW[code];
  if (number === 0x16 && FIRST_GENERATION[code] !== undefined) return FIRST_GENERATION[code];
  return STANDARD[code] ?? null;
}

/** Bits 3-5 of the terminal information byte. */
export const STATUS_ALARMS: readonly (AlarmKind | null)[] = [
  null,
  'vibration',
  'powerCut',
  'lowBattery',
  'sos',
  null,
  'geofence',
  'removing',
];

/** Event byte of packet 95 (JC dash cams). */
export const DASHCAM_EVENTS: Readonly<Record<number, AlarmKind>> = {
  0x01: 'general',
  0x0e: 'lowPower',
  0x47: 'fatigueDriving',
  0x50: 'door',
  0x51: 'door',
  0x53: 'fuelLeak',
  0x80: 'vibration',
  0x86: 'fault',
  0x87: 'overspeed',
  0x88: 'powerCut',
  0x8c: 'fatigueDriving',
  0x8f: 'distraction',
  0x90: 'hardAcceleration',
  0x91: 'hardBraking',
  0x92: 'hardCornering',
  0x93: 'accident',
  0x94: 'driverMissing',
  0x97: 'phoneCall',
  0x9a: 'smoking',
  0xa0: 'yawning',
  0xa1: 'cameraCovered',
  0xa3: 'distraction',
  0xa7: 'seatBelt',
};

/** What an alarm byte of packet AZ735 (33) says. */
export const AZ735_ALARMS: Readonly<Record<number, AlarmKind>> = {
  0xa2: 'lowBattery',
  0xa3: 'lowBattery',
  0xa4: 'general',
  0xa5: 'door',
};
