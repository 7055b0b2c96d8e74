import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where the API listens while `vite` serves the client during development. */
const api = process.env.SIGHTLINE_API ?? 'http://127.0.0.1:8080';

/** Parts of the component library that neither the layout nor the console uses. */
const LIST_AND_FORM_PARTS =
  '(antd[\\\\/]es|@rc-component)[\\\\/](table|pagination|drawer|upload|tree|tree-select|cascader|auto-complete|input-number|tabs|progress|descriptions|steps)[\\\\/]';

/** Groups that change at different times get files of their own, so that a release re-downloads only what changed. */
const GROUPS: readonly (readonly [name: string, test: RegExp])[] = [
  ['maplibre', /node_modules[\\/](maplibre-gl|pmtiles)[\\/]/],
  ['echarts', /node_modules[\\/](echarts|zrender)[\\/]/],
  ['locale-en', /src[\\/].*locale[\\/]en_US\.json$|antd[\\/](es|lib)[\\/]locale[\\/]en_US/],
  ['locale-zh', /src[\\/].*locale[\\/]zh_CN\.json$|antd[\\/](es|lib)[\\/]locale[\\/]zh_CN/],
  ['react', /node_modules[\\/](react|react-dom|scheduler|react-router|i18next|react-i18next|zustand|@tanstack)[\\/]/],
  // What only lists and forms need stays out of the first load.
  ['antd', new RegExp(`node_modules[\\\\/](?!${LIST_AND_FORM_PARTS})(antd|@ant-design|@rc-component|rc-[a-z-]+|dayjs)[\\\\/]`)],
  ['antd-data', /node_modules[\\/](antd|@ant-design|@rc-component)[\\/]/],
];

export default defineConfig({
  plugins: [react()],
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
  worker: { format: 'es' },
  server: {
    proxy: {
      '/gps': { target: api, ws: true },
    },
  },
});
