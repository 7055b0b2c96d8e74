import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { mapLibrary } from './map-library.plugin.ts';
import { operationFacts } from './operation-facts.plugin.ts';
import { areaOf, isIn, TEXT_STAGES } from './src/i18n/text-stages.ts';

/** Where the API listens while `vite` serves the client during development. */
const api = process.env.SIGHTLINE_API ?? 'http://127.0.0.1:8080';

type Group = readonly [name: string, test: RegExp | ((id: string) => boolean)];

/** Texts come in stages, so that a page waits for those alone that it shows. */
const texts = (['en_US', 'zh_CN'] as const).flatMap((language) =>
  TEXT_STAGES.map((stage): Group => [
    `texts-${stage}-${language.slice(0, 2)}`,
    (id) => id.endsWith(`/locale/${language}.json`) && isIn(areaOf(id), stage),
  ]),
);

/**
 * Groups that change at different times get files of their own, so that a release re-downloads only what changed. The first that takes a module has it.
 * The component library and the map library are left to the bundler: each page loads of them what it draws.
 */
const GROUPS: readonly Group[] = [
  ['echarts', /node_modules[\\/](echarts|zrender)[\\/]/],
  ...texts,
  ['react', /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|zustand)[\\/]/],
  ['router', /node_modules[\\/](react-router|@tanstack[\\/](query-core|react-query))[\\/]/],
];

export default defineConfig({
  plugins: [react(), operationFacts(), mapLibrary()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: true,
    // Whoever ships the client ships the notices of what is in it.
    license: { fileName: 'licenses.md' },
    chunkSizeWarningLimit: 1300,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: GROUPS.map(([name, test], i) => ({ name, test, priority: GROUPS.length - i })) },
      },
    },
  },
  worker: { format: 'es', plugins: () => [operationFacts()] },
  server: {
    proxy: {
      '/gps': { target: api, ws: true },
    },
  },
});
