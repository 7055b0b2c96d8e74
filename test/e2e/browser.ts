import AxeBuilder from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { findBrowser } from '../../scripts/lib.mjs';

/** Starts the system's Chromium without the services that would look for the internet. `more`: further switches. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('no Chromium found: install the package "chromium", or name one in CHROMIUM_PATH');
  return await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--enable-unsafe-swiftshader',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
      ...more,
    ],
  });
}

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
}

/** A fresh profile and page on the platform under test. Errors that the page throws fail the test at `close`. */
export async function openPage(
  browser: Browser,
  options: PageOptions = {},
): Promise<{ context: BrowserContext; page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({
    baseURL: inject('baseUrl'),
    viewport: { width: options.width ?? 1366, height: options.height ?? 768 },
    colorScheme: options.colorScheme ?? 'light',
    acceptDownloads: true,
  });
  // A busy machine that draws the map in software may need long for a single click.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  return {
    context,
    page,
    close: async () => {
      await context.close();
      expect(errors, 'errors thrown in the page').toEqual([]);
    },
  };
}

/** Fails with the rule, the element and the help address of everything axe finds. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} (${n.failureSummary?.split('\n')[1]?.trim() ?? v.help})`)),
  ).toEqual([]);
}
