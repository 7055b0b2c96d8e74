import { decodeTrackColumns } from '@sightline/contract';
import type { PositionColumns, PositionReader } from '@sightline/db';
import { ENGINE_RULES, PositionFlag } from '@sightline/domain';
import { expect, it } from 'vitest';
import { readTrackOverview } from './track-overview.service.ts';

interface Sample {
  readonly t: number;
  readonly lon: number;
  readonly lat?: number;
  readonly flags?: number;
  readonly type?: number;
}

const readerOf = (samples: readonly Sample[]): PositionReader => {
  const columns: PositionColumns = {
    count: samples.length,
    fixTimeMs: Float64Array.from(samples, ({ t }) => t),
    sequence: new Int32Array(samples.length),
    lat: Float64Array.from(samples, ({ lat }) => lat ?? 50),
    lon: Float64Array.from(samples, ({ lon }) => lon),
    speedKph: new Float32Array(samples.length).fill(NaN),
    course: new Float32Array(samples.length).fill(90),
    altitudeM: new Float32Array(samples.length),
    type: Uint8Array.from(samples, ({ type }) => type ?? 1),
    flags: Uint8Array.from(samples, ({ flags }) => flags ?? 0),
    valid: new Uint8Array(samples.length).fill(1),
  };
  return { columns: async () => columns } as Partial<PositionReader> as PositionReader;
};

const overviewOf = async (samples: readonly Sample[], types: ReadonlySet<number> | null = null) => {
  const track = decodeTrackColumns(await readTrackOverview(readerOf(samples), { deviceKey: 1, fromMs: 0, toMs: 1e13, types }));
  return [...track.timeMs].map((timeMs, i) => [timeMs, track.lon[i]]);
};

it('holds the corners of the line, no rejected position, and a hole at a silence', async () => {
  const later = 40_000 + ENGINE_RULES.gapMs;
  const samples = [
    { t: 10_000, lon: 10 },
    { t: 20_000, lon: 11 },
    { t: 30_000, lon: 90, flags: PositionFlag.jump },
    { t: 35_000, lon: NaN, lat: NaN },
    { t: 40_000, lon: 12 },
    { t: later + 1, lon: 13 },
    { t: later + 10_001, lon: 14 },
  ];
  expect(await overviewOf(samples)).toEqual([
    [10_000, 10],
    [40_000, 12],
    [40_000, NaN],
    [later + 1, 13],
    [later + 10_001, 14],
  ]);
});

it('leaves out other sources of the location, and is empty where nothing counts', async () => {
  const samples = [
    { t: 1000, lon: 10 },
    { t: 2000, lon: 60, lat: 10, type: 2 },
    { t: 3000, lon: 11 },
  ];
  expect(await overviewOf(samples, new Set([1]))).toEqual([
    [1000, 10],
    [3000, 11],
  ]);
  expect(await overviewOf([{ t: 1, lon: 1, flags: PositionFlag.noFix }])).toEqual([]);
});
