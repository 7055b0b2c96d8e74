import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeTrackColumns, TrackColumns, TrackColumnsWriter } from '../src/index.ts';

it('columns give back every position to 1e-6 degrees and 0.1 km/h', () => {
  const point = fc.record({
    timeMs: fc.integer({ min: 0, max: 4e12 }),
    place: fc.option(fc.tuple(fc.integer({ min: -90e6, max: 90e6 }), fc.integer({ min: -180e6, max: 180e6 }))),
    speed: fc.option(fc.integer({ min: 0, max: 5000 })),
    course: fc.option(fc.integer({ min: 0, max: 359 })),
    flags: fc.integer({ min: 0, max: 31 }),
    acc: fc.constantFrom(0 as const, 1 as const, 2 as const),
    type: fc.integer({ min: 1, max: 3 }),
    alarm: fc.constantFrom('', 'sos', 'sos,overspeed'),
  });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 60 }), (points) => {
      const writer = new TrackColumnsWriter(true);
      for (const p of points) {
        writer.add({
          timeMs: p.timeMs,
          lat: p.place ? p.place[0] / 1e6 : null,
          lon: p.place ? p.place[1] / 1e6 : null,
          speedKph: p.speed === null ? null : p.speed / 10,
          course: p.course,
          flags: p.flags,
          acc: p.acc,
          said: { type: p.type, alarm: p.alarm },
        });
      }
      const track = decodeTrackColumns(TrackColumns.parse(JSON.parse(JSON.stringify(writer.finish()))));
      expect(track.count).toBe(points.length);
      points.forEach((p, i) => {
        expect(track.timeMs[i]).toBe(p.timeMs);
        expect(track.lat[i]).toBe(p.place ? p.place[0] / 1e6 : Number.NaN);
        expect(track.lon[i]).toBe(p.place ? p.place[1] / 1e6 : Number.NaN);
        expect(track.speedKph[i]).toBe(p.speed === null ? Number.NaN : Math.fround(p.speed / 10));
        expect(track.course[i]).toBe(p.course ?? Number.NaN);
        expect([track.flags[i], track.acc[i]]).toEqual([p.flags, p.acc]);
      });
      const said = points.map(({ timeMs, type, alarm }) => ({ timeMs, type, alarm }));
      expect(track.changes).toEqual(
        said.filter(({ type, alarm }, i) => i === 0 || said[i - 1]?.type !== type || said[i - 1]?.alarm !== alarm),
      );
    }),
  );
});
