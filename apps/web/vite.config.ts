import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { operationFacts } from './operation-facts.plugin.ts';

/** Where the API listens while `vite` serves the client during development. */
const api = process.env.SIGHTLINE_API ?? 'http://127.0.0.1:8080';

/**
 * Groups that change at different times get files of their own, so that a release re-downloads only what changed. The component library is left to the
 * bundler: each page loads of it what it draws.
 */
const GROUPS: readonly (readonly [name: string, test: RegExp])[] = [
  ['maplibre', /node_modules[\\/](maplibre-gl|pmtiles)[\\/]/],
  ['echarts', /node_modules[\\/](echarts|zrender)[\\/]/],
  // Texts of the entrance come first, those of all other pages with the rest of the program.
  ['entrance-en', /src[\\/](ui|screens[\\/]login)[\\/]locale[\\/]en_US\.json$/],
  ['entrance-zh', /src[\\/](ui|screens[\\/]login)[\\/]locale[\\/]zh_CN\.json$/],
  ['locale-en', /src[\\/].*locale[\\/]en_US\.json$/],
  ['locale-zh', /src[\\/].*locale[\\/]zh_CN\.json$/],
  ['react', /node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|zustand)[\\/]/],
  ['router', /node_modules[\\/](react-router|@tanstack[\\/](query-core|react-query))[\\/]/],
];

export default defineConfig({
  plugins: [react(), operationFacts()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: true,
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
