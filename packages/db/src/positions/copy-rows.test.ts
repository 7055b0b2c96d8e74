import { property, assert, dictionary, oneof, boolean, double, string, integer } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attributes, Position } from '@sightline/domain';
import { CopyBuffer, decodeCopyRows, storable } from './copy-rows.ts';

const position = (attributes: Attributes): Position => ({
  fixTimeMs: 1_700_000_000_000,
  sequence: -5,
  receivedAtMs: 1_700_000_000_500,
  type: 1,
  valid: true,
  lat: -1.5,
  lon: null,
  speedKph: 0.1,
  course: 359,
  altitudeM: null,
  buffered: false,
  flags: 0,
  attributes,
});

describe('rows for COPY', () => {
  const buffer = new CopyBuffer();
  const throughCopy = (all: readonly Attributes[]) =>
    decodeCopyRows(
      buffer.encode(
        all.map((attributes, i) => ({ ordinal: i, deviceKey: 2 ** 40 + i, position: position(attributes) })),
        false,
      ),
    );

  it('hold any attributes as they are stored, however they are written', () => {
    const value = oneof(boolean(), integer(), double(), string({ unit: 'binary' }), string());
    const name = oneof(string({ unit: 'binary' }), string());
    assert(
      property(dictionary(name, value), dictionary(name, oneof(boolean(), integer(), double())), (mixed, plain) => {
        const rows = throughCopy([mixed, plain, {}, mixed]);
        expect(rows.map((row) => row.position.attributes)).toEqual(
          [mixed, plain, {}, mixed].map((a) => JSON.parse(JSON.stringify(storable(a))) as Attributes),
        );
        expect(rows.map((row) => row.deviceKey)).toEqual([0, 1, 2, 3].map((i) => 2 ** 40 + i));
        expect(rows[1]!.position).toEqual({ ...position({}), attributes: rows[1]!.position.attributes });
      }),
      { seed: 808, numRuns: 200 },
    );
  });

  it('grow with what they must hold', () => {
    const long = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`a name of some length ${i}`, i / 3]));
    const rows = throughCopy(Array.from({ length: 200 }, () => long));
    expect(rows).toHaveLength(200);
    expect(rows[199]!.position.attributes).toEqual(long);
  });
});
