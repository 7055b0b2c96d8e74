import type { Track, TrackChange, TripSegment } from '@sightline/contract';
import { ENGINE_RULES } from '@sightline/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import en from '../locale/en_US.json';
import zh from '../locale/zh_CN.json';
import { AXIS_PX, eventRowAt, ROW_PX } from '../timeline/draw-timeline.ts';
import { MARK_PX, MARK_STYLES, marksOf } from './event-marks.ts';
import { EVENT_KINDS, eventsOf, extendEvents, firstEventFrom, NO_EVENTS, nearestEvent, type TrackEvent } from './track-events.ts';

const UNKNOWN = 2;
const trackOf = (points: readonly (readonly [timeMs: number, acc: number])[], changes: readonly TrackChange[] = []): Track => ({
  count: points.length,
  timeMs: Float64Array.from(points, ([timeMs]) => timeMs),
  lat: new Float64Array(points.length),
  lon: new Float64Array(points.length),
  speedKph: new Float32Array(points.length),
  course: new Float32Array(points.length),
  flags: new Uint8Array(points.length),
  acc: Uint8Array.from(points, ([, acc]) => acc),
  changes,
});
const brief = (events: readonly TrackEvent[]): string[] => events.map(({ atMs, kind, detail }) => `${atMs} ${kind} ${detail}`.trim());
const all = (track: Track, segments: readonly TripSegment[] = []): string[] =>
  brief(eventsOf(extendEvents(NO_EVENTS, track), segments, 0, 1e9));

describe('events of a track', () => {
  it('tells ignition only from one known state to the other', () => {
    const track = trackOf([
      [0, 1],
      [10, UNKNOWN],
      [20, 1],
      [30, 0],
      [40, UNKNOWN],
      [50, 1],
    ]);
    expect(all(track)).toEqual(['30 ignitionOff', '50 ignitionOn']);
  });

  it('tells both ends of a silence and how long it was', () => {
    const backMs = ENGINE_RULES.gapMs + 1000;
    const { events } = extendEvents(
      NO_EVENTS,
      trackOf([
        [0, UNKNOWN],
        [ENGINE_RULES.gapMs, UNKNOWN],
        [ENGINE_RULES.gapMs + backMs, UNKNOWN],
      ]),
    );
    expect(events).toEqual([
      { atMs: ENGINE_RULES.gapMs, kind: 'contactLost', detail: '', lengthS: backMs / 1000 },
      { atMs: ENGINE_RULES.gapMs + backMs, kind: 'contactBack', detail: '', lengthS: backMs / 1000 },
    ]);
  });

  it('tells each alarm once as long as it lasts, and again when it comes back', () => {
    const changes = [
      { timeMs: 1, type: 1, alarm: '' },
      { timeMs: 2, type: 1, alarm: 'sos' },
      { timeMs: 3, type: 1, alarm: 'overspeed,sos' },
      { timeMs: 4, type: 1, alarm: 'overspeed' },
      { timeMs: 5, type: 1, alarm: 'overspeed,sos' },
    ];
    expect(all(trackOf([], changes))).toEqual(['2 alarm sos', '3 alarm overspeed', '5 alarm sos']);
  });

  it('tells another source of the location, not the first one', () => {
    const changes = [
      { timeMs: 1, type: 1, alarm: '' },
      { timeMs: 2, type: 1, alarm: 'sos' },
      { timeMs: 3, type: 3, alarm: 'sos' },
    ];
    expect(all(trackOf([], changes))).toEqual(['2 alarm sos', '3 locationType 3']);
  });

  it('tells ends of trips within the range and not of one that still goes on', () => {
    const trip = (fromMs: number, toMs: number, open: boolean): TripSegment =>
      ({ kind: 'trip', startTime: new Date(fromMs).toISOString(), endTime: new Date(toMs).toISOString(), open }) as TripSegment;
    const segments = [trip(0, 100, false), { ...trip(100, 200, false), kind: 'stop' as const }, trip(200, 300, true)];
    expect(brief(eventsOf(NO_EVENTS, segments, 50, 1000))).toEqual(['100 tripEnded', '200 tripBegan']);
  });
});

describe('finding and drawing events', () => {
  const event = fc.record({
    atMs: fc.integer({ min: 0, max: 1000 }),
    kind: fc.constantFrom(...EVENT_KINDS),
    detail: fc.constant(''),
    lengthS: fc.constant(null),
  });
  const events = fc.array(event, { maxLength: 80 }).map((list) => list.toSorted((a, b) => a.atMs - b.atMs));

  it('finds the nearest within reach, as a search of all would', () => {
    fc.assert(
      fc.property(events, fc.integer({ min: -100, max: 1100 }), fc.integer({ min: 0, max: 60 }), (list, atMs, reachMs) => {
        const found = nearestEvent(list, atMs, reachMs);
        const distances = list.map((one) => Math.abs(one.atMs - atMs)).filter((distance) => distance <= reachMs);
        if (distances.length === 0) expect(found).toBeNull();
        else expect(Math.abs((found?.atMs ?? Infinity) - atMs)).toBe(Math.min(...distances));
        expect(firstEventFrom(list, atMs)).toBe(list.filter((one) => one.atMs < atMs).length);
      }),
    );
  });

  it('never lets a mark hide a more urgent one, and draws no more than fit', () => {
    fc.assert(
      fc.property(events, fc.integer({ min: 4, max: 300 }), (list, width) => {
        const marks = marksOf(list, 0, 1000, width);
        expect(marks.length).toBeLessThanOrEqual(Math.floor(width / MARK_PX) + 1);
        const ranks = marks.map((mark) => EVENT_KINDS.indexOf(mark.kind));
        expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
        const alarms = list.filter((one) => one.kind === 'alarm');
        for (const alarm of alarms) {
          const columnOf = (atMs: number): number => Math.floor(((atMs / 1000) * width) / MARK_PX);
          expect(marks.some((mark) => mark.kind === 'alarm' && columnOf(mark.atMs) === columnOf(alarm.atMs))).toBe(true);
        }
      }),
    );
  });

  it('knows the band of each device', () => {
    expect(eventRowAt(AXIS_PX + 4, 2)).toBe(-1);
    expect(eventRowAt(AXIS_PX + ROW_PX - 5, 2)).toBe(0);
    expect(eventRowAt(AXIS_PX + 2 * ROW_PX - 5, 2)).toBe(1);
    expect(eventRowAt(AXIS_PX + 3 * ROW_PX - 5, 2)).toBe(-1);
  });

  it('has a shape of its own and words in both languages for every kind', () => {
    expect(new Set(EVENT_KINDS.map((kind) => MARK_STYLES[kind].shape)).size).toBe(EVENT_KINDS.length);
    for (const texts of [en, zh]) {
      expect(Object.keys(texts.event).toSorted()).toEqual([...EVENT_KINDS].toSorted());
      expect(Object.keys(texts.eventKinds).toSorted()).toEqual([...EVENT_KINDS].toSorted());
    }
  });
});
