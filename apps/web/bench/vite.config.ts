import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { mapLibrary } from '../map-library.plugin.ts';
import { operationFacts } from '../operation-facts.plugin.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Pages that show one widget alone, for the benches and for looking at it. */
export default defineConfig({
  root: here('.'),
  publicDir: here('../public'),
  logLevel: 'warn',
  plugins: [react(), operationFacts(), mapLibrary()],
  build: {
    target: 'es2022',
    emptyOutDir: true,
    chunkSizeWarningLimit: 3000,
    rolldownOptions: { input: { map: here('map.html'), track: here('track.html') } },
  },
  worker: { format: 'es' },
});
