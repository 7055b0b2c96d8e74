import type { Map as LibraryMap } from 'maplibre-gl';
import { latToY, lonToX, scaleOf } from '../mercator.ts';
import type { View } from './cluster-grid.ts';

/** The picture's place in the world. The map is never turned or tilted, so the way to pixels is a shift and a factor. */
export interface Camera {
  readonly centreX: number;
  readonly centreY: number;
  readonly scale: number;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
}

/** Sizes of maps. Asking the page each time would make it lay itself out in the middle of a frame. */
const sizes = new WeakMap<LibraryMap, { width: number; height: number }>();

const sizeOf = (map: LibraryMap): { readonly width: number; readonly height: number } => {
  const known = sizes.get(map);
  if (known) return known;
  const read = (): { width: number; height: number } => {
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    return { width, height };
  };
  const size = read();
  sizes.set(map, size);
  map.on('resize', () => Object.assign(size, read()));
  return size;
};

export const cameraOf = (map: LibraryMap): Camera => {
  const centre = map.getCenter();
  const zoom = map.getZoom();
  return { centreX: lonToX(centre.lng), centreY: latToY(centre.lat), scale: scaleOf(zoom), zoom, ...sizeOf(map) };
};

export const toPixelX = (camera: Camera, x: number): number => (x - camera.centreX) * camera.scale + camera.width / 2;
export const toPixelY = (camera: Camera, y: number): number => (y - camera.centreY) * camera.scale + camera.height / 2;
export const toWorldX = (camera: Camera, px: number): number => (px - camera.width / 2) / camera.scale + camera.centreX;
export const toWorldY = (camera: Camera, px: number): number => (px - camera.height / 2) / camera.scale + camera.centreY;

/** What the camera sees, and `marginPx` beyond each edge. */
export const viewOf = (camera: Camera, marginPx = 0): View => ({
  west: toWorldX(camera, -marginPx),
  east: toWorldX(camera, camera.width + marginPx),
  north: toWorldY(camera, -marginPx),
  south: toWorldY(camera, camera.height + marginPx),
  zoom: camera.zoom,
});

/** Whether an answer for `outer` shows `inner` too: same whole zoom, all of it inside. */
export const covers = (outer: View, inner: View): boolean =>
  Math.floor(outer.zoom) === Math.floor(inner.zoom) &&
  outer.west <= inner.west &&
  outer.east >= inner.east &&
  outer.north <= inner.north &&
  outer.south >= inner.south;

/** Whole worlds by which a point is repeated across a view that is wider than the world. */
export const worldCopies = (camera: Camera, x: number, marginPx: number): readonly number[] => {
  const first = Math.ceil(toWorldX(camera, -marginPx) - x);
  const last = Math.floor(toWorldX(camera, camera.width + marginPx) - x);
  const copies: number[] = [];
  for (let copy = first; copy <= last; copy++) copies.push(copy);
  return copies;
};
