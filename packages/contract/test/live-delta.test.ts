import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLiveDelta, encodeLiveDelta, liveEntryAt, type LiveEntry } from '../src/index.ts';

const entry: fc.Arbitrary<LiveEntry> = fc
  .record({
    key: fc.integer({ min: 1, max: 0xffff_ffff }),
    fixTimeMs: fc.integer({ min: 0, max: 4e12 }),
    lastContactMs: fc.integer({ min: 0, max: 4e12 }),
    place: fc.option(
      fc.record({ lat: fc.integer({ min: -900_000_000, max: 900_000_000 }), lon: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }) }),
    ),
    speedKph: fc.option(fc.integer({ min: 0, max: 65_534 }).map((v) => v / 10)),
    course: fc.option(fc.integer({ min: 0, max: 359 })),
    motion: fc.constantFrom(0 as const, 1 as const, 2 as const),
    acc: fc.constantFrom(0 as const, 1 as const, 2 as const),
    online: fc.boolean(),
    alarm: fc.integer({ min: 0, max: 255 }),
  })
  .map(({ place, ...rest }) => ({ ...rest, lat: place === null ? null : place.lat / 1e7, lon: place === null ? null : place.lon / 1e7 }));

describe('live delta', () => {
  it('gives back what was written, also from a slice of a larger buffer', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 40 }),
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 0, max: 9 }),
        (entries, time, shift) => {
          const bytes = encodeLiveDelta(time, entries);
          const padded = new Uint8Array(bytes.length + shift + 3);
          padded.set(bytes, shift);
          const delta = decodeLiveDelta(Buffer.from(padded.buffer, shift, bytes.length))!;
          expect(delta.serverTimeMs).toBe(time);
          expect(Array.from({ length: delta.count }, (_, i) => liveEntryAt(delta, i))).toEqual(entries);
        },
      ),
    );
  });

  it('refuses cut, lengthened and foreign messages', () => {
    const bytes = encodeLiveDelta(1, [
      {
        key: 1,
        fixTimeMs: 0,
        lastContactMs: 0,
        lat: null,
        lon: null,
        speedKph: null,
        course: null,
        motion: 2,
        acc: 2,
        online: false,
        alarm: 0,
      },
    ]);
    for (let n = 0; n < bytes.length; n++) expect(decodeLiveDelta(bytes.slice(0, n))).toBeNull();
    expect(decodeLiveDelta(new Uint8Array([...bytes, 0]))).toBeNull();
    expect(decodeLiveDelta(Uint8Array.from(bytes, (b, i) => (i === 0 ? 9 : b)))).toBeNull();
  });
});
