import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

/** PMTiles v3, section 3: the header has 127 bytes and, with the root directory, fits the first 16 KiB. */
const HEADER_BYTES = 127;
const ROOT_BYTES_MAX = 16_384 - HEADER_BYTES;
const LEAF_ENTRIES = 2048;
const COMPRESSION_GZIP = 2;
const TILE_TYPE_MVT = 1;

const compress = (data) => gzipSync(data, { level: 9 });

/** PMTiles v3, section 4.2: columns of varints; an offset of 0 means "right after the entry before". */
const encodeDirectory = (entries) => {
  const bytes = [];
  const varint = (value) => {
    let rest = value;
    while (rest > 127) {
      bytes.push((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    bytes.push(rest);
  };
  varint(entries.length);
  entries.forEach((entry, i) => varint(i === 0 ? entry.id : entry.id - entries[i - 1].id));
  for (const entry of entries) varint(entry.run);
  for (const entry of entries) varint(entry.length);
  entries.forEach((entry, i) => {
    const before = entries[i - 1];
    varint(before && entry.offset === before.offset + before.length ? 0 : entry.offset + 1);
  });
  return compress(Buffer.from(bytes));
};

const directories = (entries) => {
  const root = encodeDirectory(entries);
  if (root.length <= ROOT_BYTES_MAX) return { root, leaves: Buffer.alloc(0) };
  const pointers = [];
  const leaves = [];
  let offset = 0;
  for (let i = 0; i < entries.length; i += LEAF_ENTRIES) {
    const leaf = encodeDirectory(entries.slice(i, i + LEAF_ENTRIES));
    pointers.push({ id: entries[i].id, offset, length: leaf.length, run: 0 });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: encodeDirectory(pointers), leaves: Buffer.concat(leaves) };
};

/**
 * Packs vector tiles into one PMTiles v3 archive (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
 * Equal tiles are stored once and neighbours of equal content share an entry. The same input gives the same bytes.
 *
 * @param {Iterable<{ z: number, x: number, y: number, data: Uint8Array }>} tiles
 * @param {{ maxZoom: number, metadata: object }} options
 * @returns {Buffer}
 */
export const packPmtiles = (tiles, { maxZoom, metadata }) => {
  const blobs = [];
  const byHash = new Map();
  const entries = [];
  let dataBytes = 0;
  for (const tile of tiles) {
    const blob = compress(tile.data);
    const hash = createHash('sha256').update(blob).digest('hex');
    let place = byHash.get(hash);
    if (!place) {
      place = { offset: dataBytes, length: blob.length };
      byHash.set(hash, place);
      blobs.push(blob);
      dataBytes += blob.length;
    }
    entries.push({ id: zxyToTileId(tile.z, tile.x, tile.y), run: 1, ...place });
  }
  entries.sort((a, b) => a.id - b.id);
  const runs = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    if (last && last.id + last.run === entry.id && last.offset === entry.offset) last.run++;
    else runs.push({ ...entry });
  }

  const { root, leaves } = directories(runs);
  const meta = compress(JSON.stringify(metadata));
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles', 0, 'ascii');
  header[7] = 3;
  let offset = HEADER_BYTES;
  [root.length, meta.length, leaves.length, dataBytes].forEach((length, i) => {
    header.writeBigUInt64LE(BigInt(offset), 8 + i * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + i * 16);
    offset += length;
  });
  header.writeBigUInt64LE(BigInt(entries.length), 72);
  header.writeBigUInt64LE(BigInt(runs.length), 80);
  header.writeBigUInt64LE(BigInt(blobs.length), 88);
  header[96] = 0;
  header[97] = COMPRESSION_GZIP;
  header[98] = COMPRESSION_GZIP;
  header[99] = TILE_TYPE_MVT;
  header[100] = 0;
  header[101] = maxZoom;
  [-180e7, -85e7, 180e7, 85e7].forEach((bound, i) => header.writeInt32LE(bound, 102 + i * 4));
  header[118] = 2;
  return Buffer.concat([header, root, meta, leaves, ...blobs]);
};
