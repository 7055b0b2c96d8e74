import { expect, it } from 'vitest';
import { DEFAULT_DEVICE_SETTINGS } from '../device/settings.ts';
import type { Position } from '../position/position.ts';
import { deriveAll } from './derive.ts';
import { TripPreviewRun } from './preview.ts';

const START = Date.UTC(2026, 10, 20);
const MINUTE = 60_000;

/** Drives, stands for three minutes, drives on. */
const journey = (): Position[] => {
  const positions: Position[] = [];
  let lat = 48;
  for (let i = 0; i < 60; i++) {
    const standing = i >= 25 && i < 31;
    if (!standing) lat += 0.003;
    positions.push({
      fixTimeMs: START + i * MINUTE * 0.5,
      sequence: i,
      receivedAtMs: START + i * MINUTE,
      type: 1,
      valid: true,
      lat,
      lon: 11,
      speedKph: standing ? 0 : 40,
      course: 0,
      altitudeM: 0,
      buffered: false,
      flags: 0,
      attributes: {},
    });
  }
  return positions;
};

it('gives what the engine gives, for both settings, however the positions are cut', () => {
  const positions = journey();
  const [before, after] = [DEFAULT_DEVICE_SETTINGS, { ...DEFAULT_DEVICE_SETTINGS, minStayS: 120 }];
  const run = new TripPreviewRun(before, after);
  for (let i = 0; i < positions.length; i += 7) run.push(positions.slice(i, i + 7));
  // Repeats and late ones change nothing.
  run.push(positions.slice(0, 5));
  const preview = run.finish(0);
  expect(preview.before.map((p) => p.segment)).toEqual(deriveAll(before, positions).segments);
  expect(preview.after.map((p) => p.segment)).toEqual(deriveAll(after, positions).segments);
  expect(preview.before.filter((p) => p.segment.kind === 'trip')).toHaveLength(1);
  expect(preview.after.filter((p) => p.segment.kind === 'trip')).toHaveLength(2);
  expect(preview.after.find((p) => p.segment.end?.rule === 'stayed')?.segment.end?.threshold).toBe(120);
  expect(preview.after.some((p) => p.changed)).toBe(true);
});

it('marks nothing when the settings are the same, and leaves out what ended before the window', () => {
  const run = new TripPreviewRun(DEFAULT_DEVICE_SETTINGS, { ...DEFAULT_DEVICE_SETTINGS });
  run.push(journey());
  const all = run.finish(0);
  expect([...all.before, ...all.after].some((p) => p.changed)).toBe(false);
  expect(run.finish(START + 365 * 24 * 60 * MINUTE).before).toEqual([]);
});
