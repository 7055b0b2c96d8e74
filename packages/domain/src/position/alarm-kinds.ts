/**
 * Every kind of alarm that a device can tell, for all protocols, the live state, lists and events. `alarm` of the attributes holds
 * them as a comma list.
 *
 * emergency: people or the vehicle are in danger. alarm: somebody should look. notice: worth an event, no reason to be alarmed now.
 * A kind's number on the wire is its place here, counted from 1: new kinds go to the end.
 */
const KINDS = [
  ['sos', 'emergency'],
  ['accident', 'emergency'],
  ['rollover', 'emergency'],
  ['theft', 'emergency'],
  ['powerCut', 'emergency'],
  ['tow', 'emergency'],
  ['illegalIgnition', 'emergency'],
  ['jamming', 'emergency'],
  ['gnssJamming', 'emergency'],
  ['tampering', 'emergency'],
  ['removing', 'emergency'],
  ['fallDown', 'emergency'],
  ['dangerWarning', 'alarm'],
  ['dangerousDriving', 'alarm'],
  ['overspeed', 'alarm'],
  ['fatigueDriving', 'alarm'],
  ['illegalDriving', 'alarm'],
  ['movement', 'alarm'],
  ['vibration', 'alarm'],
  ['fuelLeak', 'alarm'],
  ['fuelAbnormal', 'alarm'],
  ['door', 'alarm'],
  ['temperature', 'alarm'],
  ['geofence', 'alarm'],
  ['geofenceEnter', 'alarm'],
  ['geofenceExit', 'alarm'],
  ['route', 'alarm'],
  ['routeEnter', 'alarm'],
  ['routeExit', 'alarm'],
  ['routeDeviation', 'alarm'],
  ['segmentTime', 'alarm'],
  ['drivingTimeExceeded', 'alarm'],
  ['parking', 'alarm'],
  ['idle', 'alarm'],
  ['hardAcceleration', 'alarm'],
  ['hardBraking', 'alarm'],
  ['hardCornering', 'alarm'],
  ['laneChange', 'alarm'],
  ['distraction', 'alarm'],
  ['driverMissing', 'alarm'],
  ['phoneCall', 'alarm'],
  ['smoking', 'alarm'],
  ['yawning', 'alarm'],
  ['seatBelt', 'alarm'],
  ['blindZone', 'alarm'],
  ['overspeedWarning', 'alarm'],
  ['fatigueWarning', 'alarm'],
  ['tirePressure', 'alarm'],
  ['cameraCovered', 'alarm'],
  ['lowPower', 'alarm'],
  ['lowBattery', 'alarm'],
  ['powerOff', 'alarm'],
  ['fakeBaseStation', 'alarm'],
  ['simChange', 'alarm'],
  ['gpsAntennaCut', 'alarm'],
  ['gpsAntennaShort', 'alarm'],
  ['gnssFault', 'alarm'],
  ['displayFault', 'alarm'],
  ['ttsFault', 'alarm'],
  ['cameraFault', 'alarm'],
  ['cardReaderFault', 'alarm'],
  ['vssFault', 'alarm'],
  ['fault', 'alarm'],
  ['sound', 'alarm'],
  ['general', 'alarm'],
  ['gpsBlindEnter', 'notice'],
  ['gpsBlindExit', 'notice'],
  ['firstFix', 'notice'],
  ['powerOn', 'notice'],
  ['powerRestored', 'notice'],
  ['ignitionOn', 'notice'],
  ['ignitionOff', 'notice'],
  ['lock', 'notice'],
  ['unlock', 'notice'],
  ['deepSleep', 'notice'],
  ['forwardCollision', 'alarm'],
  ['laneDeparture', 'alarm'],
  ['headwayTooClose', 'alarm'],
  ['pedestrianCollision', 'alarm'],
  ['roadSignExceeded', 'alarm'],
  ['obstacle', 'alarm'],
  ['solidLineCrossing', 'alarm'],
  ['handsOffWheel', 'alarm'],
  ['infraredBlocked', 'alarm'],
  ['playingWithPhone', 'alarm'],
  ['adasEvent', 'alarm'],
  ['dsmEvent', 'alarm'],
  ['bsdEvent', 'alarm'],
  ['driverChange', 'notice'],
  ['roadSign', 'notice'],
  ['autoCapture', 'notice'],
] as const;

export type AlarmKind = (typeof KINDS)[number][0];
export type AlarmLevel = (typeof KINDS)[number][1];

/** All kinds in the order of their numbers. */
export const ALARM_KINDS: readonly AlarmKind[] = KINDS.map(([kind]) => kind);
const LEVELS: readonly AlarmLevel[] = ['emergency', 'alarm', 'notice'];
const RANKS = new Map<string, number>(KINDS.map(([kind, level], i) => [kind, LEVELS.indexOf(level) * KINDS.length + i]));
const NOTICE = LEVELS.indexOf('notice') * KINDS.length;
const rankOf = (kind: string): number => RANKS.get(kind) ?? (RANKS.get('general') as number);

/** How urgent a kind is; one that is not in the table is `alarm`. */
export const alarmLevelOf = (kind: string): AlarmLevel => LEVELS[Math.floor(rankOf(kind) / KINDS.length)]!;

/** No alarm, as a number on the wire. */
export const NO_ALARM = 0;

/** The kinds of an attribute `alarm`, each once, as the device's protocol calls them. */
export const alarmKindsOf = (alarm: unknown): string[] =>
  typeof alarm === 'string' ? [...new Set(alarm.split(',').filter((kind) => kind !== ''))] : [];

/** Those of them that call for attention, the most urgent first. */
export const activeAlarms = (alarm: unknown): string[] =>
  alarmKindsOf(alarm)
    .filter((kind) => rankOf(kind) < NOTICE)
    .sort((a, b) => rankOf(a) - rankOf(b));

/** The number of the most urgent alarm of an attribute `alarm`, {@link NO_ALARM} without one; a kind that is not in the table is `general`. */
export const alarmNumber = (alarm: unknown): number => {
  // Nearly all positions have none.
  if (alarm === undefined || alarm === null) return NO_ALARM;
  const [first] = activeAlarms(alarm);
  return first === undefined ? NO_ALARM : ALARM_KINDS.indexOf(RANKS.has(first) ? (first as AlarmKind) : 'general') + 1;
};

/** The kind of a number; null without an alarm, `general` for a number that this program does not know yet. */
export const alarmOfNumber = (number: number): AlarmKind | null => (number === NO_ALARM ? null : (ALARM_KINDS[number - 1] ?? 'general'));
