import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import { DEMO_PASSWORD, startPlatform } from './lib/platform.ts';

/**
 * Scripts that a fresh browser asks for until the sign-in page, and then the console, can be used: their number and their sizes as built and
 * compressed (gzip 6; brotli 5), those of workers included. The yardstick is the smallest page that React draws.
 */
interface Load {
  readonly files: number;
  readonly kB: number;
  readonly gzipKB: number;
  readonly brotliKB: number;
}

const kB = (bytes: number): number => Math.round(bytes / 100) / 10;

const sizesOf = (bodies: readonly Buffer[]): Load => {
  const sum = (size: (body: Buffer) => number): number => kB(bodies.reduce((total, body) => total + size(body), 0));
  return {
    files: bodies.length,
    kB: sum((body) => body.length),
    gzipKB: sum((body) => gzipSync(body, { level: 6 }).length),
    brotliKB: sum((body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length),
  };
};

const emptyPage = async (): Promise<Load> => {
  const contents = `import { createRoot } from 'react-dom/client'; createRoot(document.body).render(null);`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: 'apps/web' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return sizesOf(outputFiles.map((file) => Buffer.from(file.contents)));
};

/** The scripts that the page has asked for so far. */
const watchScripts = (page: Page): (() => Promise<readonly Buffer[]>) => {
  const urls = new Set<string>();
  const notice = (request: { url(): string }): void => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) urls.add(request.url());
  };
  page.context().on('request', notice);
  return async () => await Promise.all([...urls].map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())));
};

/** @returns sizes of the scripts of the sign-in page, of the console with all before it, and of an empty React page */
export async function run(): Promise<Record<string, unknown>> {
  const platform = await startPlatform();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
  });
  try {
    const page = await browser.newPage({ locale: 'en-US' });
    const scripts = watchScripts(page);
    await page.goto(`${platform.url}/login`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.waitForLoadState('networkidle');
    const signIn = sizesOf(await scripts());
    await page.getByRole('textbox', { name: 'Account' }).fill('alpenblick');
    await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    await page.goto(`${platform.url}/monitor`);
    await page.getByRole('option').first().waitFor();
    return { signIn, console: sizesOf(await scripts()), yardstickEmptyReactPage: await emptyPage() };
  } finally {
    await browser.close();
    await platform.stop();
  }
}
