import { tileUrl, type RasterLayer } from '../map-types.ts';
import type { TileAddress } from './grids.ts';

const TIMEOUT_MS = 12_000;

/** Asks a tile server for one tile, as every map does. Rejects when it does not answer in time, or does not answer pages of this site. */
export const requestTile = async (layer: RasterLayer, { z, x, y }: TileAddress, signal: AbortSignal): Promise<Response> =>
  await fetch(tileUrl(layer, z, x, y), {
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    // Whichever host a company has named, this one too: nothing of the person goes there.
    credentials: 'omit',
    // Tile servers need to know the site (OpenStreetMap's usage policy) but never the page with its filters.
    referrerPolicy: 'strict-origin-when-cross-origin',
  });

/**
 * `refused`: the server answered, but not with a picture: the key or the address is wrong. `unreachable`: it did not answer, or is in trouble.
 * `notAllowed`: pages of this server may not ask it (`--tile-hosts`).
 */
export type TileTrial = 'works' | 'refused' | 'unreachable' | 'notAllowed';

const TRIED: TileAddress = { z: 1, x: 1, y: 0 };
const TOO_MANY_REQUESTS = 429;

/** Loads one tile as a map would, and says what came of it. Never rejects. */
export const tryTile = async (layer: RasterLayer, signal: AbortSignal): Promise<TileTrial> => {
  const { origin } = new URL(tileUrl(layer, TRIED.z, TRIED.x, TRIED.y));
  let isBlocked = false;
  const note = (event: SecurityPolicyViolationEvent): void => {
    isBlocked ||= event.blockedURI.startsWith(origin);
  };
  document.addEventListener('securitypolicyviolation', note);
  try {
    const response = await requestTile(layer, TRIED, signal);
    if (response.status >= 500 || response.status === TOO_MANY_REQUESTS) return 'unreachable';
    if (!response.ok) return 'refused';
    const picture = await response.blob();
    return await createImageBitmap(picture).then(
      (bitmap) => {
        bitmap.close();
        return 'works';
      },
      () => 'refused',
    );
  } catch {
    // The browser tells of it in a task of its own.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return isBlocked ? 'notAllowed' : 'unreachable';
  } finally {
    document.removeEventListener('securitypolicyviolation', note);
  }
};
