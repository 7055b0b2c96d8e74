import type { AlarmKind } from '@sightline/domain';
import type { Edition } from './header.ts';

/**
 * Alarm bits of 0x0200 (JT/T 808-2013 table 24, 2019 table 25) as alarm kinds. Bits that 2013 reserves mean what most
 * trackers of that edition use them for.
 */
const KINDS_2013: readonly (AlarmKind | undefined)[] = [
  'sos',
  'overspeed',
  'fatigueDriving',
  'dangerWarning',
  'gnssFault',
  'gpsAntennaCut',
  'gpsAntennaShort',
  'lowBattery',
  'powerCut',
  'displayFault',
  'ttsFault',
  'cameraFault',
  'cardReaderFault',
  'overspeedWarning',
  'fatigueWarning',
  'vibration',
  'tampering',
  'tampering',
  'drivingTimeExceeded',
  'parking',
  'geofence',
  'route',
  'segmentTime',
  'routeDeviation',
  'vssFault',
  'fuelAbnormal',
  'theft',
  'illegalIgnition',
  'movement',
  'accident',
  'rollover',
  'door',
];
const KINDS_2019: readonly (AlarmKind | undefined)[] = KINDS_2013.map((kind, bit) => {
  if (bit === 3) return 'dangerousDriving';
  if (bit === 15) return 'illegalDriving';
  if (bit === 16) return 'tirePressure';
  if (bit === 17) return 'blindZone';
  return bit === 31 ? undefined : kind;
});

/** Models whose makers gave the bits another meaning. */
const PADLOCKS = new Set(['G-360P', 'G-508P']);
const PADLOCK_KINDS: readonly (AlarmKind | undefined)[] = ['removing', 'tampering', undefined, undefined, 'removing'];
const ASSET_TRACKERS = new Set(['AL300', 'GL100']);
const ASSET_KINDS: readonly (AlarmKind | undefined)[] = [...Array<undefined>(16).fill(undefined), 'movement'];

const VL300_KINDS = KINDS_2013.map((kind, bit) => (bit === 29 || bit === 30 ? undefined : kind));

/** The kinds table for a device. */
export function alarmKinds(edition: Edition, model: string | undefined): readonly (AlarmKind | undefined)[] {
  if (model !== undefined) {
    if (PADLOCKS.has(model)) return PADLOCK_KINDS;
    if (ASSET_TRACKERS.has(model)) return ASSET_KINDS;
    if (model === 'VL300') return VL300_KINDS;
  }
  return edition === 2019 ? KINDS_2019 : KINDS_2013;
}

export const STANDARD_ALARM_KINDS: readonly (AlarmKind | undefined)[] = KINDS_2013;

/** Names of the status bits (2013 table 25, 2019 table 26); bits 8-9 are the load and stand apart. */
export const STATUS_NAMES: readonly (string | undefined)[] = [
  'acc',
  'positioned',
  'south',
  'west',
  'outOfService',
  'encryptedCoordinates',
  'forwardCollisionBraking',
  'laneDeparture',
  undefined,
  undefined,
  'oilCut',
  'circuitCut',
  'doorsLocked',
  'door1Open',
  'door2Open',
  'door3Open',
  'door4Open',
  'door5Open',
  'gps',
  'beidou',
  'glonass',
  'galileo',
  'moving',
  undefined,
  undefined,
  undefined,
  'charging',
];

export const Status = {
  acc: 0,
  positioned: 1,
  south: 2,
  west: 3,
  outOfService: 4,
  encrypted: 5,
  oilCut: 10,
  circuitCut: 11,
  locked: 12,
  door1: 13,
  moving: 22,
  charging: 26,
} as const;
