import type { Track, TripSegment } from '@sightline/contract';
import { alarmKindsOf, ENGINE_RULES } from '@sightline/domain';
import { ACC_UNKNOWN } from '../track/lookup.ts';

/** What happened to a device at an instant, the most urgent first: of events that share a pixel the first is drawn. */
export const EVENT_KINDS = [
  'alarm',
  'contactLost',
  'contactBack',
  'locationType',
  'tripBegan',
  'tripEnded',
  'ignitionOn',
  'ignitionOff',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

export interface TrackEvent {
  readonly atMs: number;
  readonly kind: EventKind;
  /** Kind of the alarm as the device's protocol names it, or the number of the new location type; else empty. */
  readonly detail: string;
  /** How long the silence was, s; null where nothing lasted. */
  readonly lengthS: number | null;
}

const event = (atMs: number, kind: EventKind, detail = '', lengthS: number | null = null): TrackEvent => ({ atMs, kind, detail, lengthS });

/** What the positions so far have told, and what the next ones are compared with. */
export interface FoundEvents {
  /** In the order of time. */
  readonly events: readonly TrackEvent[];
  readonly points: number;
  readonly changes: number;
  readonly acc: number;
  readonly type: number | null;
  readonly raised: readonly string[];
}

export const NO_EVENTS: FoundEvents = { events: [], points: 0, changes: 0, acc: ACC_UNKNOWN, type: null, raised: [] };

const rankOf = (kind: EventKind): number => EVENT_KINDS.indexOf(kind);
const inOrder = (a: TrackEvent, b: TrackEvent): number => a.atMs - b.atMs || rankOf(a.kind) - rankOf(b.kind);

/** Reads on in a track that has grown, only what is new: silences longer than the engine's gap, ignition, alarms, sources. */
export const extendEvents = (before: FoundEvents, track: Track): FoundEvents => {
  const { count, timeMs, acc, changes } = track;
  const events: TrackEvent[] = [];
  let { acc: known, type, raised } = before;
  for (let i = before.points; i < count; i++) {
    const atMs = timeMs[i] as number;
    const beforeMs = i === 0 ? atMs : (timeMs[i - 1] as number);
    if (atMs - beforeMs > ENGINE_RULES.gapMs) {
      const lengthS = (atMs - beforeMs) / 1000;
      events.push(event(beforeMs, 'contactLost', '', lengthS), event(atMs, 'contactBack', '', lengthS));
    }
    const state = acc[i] ?? ACC_UNKNOWN;
    if (state === ACC_UNKNOWN || state === known) continue;
    if (known !== ACC_UNKNOWN) events.push(event(atMs, state === 1 ? 'ignitionOn' : 'ignitionOff'));
    known = state;
  }
  // An alarm is an event at the position that first has it.
  for (const change of changes.slice(before.changes)) {
    if (type !== null && change.type !== type) events.push(event(change.timeMs, 'locationType', String(change.type)));
    type = change.type;
    const kinds = alarmKindsOf(change.alarm);
    for (const kind of kinds) if (!raised.includes(kind)) events.push(event(change.timeMs, 'alarm', kind));
    raised = kinds;
  }
  // A silence between two parts begins at the last position of the first: the whole is in order, not each part behind the other.
  const all = events.length === 0 ? before.events : [...before.events, ...events].sort(inOrder);
  return { events: all, points: count, changes: changes.length, acc: known, type, raised };
};

function* fromSegments(segments: readonly TripSegment[], fromMs: number, toMs: number): Generator<TrackEvent> {
  for (const segment of segments) {
    if (segment.kind !== 'trip') continue;
    const [startMs, endMs] = [Date.parse(segment.startTime), Date.parse(segment.endTime)];
    if (startMs >= fromMs) yield event(startMs, 'tripBegan');
    if (!segment.open && endMs <= toMs) yield event(endMs, 'tripEnded');
  }
}

/** All events of a device in the order of time; boundaries of trips only within the range, which trips may leave. */
export const eventsOf = (found: FoundEvents, segments: readonly TripSegment[], fromMs: number, toMs: number): TrackEvent[] =>
  [...found.events, ...fromSegments(segments, fromMs, toMs)].sort(inOrder);

/** Index of the first event at or after an instant. */
export const firstEventFrom = (events: readonly TrackEvent[], atMs: number): number => {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle] as TrackEvent).atMs < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The event nearest to an instant, the more urgent of two; null when none is within reach. */
export const nearestEvent = (events: readonly TrackEvent[], atMs: number, reachMs: number): TrackEvent | null => {
  let best: TrackEvent | null = null;
  let distance = reachMs;
  for (let i = firstEventFrom(events, atMs - reachMs); i < events.length; i++) {
    const one = events[i] as TrackEvent;
    const away = Math.abs(one.atMs - atMs);
    if (one.atMs > atMs + reachMs) break;
    if (away > distance || (away === distance && best !== null && rankOf(best.kind) <= rankOf(one.kind))) continue;
    best = one;
    distance = away;
  }
  return best;
};
