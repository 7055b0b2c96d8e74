import type { AlarmKind } from './alarm-kinds.ts';

/** What alarms are about; the order in which people are shown them. */
export const ALARM_GROUPS = ['safety', 'driving', 'driver', 'road', 'place', 'vehicle', 'power', 'device'] as const;
export type AlarmGroup = (typeof ALARM_GROUPS)[number];

const KINDS_OF: Readonly<Record<AlarmGroup, string>> = {
  safety:
    'sos accident rollover theft powerCut tow illegalIgnition jamming gnssJamming tampering removing fallDown movement vibration fakeBaseStation simChange door',
  driving:
    'dangerWarning dangerousDriving overspeed overspeedWarning illegalDriving hardAcceleration hardBraking hardCornering laneChange parking idle drivingTimeExceeded segmentTime',
  driver:
    'fatigueDriving fatigueWarning distraction driverMissing phoneCall smoking yawning seatBelt handsOffWheel infraredBlocked playingWithPhone dsmEvent driverChange',
  road: 'forwardCollision laneDeparture headwayTooClose pedestrianCollision roadSignExceeded obstacle solidLineCrossing blindZone adasEvent bsdEvent roadSign autoCapture',
  place: 'geofence geofenceEnter geofenceExit route routeEnter routeExit routeDeviation',
  vehicle: 'fuelLeak fuelAbnormal temperature tirePressure ignitionOn ignitionOff lock unlock sound',
  power: 'lowPower lowBattery powerOff powerOn powerRestored deepSleep',
  device:
    'gpsAntennaCut gpsAntennaShort gnssFault displayFault ttsFault cameraFault cameraCovered cardReaderFault vssFault fault general gpsBlindEnter gpsBlindExit firstFix',
};
const GROUP_OF = new Map(ALARM_GROUPS.flatMap((group) => KINDS_OF[group].split(' ').map((kind) => [kind, group] as const)));

/** What a kind of alarm is about. */
export const alarmGroupOf = (kind: AlarmKind): AlarmGroup => GROUP_OF.get(kind) ?? 'device';
