import type { Track } from '@sightline/contract';
import { DEFAULT_UNITS, measuresIn, parseZone, UTC_ZONE, type DateLimit, type UserZone } from '@sightline/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { latToY, lonToX } from '../map/mercator.ts';
import { advance, commonSpans, neighbourSpeed, PLAYBACK_SPEEDS, SECONDS_PER_SECOND, type ClockState } from './clock.ts';
import { PlaybackCursor } from './cursor.ts';
import { exportLines, fileName } from './export-track.ts';
import en from './locale/en_US.json';
import zh from './locale/zh_CN.json';
import { reasonText } from './parts/boundary-text.ts';
import { nearestPoint } from './parts/map-tools.tsx';
import { readQuery, writeQuery } from './playback-url.ts';
import { isShortcutAllowed, isSpanClosed, shortcutInstants } from './range/range-rules.ts';
import { trackOf } from './test-track.ts';
import { extendAccSpans } from './timeline/sample.ts';
import { boxOf, extendReach, uniteReaches } from './track/bounds.ts';
import { EMPTY_DIGEST, extendDigest } from './track/digest.ts';
import { GrowingTrack, indexAt, spotAt, stepTime, windowOf } from './track/lookup.ts';
import { rejections } from './track/rejections.ts';
import { partsOf, type PlayedDevice } from './use-tracks.ts';

const zoneOf = (text: string): UserZone => parseZone(text) ?? UTC_ZONE;

const deviceOf = (track: Track, name = 'T'): PlayedDevice => ({
  deviceId: '1',
  name,
  colour: '#000000',
  track,
  digest: extendDigest(EMPTY_DIGEST, track),
  segments: [],
  state: 'ready',
  error: null,
});

describe('playback clock', () => {
  const state: ClockState = { atMs: 0, fromMs: 0, toMs: 3_600_000, speed: 4, playing: true };

  it('moves by the speed', () => {
    expect(advance(state, 100).atMs).toBe(100 * SECONDS_PER_SECOND * 4);
  });

  it('stands still when paused and stops at the end', () => {
    expect(advance({ ...state, playing: false }, 1000)).toEqual({ ...state, playing: false });
    expect(advance({ ...state, atMs: 3_599_999 }, 1000)).toMatchObject({ atMs: 3_600_000, playing: false });
  });

  it('shows the beginning of a stop and passes over the rest', () => {
    const stops = [[60_000, 1_800_000]] as const;
    expect(advance({ ...state, atMs: 59_000, speed: 1 }, 200, stops).atMs).toBe(65_000);
    expect(advance({ ...state, atMs: 89_000, speed: 1 }, 200, stops).atMs).toBe(1_800_000);
  });

  it('never goes backwards nor beyond the end, whatever the stops', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_600_000 }),
        fc.integer({ min: 0, max: 250 }),
        fc.constantFrom(...PLAYBACK_SPEEDS),
        fc.integer({ min: 0, max: 3_500_000 }),
        fc.integer({ min: 1, max: 3_600_000 }),
        (atMs, elapsed, speed, start, length) => {
          const next = advance({ ...state, atMs, speed }, elapsed, [[start, start + length]]);
          expect(next.atMs).toBeGreaterThanOrEqual(Math.min(atMs, 3_600_000));
          expect(next.atMs).toBeLessThanOrEqual(3_600_000);
        },
      ),
    );
  });

  it('knows the speeds of the product', () => {
    expect(PLAYBACK_SPEEDS).toEqual([1, 2, 4, 8, 16, 32, 64]);
    expect(neighbourSpeed(64, 1)).toBe(64);
    expect(neighbourSpeed(1, -1)).toBe(1);
    expect(neighbourSpeed(8, 1)).toBe(16);
  });

  it('skips only what all devices stand through', () => {
    expect(
      commonSpans([
        [
          [0, 10],
          [20, 40],
        ],
        [[5, 30]],
      ]),
    ).toEqual([
      [5, 10],
      [20, 30],
    ]);
    expect(commonSpans([])).toEqual([]);
  });

  it('runs on frames, starts over from the end and does not leap after a pause of the tab', () => {
    const tasks: ((nowMs: number) => void)[] = [];
    const cursor = new PlaybackCursor(0, 1_000_000, (task) => {
      tasks.push(task);
      return () => undefined;
    });
    cursor.setSpeed(1);
    cursor.seek(2_000_000);
    expect(cursor.state.atMs).toBe(1_000_000);
    cursor.toggle();
    expect(cursor.state.atMs).toBe(0);
    tasks.shift()?.(1000);
    tasks.shift()?.(1016);
    expect(cursor.state.atMs).toBe(16 * SECONDS_PER_SECOND);
    tasks.shift()?.(60_000);
    expect(cursor.state.atMs).toBe((16 + 250) * SECONDS_PER_SECOND);
    cursor.pause();
    expect(cursor.state.playing).toBe(false);
  });
});

describe('range picker rules', () => {
  const berlin = zoneOf('Europe/Berlin');
  const now = Date.UTC(2026, 10, 18, 12);
  const open: DateLimit = { mode: null, days: 30 };
  const isoOf = ([from, to]: readonly [number, number]): string[] => [new Date(from).toISOString(), new Date(to).toISOString()];

  it('gives whole days of the zone, ends included, and never the future', () => {
    expect(isoOf(shortcutInstants(berlin, 'today', open, now))).toEqual(['2026-11-17T23:00:00.000Z', '2026-11-18T22:59:59.000Z']);
    expect(isoOf(shortcutInstants(UTC_ZONE, 'thisWeek', open, now))).toEqual(['2026-11-16T00:00:00.000Z', '2026-11-18T23:59:59.000Z']);
    expect(isoOf(shortcutInstants(UTC_ZONE, 'lastMonth', open, now))).toEqual(['2026-10-01T00:00:00.000Z', '2026-10-31T23:59:59.000Z']);
    expect(isoOf(shortcutInstants(UTC_ZONE, 'thisMonth', { mode: 2, days: 30 }, now))).toEqual([
      '2026-11-01T00:00:00.000Z',
      '2026-11-30T23:59:59.000Z',
    ]);
  });

  it('counts a day with changed clocks as it is', () => {
    const [from, to] = shortcutInstants(berlin, 'today', open, Date.UTC(2026, 9, 25, 12));
    expect((to + 1000 - from) / 3_600_000).toBe(25);
  });

  it('offers only shortcuts within the limit', () => {
    expect(isShortcutAllowed(UTC_ZONE, 'lastMonth', { mode: 1, days: 7 }, now)).toBe(false);
    expect(isShortcutAllowed(UTC_ZONE, 'yesterday', { mode: 1, days: 7 }, now)).toBe(true);
    expect(isShortcutAllowed(UTC_ZONE, 'lastMonth', open, now)).toBe(true);
  });

  it('closes months without a day that may be picked', () => {
    expect(isSpanClosed(open, '2026-12-05', 'month', '2026-11-18', null)).toBe(true);
    expect(isSpanClosed(open, '2026-11-30', 'month', '2026-11-18', null)).toBe(false);
    expect(isSpanClosed(open, '2026-08-05', 'month', '2026-11-18', '2026-11-01')).toBe(true);
    expect(isSpanClosed(open, '2027-01-01', 'year', '2026-11-18', null)).toBe(true);
  });
});

describe('address of the screen', () => {
  it('comes back from its own text', () => {
    const query = {
      deviceIds: ['a', 'b'],
      fromMs: Date.UTC(2026, 9, 1),
      toMs: Date.UTC(2026, 9, 30, 23, 59, 59),
      atMs: Date.UTC(2026, 9, 3),
    };
    expect(readQuery(writeQuery(query), UTC_ZONE, 0)).toEqual(query);
  });

  it('falls back to today in the zone on nonsense', () => {
    const now = Date.UTC(2026, 10, 18, 20);
    const read = readQuery(new URLSearchParams('from=x&to=y&devices=a,,a, b'), zoneOf('+08:00'), now);
    expect(read).toEqual({
      deviceIds: ['a', 'b'],
      fromMs: Date.UTC(2026, 10, 18, 16),
      toMs: Date.UTC(2026, 10, 19, 15, 59, 59),
      atMs: null,
    });
    expect(readQuery(new URLSearchParams('from=2026-01-01&to=2026-06-01'), UTC_ZONE, now).fromMs).toBe(Date.UTC(2026, 10, 18));
  });
});

describe('track lookup', () => {
  const track = trackOf([
    { t: 0 },
    { t: 10_000, lat: 2, lon: 104 },
    { t: 15_000, flags: 16, lat: 50 },
    { t: 20_000, lat: 3, lon: 105 },
    { t: 9_000_000, lat: 9, lon: 110 },
  ]);

  it('finds the point at or before an instant', () => {
    expect([-1, 0, 9999, 10_000, 1e9].map((at) => indexAt(track, at))).toEqual([-1, 0, 0, 1, 4]);
  });

  it('goes between counted points on a line, over rejected ones', () => {
    expect(spotAt(track, -1)).toBeNull();
    expect(spotAt(track, 15_000)).toMatchObject({ lat: 2.5, lon: 104.5, index: 1 });
  });

  it('stays at the last point when nothing is known after it', () => {
    expect(spotAt(track, 4_000_000)).toMatchObject({ lat: 3, lon: 105 });
  });

  it('crosses the antimeridian the short way', () => {
    expect(
      spotAt(
        trackOf([
          { t: 0, lon: 179 },
          { t: 10_000, lon: -179 },
        ]),
        5000,
      )?.lon,
    ).toBeCloseTo(180, 9);
  });

  it('steps from counted point to counted point', () => {
    expect(stepTime(track, 10_000, 1)).toBe(20_000);
    expect(stepTime(track, 20_000, -1)).toBe(10_000);
    expect(stepTime(track, 12_000, -1)).toBe(10_000);
    expect(stepTime(track, 0, -1)).toBe(0);
  });

  const joined = (...parts: readonly Track[]): Track => {
    const growing = new GrowingTrack();
    return parts.map((part) => growing.append(part)).at(-1) ?? trackOf([]);
  };

  it('joins parts without repeating the seam', () => {
    const whole = joined(trackOf([{ t: 1 }, { t: 2 }]), trackOf([{ t: 2 }, { t: 3, kph: 7, acc: 1 }]));
    expect([...whole.timeMs]).toEqual([1, 2, 3]);
    expect(whole.speedKph[2]).toBe(7);
    expect(whole.acc[2]).toBe(1);
  });

  it('keeps ignition unknown where a part comes without it', () => {
    const without = { ...trackOf([{ t: 1 }, { t: 2 }]), acc: new Uint8Array(0) };
    expect([...joined(without, trackOf([{ t: 3, acc: 1 }])).acc]).toEqual([2, 2, 1]);
    expect(extendAccSpans([], without, 0)).toEqual([]);
  });

  it('leaves a track that was given as it is when the next part comes', () => {
    const growing = new GrowingTrack();
    const given = [[1, 2], [3], [4, 5, 6], [7]].map((times) => growing.append(trackOf(times.map((t) => ({ t })))));
    expect(given.map(({ count }) => count)).toEqual([2, 3, 6, 7]);
    for (const { count, timeMs, acc } of given) {
      expect([...timeMs]).toEqual(Array.from({ length: count }, (_, i) => i + 1));
      expect(acc.length).toBe(count);
    }
  });

  it('asks for a range in parts that begin with a day, overlap nowhere and leave nothing out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 * 86_400_000 }), (length) => {
        const parts = partsOf(1000, 1000 + length);
        expect(parts[0]?.[0]).toBe(1000);
        expect(parts.at(-1)?.[1]).toBe(1000 + length);
        parts.forEach(([fromMs, toMs], i) => {
          expect(toMs).toBeGreaterThanOrEqual(fromMs);
          if (i > 0) expect(fromMs).toBe((parts[i - 1]?.[1] ?? 0) + 1);
        });
        expect((parts[0]?.[1] ?? 0) - 1000).toBeLessThan(86_400_000);
      }),
    );
  });

  it('cuts out a window, ends included', () => {
    expect([...windowOf(track, 10_000, 20_000).timeMs]).toEqual([10_000, 15_000, 20_000]);
  });

  it('names the reasons of a rejection', () => {
    expect(rejections(1 | 16)).toEqual(['noFix', 'jump']);
  });

  it('finds the point under the pointer, rejected ones only on demand', () => {
    const device = deviceOf(track);
    const x = lonToX(103);
    expect(nearestPoint([device], lonToX(104) + 1e-6, latToY(2), 1e-4, false)).toEqual({ deviceId: '1', index: 1 });
    expect(nearestPoint([device], x, latToY(50), 1e-6, false)).toBeNull();
    expect(nearestPoint([device], x, latToY(50), 1e-6, true)).toEqual({ deviceId: '1', index: 2 });
  });

  it('boxes a track over the antimeridian narrowly', () => {
    expect(
      boxOf(
        trackOf([
          { t: 0, lon: 179, lat: 1 },
          { t: 1, lon: -179, lat: 2 },
        ]),
      ),
    ).toEqual([179, 1, 181, 2]);
    expect(boxOf(trackOf([]))).toBeNull();
    const [east, west] = [179, -179].map((lon) => extendReach(null, trackOf([{ t: 0, lon }]), 0));
    expect(uniteReaches([null, east ?? null, west ?? null])).toEqual([179, 1, 181, 1]);
  });
});

describe('reasons and files', () => {
  const reason = { threshold: 3, value: 4, decidedTime: '', decidedSequence: 0 };
  const metres = (value: number): string => `${value} m`;

  it('says points, distances and durations by rule', () => {
    expect(reasonText({ ...reason, rule: 'moved' }, metres)).toEqual({ key: 'moved', threshold: '3', value: '4' });
    expect(reasonText({ ...reason, rule: 'moved', threshold: 500, value: 812 }, metres)).toEqual({
      key: 'movedFar',
      threshold: '500 m',
      value: '812 m',
    });
    expect(reasonText({ ...reason, rule: 'stayed', threshold: 300, value: 3661 }, metres)).toEqual({
      key: 'stayed',
      threshold: '0:05:00',
      value: '1:01:01',
    });
    expect(reasonText({ ...reason, rule: 'ignitionOff', threshold: null, value: null }, metres)).toEqual({
      key: 'ignitionOff',
      threshold: '–',
      value: '–',
    });
  });

  it('exports counted points as GPX parts and all points as CSV with their reason', () => {
    const device = deviceOf(trackOf([{ t: 0 }, { t: 10_000, flags: 16 }, { t: 9_000_000 }]), '=cmd & co');
    const gpx = [...exportLines(device, 'gpx', UTC_ZONE, measuresIn(DEFAULT_UNITS), [])].join('');
    expect(gpx.match(/<trkpt /gu)).toHaveLength(2);
    expect(gpx.match(/<trkseg>/gu)).toHaveLength(2);
    expect(gpx).toContain('<name>=cmd &amp; co</name>');
    const csv = [...exportLines(device, 'csv', UTC_ZONE, measuresIn(DEFAULT_UNITS), ['time'])].join('').split('\r\n');
    expect(csv).toHaveLength(5);
    expect(csv[2]).toMatch(/,jump$/u);
    expect(fileName(device, 'csv', UTC_ZONE)).toBe('_cmd_co-19700101-000000.csv');
  });
});

describe('catalogues', () => {
  const keys = (value: object, prefix = ''): string[] =>
    Object.entries(value).flatMap(([key, child]) =>
      typeof child === 'object' ? keys(child as object, `${prefix}${key}.`) : [`${prefix}${key}`],
    );
  it('have the same keys in both languages', () => {
    expect(keys(zh).toSorted()).toEqual(keys(en).toSorted());
  });
});
