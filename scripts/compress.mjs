// Puts a brotli and a gzip copy beside each built text file that gets smaller by it: the server sends the one that the browser takes.
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(?:js|css|html|svg|json)$/;
/** Below that the headers of the answer weigh more than what is saved. */
const MIN_BYTES = 1024;
/** As many at once as the thread pool of Node takes. */
const AT_ONCE = 4;

const COPIES = [
  ['.br', (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })],
  ['.gz', (bytes) => promisify(gzip)(bytes, { level: 9 })],
];

/** Compresses what stands in a folder and below, at the highest level: it is done once and sent often. */
export async function compressFolder(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
  const next = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      const bytes = await readFile(file);
      if (bytes.length < MIN_BYTES) continue;
      for (const [ending, compress] of COPIES) await writeFile(file + ending, await compress(bytes));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}
