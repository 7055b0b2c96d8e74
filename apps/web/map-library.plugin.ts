import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { transformWithOxc, type Plugin } from 'vite';

const NAME = 'virtual:map-worker';
const RESOLVED = `\0${NAME}`;
const LIBRARY = 'maplibre-gl';
const PACKAGE = createRequire(import.meta.url).resolve(`${LIBRARY}/package.json`);
const SOURCE = join(dirname(PACKAGE), 'src');
/** Reads tiles of another kind than ours, and weighs as much as a page. */
const OTHER_TILES = '@maplibre/mlt';
const NO_OTHER_TILES = `\0${OTHER_TILES}`;

/**
 * Builds the map library from the source in its package. Its makers' two files, for the page and for its worker, carry most of it twice; built together
 * with ours they share what both need. `virtual:map-worker` is the address of the worker.
 */
export const mapLibrary = (): Plugin => {
  let isBuild = false;
  return {
    name: 'map-library',
    enforce: 'pre',
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    resolveId(id) {
      if (id === NAME) return RESOLVED;
      if (!isBuild) return undefined;
      if (id === OTHER_TILES) return NO_OTHER_TILES;
      return id === LIBRARY ? join(SOURCE, 'index.ts') : undefined;
    },
    load(id) {
      if (id === PACKAGE) {
        const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version: string };
        return { code: `export default ${JSON.stringify({ version })};`, moduleType: 'js' };
      }
      if (id === NO_OTHER_TILES)
        return `export const GEOMETRY_TYPE = {}; export const decodeTile = () => { throw new Error('tiles of this kind are not read'); };`;
      if (id !== RESOLVED) return undefined;
      if (!isBuild) return `export { default } from '${LIBRARY}/dist/maplibre-gl-worker.mjs?worker&url';`;
      const worker = this.emitFile({ type: 'chunk', id: join(SOURCE, 'source/worker.ts'), name: 'map-worker' });
      return `export default import.meta.ROLLUP_FILE_URL_${worker};`;
    },
    async transform(code, id) {
      if (!id.startsWith(SOURCE) || !id.endsWith('.ts')) return undefined;
      // As its makers build it: a field that is only declared is none, so that it does not hide what the class above has set.
      return await transformWithOxc(code, id, {
        lang: 'ts',
        assumptions: { setPublicClassFields: true },
        typescript: { removeClassFieldsWithoutInitializer: true },
      });
    },
  };
};
