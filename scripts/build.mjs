// Builds what is out of date: `node scripts/build.mjs [server] [web]` (default both).
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { compressFolder } from './compress.mjs';
import { ensureInstalled, fail, isBuilt, markBuilt, requireNode, ROOT, run } from './lib.mjs';

/** Bundles our own packages into plain ES modules; libraries stay in node_modules. */
export async function bundle(entryPoints, outdir) {
  const { build } = await import('esbuild');
  await build({
    entryPoints,
    outdir,
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    splitting: true,
    sourcemap: 'linked',
    logLevel: 'warning',
    outExtension: { '.js': '.mjs' },
    plugins: [
      {
        name: 'libraries-stay-outside',
        setup(b) {
          b.onResolve({ filter: /^[^./]/ }, (args) =>
            args.kind === 'entry-point' || args.path.startsWith('@sightline/') || path.isAbsolute(args.path)
              ? undefined
              : { path: args.path, external: true },
          );
        },
      },
    ],
  });
}

export async function buildServer() {
  if (isBuilt('server')) return;
  rmSync(path.join(ROOT, 'apps/server/dist'), { recursive: true, force: true });
  await bundle(['apps/server/src/cli/sightline.ts'], 'apps/server/dist');
  markBuilt('server');
}

export async function buildWeb() {
  const basemap = path.join(ROOT, 'apps/web/public/basemap.pmtiles');
  if (!existsSync(basemap)) {
    console.error('sightline: making the offline base map ...');
    const { buildBasemap } = await import(pathToFileURL(path.join(ROOT, 'apps/web/basemap/build-basemap.mjs')).href);
    await buildBasemap(basemap);
  }
  if (isBuilt('web')) return;
  console.error('sightline: building the web pages ...');
  if (run('npx', ['vite', 'build', '--logLevel', 'warn'], { cwd: path.join(ROOT, 'apps/web'), stdio: ['ignore', 2, 2] }) !== 0)
    fail('the web pages could not be built; see the lines above');
  await compressFolder(path.join(ROOT, 'apps/web/dist'));
  markBuilt('web');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  requireNode();
  ensureInstalled();
  const parts = process.argv.slice(2);
  if (parts.length === 0 || parts.includes('server')) await buildServer();
  if (parts.length === 0 || parts.includes('web')) await buildWeb();
}
