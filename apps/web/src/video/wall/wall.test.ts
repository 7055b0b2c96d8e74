import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  clearPlace,
  freePlace,
  gridOf,
  MAX_TILES,
  neighbour,
  placeAll,
  placeCamera,
  rotated,
  sizeFor,
  swapPlaces,
  WALL_SIZES,
  withStream,
  type Camera,
  type Direction,
  type Wall,
} from './wall-tiles.ts';
import { readWallState, wholeDeviceAddress, writeWallState } from './wall-url.ts';

const EMPTY: Wall = { size: 4, tiles: [] };
const camera = (deviceId: string, channelId = 1): Camera => ({ deviceId, channelId });
const names = ({ tiles }: Wall): string =>
  tiles
    .map((tile) => (tile === null ? '-' : `${tile.deviceId}${tile.channelId}`))
    .join(' ')
    .replace(/( -)+$/, '');
const device = (deviceId: string, count: number): Camera[] => Array.from({ length: count }, (_, i) => camera(deviceId, i + 1));

describe('tiles of a wall', () => {
  it('show a camera once: elsewhere it leaves its place', () => {
    let wall = placeCamera(placeCamera(EMPTY, 0, camera('a')), 1, camera('b'));
    wall = placeCamera(withStream(wall, 0, 0), 2, camera('a'));
    expect(names(wall)).toBe('- b1 a1');
    // With the stream that was chosen for it.
    expect(wall.tiles[2]).toMatchObject({ stream: 0 });
  });

  it('take a whole device, and grow for it', () => {
    expect(placeAll(EMPTY, 0, device('a', 2)).size).toBe(4);
    const grown = placeAll(placeCamera(EMPTY, 0, camera('x')), 1, device('a', 4));
    expect([grown.size, names(grown)]).toEqual([6, 'x1 a1 a2 a3 a4']);
    const many = placeAll(EMPTY, 10, device('a', 20));
    expect([many.size, names(many).split(' ').length]).toEqual([16, 16]);
  });

  it('are cleared and swapped', () => {
    const wall = placeAll(EMPTY, 0, device('a', 3));
    expect(names(clearPlace(wall, 1))).toBe('a1 - a3');
    expect(names(swapPlaces(wall, 0, 3))).toBe('- a2 a3 a1');
    expect(freePlace(wall, 0)).toBe(3);
    expect(freePlace(placeAll(EMPTY, 0, device('a', 4)), 2)).toBe(2);
  });

  it('take turns, round and round', () => {
    const list = device('a', 6);
    expect([0, 1, 2].map((step) => names(rotated(EMPTY, list, step)))).toEqual(['a1 a2 a3 a4', 'a5 a6 a1 a2', 'a3 a4 a5 a6']);
    expect(names(rotated(EMPTY, device('a', 2), 5))).toBe('a1 a2');
    expect(rotated(EMPTY, [], 1)).toBe(EMPTY);
  });

  it.each(WALL_SIZES)('fill a grid of %i without holes', (size) => {
    const { columns, cells } = gridOf(size);
    expect(cells).toHaveLength(size);
    const covered = new Set(
      cells.flatMap(([column, row, span]) =>
        Array.from({ length: span * span }, (_, i) => `${column + (i % span)}.${row + Math.floor(i / span)}`),
      ),
    );
    expect(covered.size).toBe(columns * columns);
    expect(sizeFor(size)).toBe(size);
    // Every tile is reached with the arrows.
    const reached = new Set([0]);
    for (const index of reached)
      for (const way of ['left', 'right', 'up', 'down'] satisfies Direction[]) reached.add(neighbour(size, index, way));
    expect(reached.size).toBe(size);
  });

  it('move the choice beside, and stop at the edge', () => {
    expect(neighbour(4, 0, 'right')).toBe(1);
    expect(neighbour(4, 0, 'down')).toBe(2);
    expect(neighbour(4, 0, 'left')).toBe(0);
    expect(neighbour(6, 0, 'right')).toBe(1);
    expect(neighbour(6, 2, 'left')).toBe(0);
  });
});

describe('the address of a wall', () => {
  const tile = fc.option(
    fc.record({
      deviceId: fc.stringMatching(/^[0-9A-Za-z_-]{1,32}$/),
      channelId: fc.integer({ min: 1, max: 255 }),
      stream: fc.constantFrom(0 as const, 1 as const),
    }),
  );
  it('gives the same wall again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...WALL_SIZES),
        fc.uniqueArray(tile, {
          maxLength: MAX_TILES,
          comparator: (a, b) => a !== null && b !== null && a.deviceId === b.deviceId && a.channelId === b.channelId,
        }),
        fc.boolean(),
        (size, tiles, onlineOnly) => {
          const state = { size, tiles, onlineOnly, customer: '12', text: 'a&b', whole: null };
          const again = readWallState(new URLSearchParams(writeWallState(new URLSearchParams('detail=7'), state).toString()));
          const last = tiles.findLastIndex((t) => t !== null);
          expect({ ...again, tiles: again.tiles.filter((t, i) => t !== null || i <= last) }).toEqual({
            ...state,
            tiles: tiles.slice(0, last + 1),
          });
        },
      ),
    );
  });
  it('takes nothing else for one', () => {
    const state = readWallState(new URLSearchParams('size=5&customer=x&whole=../a&tiles=a.0.1,a.1.2,a.1.1,a.1.0,%22.1.1'));
    expect(state).toEqual({
      size: 4,
      customer: null,
      whole: null,
      text: '',
      onlineOnly: false,
      tiles: [null, null, { deviceId: 'a', channelId: 1, stream: 1 }, null, null],
    });
    expect(readWallState(new URL(wholeDeviceAddress('a_1'), 'http://x.test').searchParams).whole).toBe('a_1');
  });
});
