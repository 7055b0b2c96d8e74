import type { AlarmKind } from './alarm-kinds.ts';
import type { Attributes } from './attributes.ts';

/** Who on board tells of an alarm: the unit itself, or one of the cameras and sensors of active safety (T/JSATL 12-2017 §4.3). */
export const ALARM_FAMILIES = ['device', 'adas', 'dsm', 'tpms', 'bsd'] as const;
export type AlarmFamily = (typeof ALARM_FAMILIES)[number];
export type AiAlarmFamily = Exclude<AlarmFamily, 'device'>;

/** An alarm of active safety as a position carries it. */
export interface AiAlarm {
  readonly family: AiAlarmFamily;
  readonly kind: AlarmKind;
  /** Number of the alarm within its family. */
  readonly type: number;
  /** `moment`: the unit does not say how long it lasts. */
  readonly phase: 'moment' | 'start' | 'end';
  /** 1 or 2, 2 the more severe; null where the family has none. */
  readonly level: number | null;
  /** What the unit identifies the alarm by, hex: to be given back octet by octet. Null when its layout is not known. */
  readonly sign: string | null;
  /** Number of files that the unit keeps for it. */
  readonly files: number;
  /** What this kind of alarm tells beside: speeds in km/h, distances in units of 100 ms, pressures in kPa. */
  readonly details: Readonly<Record<string, number>>;
}

const ADAS: Readonly<Record<number, AlarmKind>> = {
  0x01: 'forwardCollision',
  0x02: 'laneDeparture',
  0x03: 'headwayTooClose',
  0x04: 'pedestrianCollision',
  0x05: 'laneChange',
  0x06: 'roadSignExceeded',
  0x07: 'obstacle',
  0x10: 'roadSign',
  0x11: 'autoCapture',
};
/** T/GDRTA 002-2020 beside the common ones. */
const ADAS_GUANGDONG: Readonly<Record<number, AlarmKind>> = { 0x12: 'solidLineCrossing', 0x13: 'pedestrianCollision' };
const DSM: Readonly<Record<number, AlarmKind>> = {
  0x01: 'fatigueDriving',
  0x02: 'phoneCall',
  0x03: 'smoking',
  0x04: 'distraction',
  0x05: 'driverMissing',
  0x10: 'autoCapture',
  0x11: 'driverChange',
};
const DSM_GUANGDONG: Readonly<Record<number, AlarmKind>> = {
  0x06: 'cameraCovered',
  0x08: 'drivingTimeExceeded',
  0x0a: 'seatBelt',
  0x0b: 'infraredBlocked',
  0x0c: 'handsOffWheel',
  0x0d: 'playingWithPhone',
};

/** The kind of an alarm of active safety. Types that a standard leaves to the maker are `adasEvent`, `dsmEvent`, `bsdEvent`. */
export function aiAlarmKind(family: AiAlarmFamily, type: number, guangdong: boolean): AlarmKind {
  switch (family) {
    case 'adas':
      return ADAS[type] ?? (guangdong ? ADAS_GUANGDONG[type] : undefined) ?? 'adasEvent';
    case 'dsm':
      return DSM[type] ?? (guangdong ? DSM_GUANGDONG[type] : undefined) ?? 'dsmEvent';
    case 'tpms':
      return 'tirePressure';
    case 'bsd':
      return type >= 1 && type <= 3 ? 'blindZone' : 'bsdEvent';
  }
}

/** Name of the attribute that holds the alarms of active safety of a position, as JSON. */
export const AI_ALARMS_ATTRIBUTE = 'aiAlarms';

const FAMILIES: ReadonlySet<string> = new Set(ALARM_FAMILIES.slice(1));
const PHASES: ReadonlySet<string> = new Set(['moment', 'start', 'end']);
const isAiAlarm = (value: unknown): value is AiAlarm => {
  if (typeof value !== 'object' || value === null) return false;
  const { family, kind, phase, type, sign, files } = value as Record<string, unknown>;
  return (
    FAMILIES.has(family as string) &&
    typeof kind === 'string' &&
    PHASES.has(phase as string) &&
    typeof type === 'number' &&
    (sign === null || (typeof sign === 'string' && /^([0-9a-f]{2}){1,64}$/.test(sign))) &&
    typeof files === 'number'
  );
};

/** The alarms of active safety among the attributes of a position; whatever else stands there is left out. Never throws. */
export function aiAlarmsOf(attributes: Attributes): readonly AiAlarm[] {
  const text = attributes[AI_ALARMS_ATTRIBUTE];
  if (typeof text !== 'string') return [];
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) ? values.filter(isAiAlarm) : [];
  } catch {
    return [];
  }
}
