import { get } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import { DEMO_PASSWORD, startPlatform } from './lib/platform.ts';

/**
 * Scripts that a fresh browser asks for until the sign-in page, and then the console, can be used: their number and their sizes as built and
 * as the server sends them (gzip to whoever comes over plain http, brotli over https), those of workers included. The yardstick is the smallest page that React draws.
 */
interface Load {
  readonly files: number;
  readonly kB: number;
  readonly gzipKB: number;
  readonly brotliKB: number;
}

const kB = (bytes: number): number => Math.round(bytes / 100) / 10;

/** Bytes of a body as the server sends it to whoever takes an encoding; `identity`: as it was built. */
const sentBytes = (url: string, encoding: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      let bytes = 0;
      response.on('data', (part: Buffer) => void (bytes += part.length));
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    }).on('error', reject);
  });

const sizesOf = async (urls: readonly string[]): Promise<Load> => {
  const sum = async (encoding: string): Promise<number> => {
    const sizes = await Promise.all(urls.map((url) => sentBytes(url, encoding)));
    return kB(sizes.reduce((total, size) => total + size, 0));
  };
  return { files: urls.length, kB: await sum('identity'), gzipKB: await sum('gzip'), brotliKB: await sum('br') };
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
  const body = Buffer.from(outputFiles[0]!.contents);
  return {
    files: 1,
    kB: kB(body.length),
    gzipKB: kB(gzipSync(body, { level: 9 }).length),
    brotliKB: kB(brotliCompressSync(body).length),
  };
};

/** The scripts that the page has asked for so far. */
const watchScripts = (page: Page): (() => readonly string[]) => {
  const urls = new Set<string>();
  const notice = (request: { url(): string }): void => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) urls.add(request.url());
  };
  page.context().on('request', notice);
  return () => [...urls];
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
    // The console is what somebody came for: the sign-in leads back to it.
    const scripts = watchScripts(page);
    await page.goto(`${platform.url}/monitor`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.waitForLoadState('networkidle');
    const signIn = await sizesOf(scripts());
    await page.getByRole('textbox', { name: 'Account' }).fill('alpenblick');
    await page.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('option').first().waitFor();
    await page.waitForLoadState('networkidle');
    return { signIn, console: await sizesOf(scripts()), yardstickEmptyReactPage: await emptyPage() };
  } finally {
    await browser.close();
    await platform.stop();
  }
}
