import { parseZone, UTC_ZONE, type UserZone } from '@sightline/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trackOf } from '../test-track.ts';
import { EMPTY_DIGEST, extendDigest } from '../track/digest.ts';
import { sliceTrack } from '../track/lookup.ts';
import { zoomWindow } from './draw-timeline.ts';
import { extendAccSpans, extendBlocks, NO_BLOCKS, sampleSpeed } from './sample.ts';
import { ticksOf } from './ticks.ts';

const zoneOf = (text: string): UserZone => parseZone(text) ?? UTC_ZONE;

describe('timeline', () => {
  it('keeps every peak and pause whatever the width', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 400 }),
        fc.integer({ min: 1, max: 90 }),
        (speeds, width) => {
          const { least, most } = sampleSpeed(
            trackOf(speeds.map((kph, i) => ({ t: i * 1000, kph }))),
            NO_BLOCKS,
            0,
            speeds.length * 1000,
            width,
          );
          const known = (values: Float32Array): number[] => [...values].filter((value) => !Number.isNaN(value));
          expect(Math.max(...known(most))).toBe(Math.max(...speeds));
          expect(Math.min(...known(least))).toBe(Math.min(...speeds));
        },
      ),
    );
  });

  /** Points with rejected ones, unknown speeds and ignition, and silences among them. */
  const anyTrack = fc
    .array(
      fc.record({
        waitMs: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 30_000 }) }, fc.integer({ min: 0, max: 7_200_000 })),
        kph: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 200 }) }, fc.constant(NaN)),
        flags: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.constant(16)),
        lon: fc.integer({ min: -180, max: 179 }),
        acc: fc.integer({ min: 0, max: 2 }),
      }),
      { maxLength: 200 },
    )
    .map((steps) => {
      let t = 0;
      return trackOf(steps.map(({ waitMs, ...sample }) => ({ ...sample, t: (t += waitMs) })));
    });

  it('samples with blocks what it samples point by point, in any window', () => {
    fc.assert(
      fc.property(
        anyTrack,
        fc.nat(1_000_000),
        fc.integer({ min: 1, max: 3_000_000 }),
        fc.integer({ min: 1, max: 40 }),
        (track, from, span, width) => {
          const blocks = extendBlocks(NO_BLOCKS, track);
          expect(sampleSpeed(track, blocks, from, from + span, width)).toEqual(sampleSpeed(track, NO_BLOCKS, from, from + span, width));
        },
      ),
    );
  });

  it('knows of a track that came in parts what it knows of the whole', () => {
    fc.assert(
      fc.property(anyTrack, fc.array(fc.nat(200), { maxLength: 4 }), (track, cuts) => {
        const ends = [...cuts.filter((cut) => cut < track.count), track.count].toSorted((a, b) => a - b);
        const inParts = ends.reduce((digest, end) => extendDigest(digest, sliceTrack(track, 0, end)), EMPTY_DIGEST);
        expect(inParts).toEqual(extendDigest(EMPTY_DIGEST, track));
      }),
    );
  });

  it('leaves out rejected points and what lies outside of the window', () => {
    const track = trackOf([
      { t: 0, kph: 10 },
      { t: 5000, kph: 300, flags: 16 },
      { t: 8000, kph: 30 },
      { t: 20_000, kph: 99 },
    ]);
    expect([...sampleSpeed(track, NO_BLOCKS, 1000, 10_000, 1).most]).toEqual([30]);
  });

  it('joins ignition into spans with holes at silences', () => {
    const track = trackOf([
      { t: 0, acc: 1 },
      { t: 10_000, acc: 1 },
      { t: 20_000, acc: 0 },
      { t: 30_000 },
      { t: 9_000_000, acc: 0 },
      { t: 9_010_000, acc: 0 },
    ]);
    expect(extendAccSpans([], track, 0)).toEqual([
      [0, 20_000, true],
      [20_000, 30_000, false],
      [9_000_000, 9_010_000, false],
    ]);
  });

  it('writes round wall-clock times of the zone', () => {
    const from = Date.UTC(2026, 10, 17, 18, 30);
    const ticks = ticksOf(zoneOf('+05:30'), from, from + 86_400_000, 900);
    expect(ticks[0]).toEqual({ ms: from, label: '11-18', day: true });
    expect(ticks[1]?.label).toBe('02:00');
    for (let i = 1; i < ticks.length; i++)
      expect((((ticks[i]?.ms ?? 0) - (ticks[i - 1]?.ms ?? 0)) / 86_400_000) * 900).toBeGreaterThanOrEqual(72);
  });

  it('zooms about the pointer and stays within the range', () => {
    const window = { fromMs: 0, toMs: 1000_000, width: 100 };
    const zoomed = zoomWindow(window, 250_000, 0.5, 0, 1000_000);
    expect([zoomed.fromMs, zoomed.toMs]).toEqual([125_000, 625_000]);
    expect(zoomWindow(zoomed, 0, 100, 0, 1000_000)).toMatchObject({ fromMs: 0, toMs: 1000_000 });
  });
});
