import { describe, expect, it } from 'vitest';
import { distanceM } from '@sightline/domain';
import { TRACKS_DIR } from './load.ts';
import { readTracks } from './track.ts';
import { planFor, vehicleAt } from './vehicle.ts';

const tracks = [...readTracks(TRACKS_DIR).values()];
const START = Date.UTC(2026, 5, 1);

describe.each(tracks.map((track) => [track.name, track] as const))('a vehicle on %s', (name, track) => {
  const plan = planFor(`vehicle of ${name}`, track);

  it('never jumps, also where it turns round', () => {
    const cycleMs = 2 * (track.durationMs + plan.parkMs);
    for (let ms = START; ms < START + 2 * cycleMs; ms += 5_000) {
      const a = vehicleAt(plan, ms);
      const b = vehicleAt(plan, ms + 5_000);
      expect(distanceM(a.lat, a.lon, b.lat, b.lon)).toBeLessThan((145 / 3.6) * 5);
      expect(b.odometerM).toBeGreaterThanOrEqual(a.odometerM);
    }
  });

  it('drives only with the ignition on and is parked with it off at times', () => {
    const states = Array.from({ length: 2_000 }, (_, i) => vehicleAt(plan, START + i * 10_000));
    expect(states.some((s) => !s.ignition)).toBe(true);
    for (const state of states) if (!state.ignition) expect(state.speedKph).toBe(0);
  });
});

it('gives the same world at every start', () => {
  expect(vehicleAt(planFor('860000000000001', tracks[0]!), START)).toEqual(vehicleAt(planFor('860000000000001', tracks[0]!), START));
});
