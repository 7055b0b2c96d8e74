import { describe, expect, it } from 'vitest';
import aigle from '../../fixtures/tracks/ch-aigle-alps.json' with { type: 'json' };
import regensburg from '../../fixtures/tracks/de-regensburg.json' with { type: 'json' };
import liverpool from '../../fixtures/tracks/gb-liverpool-bus14-1.json' with { type: 'json' };
import visnjan from '../../fixtures/tracks/hr-visnjan-car.json' with { type: 'json' };
import { positionAt } from '../../test/journey.ts';
import type { Position } from '../position/position.ts';
import { deriveAll } from './derive.ts';
import type { DerivedFacts } from './derive.ts';

interface TrackFile {
  readonly startUtc: string;
  readonly points: readonly (readonly (number | null)[])[];
}
const load = (track: TrackFile): Position[] =>
  track.points.map(([t, lat, lon, speedKph, altitudeM, course]) =>
    positionAt(Date.parse(track.startUtc) + Math.round(Number(t) * 1000), Number(lat), Number(lon), {
      speedKph: speedKph ?? null,
      altitudeM: altitudeM ?? null,
      course: course ?? null,
    }),
  );

/** Length of the recording between two times, on a flat map (another formula than the engine's), without hops over 500 m. */
const flatLengthM = (track: TrackFile, fromS: number, toS: number): number => {
  const points = track.points.filter(([t]) => Number(t) >= fromS && Number(t) <= toS);
  let sum = 0;
  for (let i = 1; i < points.length; i++) {
    const [, lat1, lon1] = points[i - 1] as readonly number[] as [number, number, number];
    const [, lat2, lon2] = points[i] as readonly number[] as [number, number, number];
    sum += Math.hypot((lat2 - lat1) * 111_195, (lon2 - lon1) * 111_195 * Math.cos((lat1 * Math.PI) / 180));
  }
  return sum;
};

const outline = (track: TrackFile, facts: DerivedFacts): (string | number)[][] =>
  facts.segments.map((s) => [
    s.kind,
    (s.startMs - Date.parse(track.startUtc)) / 1000,
    (s.endMs - Date.parse(track.startUtc)) / 1000,
    s.start.rule,
  ]);

const rules = (minStayS: number) => ({ minMovingSpeedKph: 5, minStayS, locationPoints: 3 });
const within = (value: number, of: number, share: number): void => expect(Math.abs(value - of)).toBeLessThanOrEqual(of * share);

describe('recorded tracks', () => {
  // The recording shows speed 0 at one place until 72 s, 9.9 km/h at 73 s, 7.8 km/h for the last time at 150 s, then 0 at one place to the end (224 s).
  it('Aigle: stand, one trip, stand', () => {
    const facts = deriveAll(rules(60), load(aigle));
    expect(outline(aigle, facts)).toEqual([
      ['stop', 0, 72, 'first'],
      ['trip', 72, 150, 'moved'],
      ['stop', 150, 224, 'stayed'],
    ]);
    within(facts.state.odometerMm / 1000, flatLengthM(aigle, 72, 150), 0.005);
    expect(facts.segments[1]).toMatchObject({ movingS: 78, maxSpeedKph: 45 });
    expect(facts.jumps).toEqual([]);
  });

  it('Aigle with the default stay of 300 s: the last 74 s are no stop yet', () => {
    const facts = deriveAll(rules(300), load(aigle));
    expect(outline(aigle, facts)).toEqual([
      ['stop', 0, 72, 'first'],
      ['trip', 72, 224, 'moved'],
    ]);
    expect(facts.segments[1]).toMatchObject({ end: null, movingS: 78 });
  });

  // 0.1-4.3 km/h until 53 s; driving from 58 s to 229 s (5.0 km/h); 0.1-1.0 km/h until 347 s, 118 s in one place; driving to 411 s; 0.1-1.8 km/h to 514 s.
  it('Istria: two trips with a break of 118 s between', () => {
    const facts = deriveAll(rules(60), load(visnjan));
    expect(outline(visnjan, facts)).toEqual([
      ['stop', 0, 53, 'first'],
      ['trip', 53, 229, 'moved'],
      ['stop', 229, 347, 'stayed'],
      ['trip', 347, 411, 'moved'],
      ['stop', 411, 514, 'stayed'],
    ]);
    within(facts.segments[1]?.distanceM ?? 0, flatLengthM(visnjan, 53, 229), 0.005);
    within(facts.segments[3]?.distanceM ?? 0, flatLengthM(visnjan, 347, 411), 0.005);
  });

  // Standing points 2063-2398 s at one place (the bus waits), 2504 s is 70 m on after 106 s (2.4 km/h); no other stand of 300 s in the file.
  it('Liverpool bus, 26 s between points: one wait of 472 s parts two trips', () => {
    const facts = deriveAll(rules(300), load(liverpool));
    expect(outline(liverpool, facts)).toEqual([
      ['stop', 0, 51, 'first'],
      ['trip', 51, 2032, 'moved'],
      ['stop', 2032, 2504, 'stayed'],
      ['trip', 2504, 3463, 'moved'],
    ]);
    // Waits at bus stops within the trips are not counted where they are drift, so a little less than the raw line.
    within(facts.state.odometerMm / 1000, flatLengthM(liverpool, 51, 2032) + flatLengthM(liverpool, 2504, 3463), 0.02);
  });

  // From 313 s to 363 s the receiver repeats one place at 60.5 km/h; at 364 s it is 848 m on, which is just 51 s of that speed.
  it('Regensburg: a frozen receiver that catches up is no jump, and its way counts', () => {
    const facts = deriveAll(rules(300), load(regensburg));
    expect(outline(regensburg, facts)).toEqual([
      ['stop', 0, 86, 'first'],
      ['trip', 86, 548, 'moved'],
    ]);
    expect(facts.jumps).toEqual([]);
    within(facts.state.odometerMm / 1000, flatLengthM(regensburg, 86, 548), 0.01);
  });
});
