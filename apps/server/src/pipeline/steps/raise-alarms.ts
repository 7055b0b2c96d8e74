import type { RaisedAlarm } from '@sightline/db';
import { aiAlarmsOf, alarmKindsOf, alarmLevelOf, type AiAlarm, type Attributes } from '@sightline/domain';
import type { MovingPosition, Passage, Step } from '../passage.ts';

/** Data that came late says nothing about what was between two of its positions that are further apart than this. */
const LATE_GAP_MS = 10 * 60_000;
/** A device names its kinds; what nobody has heard of is kept, within bounds. */
const MAX_KIND = 60;
const MAX_KINDS = 40;

interface Told {
  readonly kinds: ReadonlySet<string>;
  readonly atMs: number;
}

/**
 * Alarms of the unit are bits that stay set: one begins with the first position that has it and ends with the first that has it no more. Those of
 * active safety say themselves which they are. Late positions are compared among themselves.
 */
export const raiseAlarms: Step = (passage) => {
  let current: Told | null = null;
  let late: Told | null = null;
  const open = new Map<string, number>();
  for (const moving of passage.asTold) {
    if (moving.arrival === 'repeat') continue;
    const { position, sinceMs: atMs } = moving;
    const active = aiAlarmsOf(position.attributes);
    const kinds = unitKinds(position.attributes, active);
    if (moving.arrival === 'late' && atMs === null) {
      const before = late && position.fixTimeMs - late.atMs <= LATE_GAP_MS ? late.kinds : NONE;
      // Nobody knows how long it lasted: what came in order around it has told.
      for (const kind of kinds) if (!before.has(kind)) passage.alarms.push(unitAlarm(passage, moving, kind, position.fixTimeMs, false));
      late = { kinds, atMs: position.fixTimeMs };
      for (const alarm of active) signedAlarm(passage, moving, alarm, position.fixTimeMs);
      continue;
    }
    if (atMs === null) continue;
    const before = current?.kinds ?? remembered(passage);
    for (const kind of kinds) {
      if (before.has(kind)) continue;
      open.set(kind, passage.alarms.length);
      passage.alarms.push(unitAlarm(passage, moving, kind, atMs, true));
    }
    for (const kind of before) if (!kinds.has(kind)) end(passage, open, kind, atMs);
    current = { kinds, atMs };
    for (const alarm of active) signedAlarm(passage, moving, alarm, atMs);
  }
};

const NONE: ReadonlySet<string> = new Set();

/** Kinds of a position that are the unit's own. */
function unitKinds(attributes: Attributes, active: readonly AiAlarm[]): ReadonlySet<string> {
  // nearly all positions have none
  if (attributes['alarm'] === undefined) return NONE;
  const told = alarmKindsOf(attributes['alarm']).slice(0, MAX_KINDS);
  return new Set(told.map((kind) => kind.slice(0, MAX_KIND)).filter((kind) => !active.some((alarm) => alarm.kind === kind)));
}

/** Those of the position before this batch. */
const remembered = ({ memory }: Passage): ReadonlySet<string> => unitKinds(memory.attributes, aiAlarmsOf(memory.attributes));

const LEVELS = { emergency: 3, alarm: 2, notice: 1 } as const;

type Place = Pick<RaisedAlarm, 'deviceKey' | 'lat' | 'lon' | 'speedKph' | 'course'>;

/** Where the alarm was: the position, or where the device was last. */
function placeOf({ memory }: Passage, { deviceKey, position }: MovingPosition): Place {
  const { lat, lon, speedKph, course } = position;
  if (lat !== null && lon !== null) return { deviceKey, lat, lon, speedKph, course };
  return { deviceKey, lat: memory.fix?.lat ?? null, lon: memory.fix?.lon ?? null, speedKph, course };
}

const unitAlarm = (passage: Passage, moving: MovingPosition, kind: string, atMs: number, open: boolean): RaisedAlarm => ({
  ...placeOf(passage, moving),
  identity: `device:${kind}:${atMs}`,
  family: 'device',
  kind,
  type: null,
  level: LEVELS[alarmLevelOf(kind)],
  atMs,
  untilMs: null,
  open,
  attributes: {},
  sign: null,
  files: 0,
});

function end({ alarms, endedAlarms, device }: Passage, open: Map<string, number>, kind: string, untilMs: number): void {
  const begun = open.get(kind);
  if (begun === undefined) endedAlarms.push({ deviceKey: device.deviceKey, family: 'device', kind, untilMs });
  else alarms[begun] = { ...alarms[begun]!, untilMs, open: false };
  open.delete(kind);
}

function signedAlarm(passage: Passage, moving: MovingPosition, alarm: AiAlarm, atMs: number): void {
  const { family, kind, type, phase, sign } = alarm;
  if (phase === 'end' && sign === null) {
    passage.endedAlarms.push({ deviceKey: passage.device.deviceKey, family, kind, untilMs: atMs });
    return;
  }
  const base = LEVELS[alarmLevelOf(kind)];
  passage.alarms.push({
    ...placeOf(passage, moving),
    identity: `${family}:${type}:${sign ?? atMs}`,
    family,
    kind,
    type,
    // The unit's own two levels lie within ours; an event stays one.
    level: base === 1 || alarm.level !== 2 ? base : 3,
    atMs,
    untilMs: phase === 'end' ? atMs : null,
    open: phase === 'start',
    attributes: alarm.level === null ? alarm.details : { ...alarm.details, unitLevel: alarm.level },
    sign,
    files: alarm.files,
  });
}
