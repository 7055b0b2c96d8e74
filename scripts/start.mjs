// `npm start`: installs, builds and serves, each only where needed. Flags go through: `npm start -- --port 9000`.
import { ensureInstalled, requireNode } from './lib.mjs';

requireNode();
const args = process.argv.slice(2);
ensureInstalled();
const { buildServer, buildWeb } = await import('./build.mjs');
await buildServer();
if (!args.includes('--help')) await buildWeb();
const { main } = await import('../apps/server/dist/sightline.mjs');
await main(['serve', ...args]);
