import type { Attributes, LocationType, Position } from '@sightline/domain';
import { comparePositions } from '@sightline/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChunkError } from './chunk-error.ts';
import { decodeAttributes, decodeChunk, decodeColumns, encodeChunk as encodeOrRefuse, MAX_CHUNK_POSITIONS } from './chunk.ts';

const encodeChunk = (hourMs: number, positions: readonly Position[]): Buffer => {
  const data = encodeOrRefuse(hourMs, positions);
  if (data === null) throw new Error('refused');
  return data;
};

const HOUR_MS = Date.UTC(2026, 10, 21, 8);
const anyNumber = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 10),
  fc.integer({ min: -180_000_000, max: 180_000_000 }).map((n) => n / 1e6),
  fc.integer({ min: -324_000_000, max: 324_000_000 }).map((n) => n / 1_800_000),
  fc.double({ noNaN: true }),
);
const nullable = fc.option(anyNumber, { nil: null, freq: 4 });
const attributes = fc.dictionary(
  fc.oneof(fc.constantFrom('ignition', 'power', 'temp1', '__proto__', 'constructor', ''), fc.string({ unit: 'binary' })),
  fc.oneof(
    fc.boolean(),
    anyNumber.filter((n) => Number.isFinite(n)).map((n) => n + 0), // JSON, where they come from, has no -0
    fc.string({ unit: 'binary', maxLength: 40 }),
  ),
  { maxKeys: 8, noNullPrototype: true },
) as fc.Arbitrary<Attributes>;

const position = (hourMs: number): fc.Arbitrary<Position> =>
  fc.record({
    fixTimeMs: fc.integer({ min: 0, max: 3_599_999 }).map((n) => hourMs + n),
    sequence: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    receivedAtMs: fc.oneof(
      fc.integer({ min: 0, max: 10_000 }).map((n) => hourMs + n),
      fc.integer({ min: -8.64e15, max: 8.64e15 }),
    ),
    type: fc.constantFrom<LocationType>(1, 2, 3),
    valid: fc.boolean(),
    lat: nullable,
    lon: nullable,
    speedKph: nullable,
    course: nullable,
    altitudeM: nullable,
    buffered: fc.boolean(),
    flags: fc.nat({ max: 31 }),
    attributes,
  });
const hour = fc
  .oneof(
    fc.constant(HOUR_MS),
    fc.integer({ min: -2_400_000_000, max: 2_399_999_999 }).map((n) => n * 3_600_000),
  )
  .chain((hourMs) => fc.tuple(fc.constant(hourMs), fc.array(position(hourMs), { maxLength: 60 })))
  .map(([hourMs, list]) => [hourMs, list.toSorted(comparePositions)] as const);

describe('chunk codec', () => {
  it('gives back every position to the bit', () => {
    fc.assert(
      fc.property(hour, ([hourMs, positions]) => {
        expect(decodeChunk(hourMs, encodeChunk(hourMs, positions))).toEqual(positions);
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same track with and without attributes', () => {
    fc.assert(
      fc.property(hour, ([hourMs, positions]) => {
        const blob = encodeChunk(hourMs, positions);
        expect(decodeChunk(hourMs, blob, false)).toEqual(positions.map((p) => ({ ...p, attributes: {} })));
        expect(decodeAttributes(blob)).toEqual(positions.map((p) => p.attributes));
        expect([...decodeColumns(hourMs, blob).fixTimeMs]).toEqual(positions.map((p) => p.fixTimeMs));
      }),
      { numRuns: 100 },
    );
  });

  it('answers a damaged blob with a ChunkError or with positions, never with anything else', () => {
    const damage = fc.oneof(fc.record({ cut: fc.nat() }), fc.record({ at: fc.nat(), to: fc.nat({ max: 255 }) }));
    fc.assert(
      fc.property(hour, fc.array(damage, { minLength: 1, maxLength: 4 }), ([hourMs, positions], damages) => {
        let blob = Buffer.from(encodeChunk(hourMs, positions));
        for (const d of damages) {
          if ('cut' in d) blob = blob.subarray(0, d.cut % (blob.length + 1));
          else if (blob.length > 0) blob[d.at % blob.length] = d.to;
        }
        try {
          expect(decodeChunk(hourMs, blob).length).toBeLessThanOrEqual(MAX_CHUNK_POSITIONS);
        } catch (error) {
          expect(error).toBeInstanceOf(ChunkError);
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('refuses random bytes and an unknown version', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(() => decodeChunk(HOUR_MS, Buffer.from([1, ...bytes]))).toThrow(ChunkError);
      }),
      { numRuns: 500 },
    );
    expect(() => decodeChunk(HOUR_MS, Buffer.from([9, 0, 0, 0, 0, 0, 0]))).toThrow('version');
  });

  it('does not inflate a bomb', async () => {
    const { deflateRawSync } = await import('node:zlib');
    const bomb = deflateRawSync(Buffer.alloc(1 << 24));
    const header = Buffer.from([1, 1, 0, 0, 0, 0, 0]);
    header.writeUInt32LE(bomb.length, 3);
    expect(() => decodeColumns(HOUR_MS, Buffer.concat([header, bomb, Buffer.alloc(8)]))).toThrow('cannot be inflated');
  });

  it('asks to cut what it would not read back', () => {
    const one: Position = {
      fixTimeMs: HOUR_MS,
      sequence: 0,
      receivedAtMs: HOUR_MS,
      type: 1,
      valid: true,
      lat: 1,
      lon: 1,
      speedKph: 0,
      course: 0,
      altitudeM: 0,
      buffered: false,
      flags: 0,
      attributes: {},
    };
    const many = (count: number, attributes: Attributes): Position[] =>
      Array.from({ length: count }, (_, i) => ({ ...one, sequence: i, attributes }));
    expect(encodeOrRefuse(HOUR_MS, many(MAX_CHUNK_POSITIONS, {}))).not.toBeNull();
    expect(encodeOrRefuse(HOUR_MS, many(MAX_CHUNK_POSITIONS + 1, {}))).toBeNull();
    const large = many(70, {}).map((p, i) => ({ ...p, attributes: { networks: String(i).repeat(500_000) } }));
    expect(encodeOrRefuse(HOUR_MS, large) === null).toBe(true);
  });

  it('keeps a real-looking hour below 20 bytes a position', () => {
    const positions = Array.from({ length: 360 }, (_, i): Position => ({
      fixTimeMs: HOUR_MS + i * 10_000,
      sequence: Math.imul(i + 1, 0x9e3779b1),
      receivedAtMs: HOUR_MS + i * 10_000 + 900 + ((i * 37) % 300),
      type: 1,
      valid: true,
      lat: Math.round((52.5 + Math.sin(i / 50) * 0.05) * 1e6) / 1e6,
      lon: Math.round((13.4 + Math.cos(i / 50) * 0.05) * 1e6) / 1e6,
      speedKph: 40 + ((i * 13) % 20),
      course: (i * 2) % 360,
      altitudeM: 34 + (i % 5),
      buffered: false,
      flags: 0,
      attributes: {
        ignition: true,
        power: 27.1 + (i % 3) / 10,
        sat: 9 + (i % 4),
        odometer: 1_000_000 + i * 110,
        rssi: 21,
        status: 786_435,
      },
    }));
    expect(encodeChunk(HOUR_MS, positions).length / 360).toBeLessThan(20);
  });
});
