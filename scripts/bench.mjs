// `npm run bench -- NAME [--key value ...]`: one JSON line with the figures of bench/NAME.ts and a yardstick of the same run.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, fail, findBrowser, requireNode, ROOT } from './lib.mjs';

requireNode();
ensureInstalled();
const [name] = process.argv.slice(2);
const known = readdirSync(path.join(ROOT, 'bench'))
  .filter((f) => f.endsWith('.ts'))
  .map((f) => f.slice(0, -3));
if (!name || !existsSync(path.join(ROOT, 'bench', `${name}.ts`))) fail(`npm run bench -- NAME, with NAME one of: ${known.join(', ')}`);
// For the benches that draw: they run from a bundle and find nothing beside it.
const browser = findBrowser();
if (browser !== null) process.env.CHROMIUM_PATH = browser;
const { bundle } = await import('./build.mjs');
const outdir = path.join(ROOT, 'bench/.artifacts');
await bundle([`bench/${name}.ts`], outdir);
const { run } = await import(pathToFileURL(path.join(outdir, `${name}.mjs`)).href);
const result = await run();
console.log(JSON.stringify({ bench: name, date: new Date().toISOString().slice(0, 10), node: process.version, ...result }));
process.exit(0);
