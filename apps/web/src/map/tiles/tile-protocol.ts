import { addProtocol } from 'maplibre-gl';
import { tileUrl, type RasterLayer } from '../map-types.ts';
import { stripsOf, tilesOf, type Strip, type TileAddress } from './grids.ts';
import { requestTile } from './tile-request.ts';

/**
 * All picture tiles come through the protocol `sightline-tile://<layer key>/<z>/<x>/<y>`: one place that times out, knows
 * failures from missing tiles and brings foreign grids into the drawn one, so that data and drawing stay WGS-84.
 */
const SCHEME = 'sightline-tile';
const TILE_PX = 256;
const CACHE_TILES = 256;

export type TileOutcome = 'answered' | 'failed';

const layers = new Map<string, RasterLayer>();
const listeners = new Set<(layerKey: string, outcome: TileOutcome) => void>();
const bitmaps = new Map<string, Promise<ImageBitmap | null>>();
let installed = false;

/** Tells the fate of every fetched tile. Returns the way to stop. */
export const onTileOutcome = (listener: (layerKey: string, outcome: TileOutcome) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const report = (layerKey: string, outcome: TileOutcome): void => {
  for (const listener of listeners) listener(layerKey, outcome);
};

/** The bytes of a tile; `null` when the server has none. Rejects when the server cannot be reached. */
const fetchTile = async (layer: RasterLayer, address: TileAddress, signal: AbortSignal): Promise<Blob | null> => {
  try {
    const response = await requestTile(layer, address, signal);
    if (response.status >= 500 || response.status === 429 || response.status === 403)
      throw new Error(`tile server answered ${response.status}`);
    report(layer.key, 'answered');
    return response.ok && response.status !== 204 ? await response.blob() : null;
  } catch (error) {
    if (!signal.aborted) report(layer.key, 'failed');
    throw error;
  }
};

/** Asks for one tile to see whether the server is back. */
export const probe = (layer: RasterLayer): Promise<boolean> =>
  fetchTile(layer, { z: 2, x: 2, y: 1 }, new AbortController().signal).then(
    () => true,
    () => false,
  );

const cachedBitmap = (layer: RasterLayer, address: TileAddress, signal: AbortSignal): Promise<ImageBitmap | null> => {
  const url = tileUrl(layer, address.z, address.x, address.y);
  const known = bitmaps.get(url);
  if (known) return known;
  const loading = fetchTile(layer, address, signal).then((blob) => (blob ? createImageBitmap(blob) : null));
  bitmaps.set(url, loading);
  loading.catch(() => bitmaps.delete(url));
  if (bitmaps.size > CACHE_TILES) {
    const oldest = bitmaps.keys().next();
    if (!oldest.done) bitmaps.delete(oldest.value);
  }
  return loading;
};

const compose = (strips: readonly Strip[], parts: readonly { address: TileAddress; image: ImageBitmap | null }[]): ImageBitmap => {
  const canvas = new OffscreenCanvas(TILE_PX, TILE_PX);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas for re-projected tiles');
  for (const strip of strips) {
    const top = strip.top * TILE_PX;
    const height = strip.height * TILE_PX;
    const tileWidth = TILE_PX / strip.sourceWidth;
    const tileHeight = height / strip.sourceHeight;
    context.save();
    context.beginPath();
    context.rect(0, top, TILE_PX, height);
    context.clip();
    for (const { address, image } of parts) {
      if (!image) continue;
      const left = (address.x - strip.sourceX) * tileWidth;
      const upper = top + (address.y - strip.sourceY) * tileHeight;
      if (upper < top + height && upper + tileHeight > top) context.drawImage(image, left, upper, tileWidth, tileHeight);
    }
    context.restore();
  }
  return canvas.transferToImageBitmap();
};

/** A transparent pixel stands for "the server has no tile here": the bundled outline shows through. */
const emptyTile = (): ImageBitmap => {
  const canvas = new OffscreenCanvas(1, 1);
  // A canvas without a context has nothing to transfer.
  canvas.getContext('2d');
  return canvas.transferToImageBitmap();
};

const load = async (url: string, signal: AbortSignal): Promise<ArrayBuffer | ImageBitmap> => {
  const [key = '', z = '', x = '', y = ''] = url.slice(SCHEME.length + 3).split('/');
  const layer = layers.get(key);
  if (!layer) throw new Error(`unknown tile layer ${key}`);
  const address = { z: Number(z), x: Number(x), y: Number(y) };
  const tiles = 2 ** address.z;
  if (layer.grid === 'web') {
    const blob = await fetchTile(layer, address, signal);
    return blob ? blob.arrayBuffer() : emptyTile();
  }
  const strips = stripsOf(layer.grid, address);
  const parts = await Promise.all(
    tilesOf(address.z, strips).map(async (part) => ({
      address: part,
      image: await cachedBitmap(layer, { ...part, x: ((part.x % tiles) + tiles) % tiles }, signal),
    })),
  );
  return parts.every((part) => part.image === null) ? emptyTile() : compose(strips, parts);
};

/** The template that a raster source of this layer uses. Registers layer and protocol at the first call. */
export const tileTemplate = (layer: RasterLayer): string => {
  layers.set(layer.key, layer);
  if (!installed) {
    installed = true;
    addProtocol(SCHEME, async (request, abort) => ({ data: await load(request.url, abort.signal) }));
  }
  return `${SCHEME}://${layer.key}/{z}/{x}/{y}`;
};
