import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pace, PlaybackPosition } from './playback-position.ts';
import { RECORDING_MS, recordingsOf, type RecordingFilter } from './recordings.ts';

const NOW = Date.UTC(2026, 10, 21, 12, 3);
const HOUR = 3_600_000;
const ALL: RecordingFilter = { channel: 0, fromMs: null, toMs: null, alarms: 0n };
const all = recordingsOf('013912345678', 4, ALL, NOW);

describe('recordings', () => {
  it('cover two days in files of five minutes, with gaps and alarms', () => {
    expect(all.length % 4).toBe(0);
    expect(all.length / 4).toBeGreaterThan(500);
    expect(all.length / 4).toBeLessThan(576);
    expect(Math.min(...all.map((r) => r.startMs))).toBeGreaterThanOrEqual(NOW - 48 * HOUR);
    expect(Math.max(...all.map((r) => r.endMs))).toBeLessThanOrEqual(NOW);
    expect(all.every((r) => r.endMs - r.startMs === RECORDING_MS && r.startMs % RECORDING_MS === 0)).toBe(true);
    expect(all.filter((r) => r.alarms !== 0n).length).toBeGreaterThan(50);
  });

  it('are the same whenever they are asked for, while they are kept', () => {
    const later = recordingsOf('013912345678', 4, ALL, NOW + HOUR);
    const kept = all.filter((r) => r.startMs >= NOW - 47 * HOUR);
    expect(later.slice(0, kept.length)).toEqual(kept);
    expect(recordingsOf('013912345679', 4, ALL, NOW)).not.toEqual(all);
  });

  it('are found by channel, time and alarm', () => {
    const time = fc.option(fc.integer({ min: NOW - 50 * HOUR, max: NOW + HOUR }));
    const filter = fc.record({
      channel: fc.integer({ min: 0, max: 5 }),
      fromMs: time,
      toMs: time,
      alarms: fc.constantFrom(0n, 1n, 1n << 33n, 6n),
    });
    fc.assert(
      fc.property(filter, (f) => {
        const expected = all.filter(
          (r) =>
            (f.channel === 0 || r.channel === f.channel) &&
            (f.fromMs === null || r.endMs > f.fromMs) &&
            (f.toMs === null || r.startMs < f.toMs) &&
            (f.alarms === 0n || (r.alarms & f.alarms) !== 0n),
        );
        expect(recordingsOf('013912345678', 4, f, NOW)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a place in recordings', () => {
  const file = (from: number, to: number) => ({ channel: 1, startMs: from, endMs: to, alarms: 0n, sizeBytes: 1 });
  const files = [file(0, 1_000), file(5_000, 6_000)];
  const all = (position: PlaybackPosition, stepMs: number): number[] => {
    const found: number[] = [];
    for (let at = position.next(stepMs); at !== null; at = position.next(stepMs)) found.push(at);
    return found;
  };
  it('goes over gaps, forwards and back, and ends', () => {
    expect(all(new PlaybackPosition(files, 500, 5_500), 200)).toEqual([500, 700, 900, 5_000, 5_200, 5_400]);
    const back = new PlaybackPosition(files, 300, 5_500);
    back.seek(5_300);
    expect(all(back, -200)).toEqual([5_300, 5_100, 933, 733, 533, 333]);
    expect(all(new PlaybackPosition(files, 6_000, 9_000), 200)).toEqual([]);
  });
  it('moves as the mode says', () => {
    expect(pace('fast', 8).stepMs).toBeCloseTo(8 * (1000 / 15));
    expect(pace('keyRewind', 4)).toEqual({ stepMs: -2_000, periodMs: 500, keysOnly: true });
    expect(pace('normal', 1).stepMs).toBe(pace('normal', 1).periodMs);
  });
});
