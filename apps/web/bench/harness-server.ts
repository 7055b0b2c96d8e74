import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import { build } from 'vite';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Answers a request that the static files do not; false: not handled. */
export type Handler = (path: string, body: string) => Promise<string | null>;

export interface Harness {
  readonly url: string;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** apps/web, also when this file runs as part of a bundle that lies elsewhere. */
const webRoot = (): string => {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'apps/web/bench/vite.config.ts'))) return join(folder, 'apps/web');
  }
  throw new Error('apps/web was not found');
};

/** Builds the harness pages, serves them (byte ranges included, the base map needs them) and starts a browser. */
export const startHarness = async (handle: Handler = async () => null): Promise<Harness> => {
  const outDir = await mkdtemp(join(tmpdir(), 'sightline-harness-'));
  const web = webRoot();
  const archive = join(web, 'public/basemap.pmtiles');
  if (!existsSync(archive)) {
    const { buildBasemap } = (await import(pathToFileURL(join(web, 'basemap/build-basemap.mjs')).href)) as {
      buildBasemap: (file: string) => unknown;
    };
    buildBasemap(archive);
  }
  await build({ configFile: join(web, 'bench/vite.config.ts'), build: { outDir } });
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    if (request.method === 'POST') {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        void handle(path, Buffer.concat(parts).toString()).then((answer) => {
          response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' });
          response.end(answer ?? '');
        });
      });
      return;
    }
    const file = join(outDir, normalize(path));
    if (!file.startsWith(outDir) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    const size = statSync(file).size;
    const range = /^bytes=(\d+)-(\d*)$/u.exec(request.headers.range ?? '');
    const start = range ? Number(range[1]) : 0;
    const end = range?.[2] ? Math.min(size - 1, Number(range[2])) : size - 1;
    response.writeHead(range ? 206 : 200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-length': end - start + 1,
      'accept-ranges': 'bytes',
      ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    });
    createReadStream(file, { start, end }).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const executablePath = process.env.CHROMIUM_PATH;
  if (executablePath === undefined) throw new Error('no Chromium: install the package "chromium", or name one in CHROMIUM_PATH');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  });
  return {
    url: `http://127.0.0.1:${port}`,
    browser,
    close: async () => {
      await browser.close();
      server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
};
