import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';

const EXTENT = 4096;

/**
 * Cuts layers into Mapbox Vector Tiles.
 *
 * @param {readonly { name: string, data: object, minZoom: number, maxZoom: number }[]} layers several entries may share
 *   a name (the same layer at another resolution for other zooms)
 * @param {number} maxZoom last zoom that gets tiles
 * @returns {Generator<{ z: number, x: number, y: number, data: Uint8Array }>} tiles with content, uncompressed
 */
export function* cutTiles(layers, maxZoom) {
  const indexes = layers.map((layer) => ({
    ...layer,
    index: new GeoJSONVT(layer.data, {
      maxZoom: layer.maxZoom,
      indexMaxZoom: Math.min(layer.maxZoom, 5),
      indexMaxPoints: 0,
      buffer: 64,
      tolerance: 3,
      extent: EXTENT,
    }),
  }));
  for (let z = 0; z <= maxZoom; z++) {
    const active = indexes.filter((layer) => z >= layer.minZoom && z <= layer.maxZoom);
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const content = {};
        for (const layer of active) {
          const tile = layer.index.getTile(z, x, y);
          if (tile && tile.features.length > 0) content[layer.name] = tile;
        }
        if (Object.keys(content).length > 0) yield { z, x, y, data: fromGeojsonVt(content, { version: 2, extent: EXTENT }) };
      }
    }
  }
}
