import type { Bitstream } from '../stream/tile-state.ts';

export interface Camera {
  readonly deviceId: string;
  /** From 1. */
  readonly channelId: number;
}

export interface WallTile extends Camera {
  readonly stream: Bitstream;
}

/** How many tiles a wall can have. */
export const WALL_SIZES = [1, 4, 6, 8, 9, 16] as const;
export type WallSize = (typeof WALL_SIZES)[number];
export const MAX_TILES = 16;

/** A place is empty, or shows a camera. Places beyond the size keep what they had and show nothing. */
export interface Wall {
  readonly size: WallSize;
  readonly tiles: readonly (WallTile | null)[];
}

/** Many pictures side by side are small: the sub stream is enough. */
const FIRST_STREAM: Bitstream = 1;

export const isWallSize = (value: number): value is WallSize => (WALL_SIZES as readonly number[]).includes(value);

export const sameCamera = (a: Camera, b: Camera): boolean => a.deviceId === b.deviceId && a.channelId === b.channelId;

export const tileAt = ({ tiles }: Wall, index: number): WallTile | null => tiles[index] ?? null;

/** Always `MAX_TILES` places. */
const places = (tiles: Wall['tiles']): (WallTile | null)[] => Array.from({ length: MAX_TILES }, (_, i) => tiles[i] ?? null);

/** The smallest wall with room for so many. */
export const sizeFor = (count: number): WallSize => WALL_SIZES.find((size) => size >= count) ?? MAX_TILES;

/** The first empty place on screen; when all are taken, `otherwise`. */
export const freePlace = (wall: Wall, otherwise: number): number => {
  const free = places(wall.tiles).slice(0, wall.size).indexOf(null);
  return free < 0 ? otherwise : free;
};

/** A camera at a place. Where it was before becomes empty: nothing is watched twice. */
export const placeCamera = (wall: Wall, index: number, camera: Camera): Wall => {
  const before = wall.tiles.find((tile) => tile !== null && sameCamera(tile, camera));
  const tiles = places(wall.tiles).map((tile) => (tile !== null && sameCamera(tile, camera) ? null : tile));
  tiles[index] = { ...camera, stream: before?.stream ?? FIRST_STREAM };
  return { ...wall, tiles };
};

/** All cameras of a device beside each other, from a place on; the wall grows when they do not fit. */
export const placeAll = (wall: Wall, from: number, cameras: readonly Camera[]): Wall => {
  const shown = cameras.slice(0, MAX_TILES);
  const start = Math.min(from, MAX_TILES - shown.length);
  const size = Math.max(wall.size, sizeFor(start + shown.length)) as WallSize;
  return shown.reduce<Wall>((next, camera, i) => placeCamera(next, start + i, camera), { ...wall, size });
};

export const clearPlace = (wall: Wall, index: number): Wall => ({
  ...wall,
  tiles: places(wall.tiles).map((tile, i) => (i === index ? null : tile)),
});

export const swapPlaces = (wall: Wall, a: number, b: number): Wall => {
  const tiles = places(wall.tiles);
  [tiles[a], tiles[b]] = [tiles[b] ?? null, tiles[a] ?? null];
  return { ...wall, tiles };
};

export const withStream = (wall: Wall, index: number, stream: Bitstream): Wall => ({
  ...wall,
  tiles: places(wall.tiles).map((tile, i) => (i === index && tile !== null ? { ...tile, stream } : tile)),
});

/** The cameras that a rotation shows at a step: as many as there are tiles, round and round. */
export const rotated = (wall: Wall, cameras: readonly Camera[], step: number): Wall => {
  if (cameras.length === 0) return wall;
  const count = Math.min(wall.size, cameras.length);
  const shown = Array.from({ length: count }, (_, i) => cameras[(step * count + i) % cameras.length]!);
  return { ...wall, tiles: places(shown.map((camera) => ({ ...camera, stream: FIRST_STREAM }))) };
};

/** Where an arrow key leads: `columns` of the wall's grid, and the cell that each tile begins in. */
const GRIDS: Readonly<
  Record<WallSize, { readonly columns: number; readonly cells: readonly (readonly [column: number, row: number, span: number])[] }>
> = Object.fromEntries(
  WALL_SIZES.map((size) => {
    const big = size === 6 ? 2 : size === 8 ? 3 : 1;
    const columns = size === 6 ? 3 : size === 8 ? 4 : Math.sqrt(size);
    const cells: [number, number, number][] = big > 1 ? [[0, 0, big]] : [];
    for (let row = 0; row < columns; row++) {
      for (let column = 0; column < columns; column++) if (big === 1 || column >= big || row >= big) cells.push([column, row, 1]);
    }
    return [size, { columns, cells }];
  }),
) as never;

export const gridOf = (size: WallSize): (typeof GRIDS)[WallSize] => GRIDS[size];

export type Direction = 'left' | 'right' | 'up' | 'down';
const STEPS: Readonly<Record<Direction, readonly [number, number]>> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The tile beside another one; the same one at the edge. */
export const neighbour = (size: WallSize, index: number, direction: Direction): number => {
  const { columns, cells } = gridOf(size);
  const [column, row, span] = cells[index] ?? cells[0]!;
  const [dx, dy] = STEPS[direction];
  const x = dx > 0 ? column + span : column + dx;
  const y = dy > 0 ? row + span : row + dy;
  if (x < 0 || y < 0 || x >= columns || y >= columns) return index;
  const found = cells.findIndex(([c, r, s]) => x >= c && x < c + s && y >= r && y < r + s);
  return found < 0 ? index : found;
};
