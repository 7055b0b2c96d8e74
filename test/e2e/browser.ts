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
  readonly appearance?: 'light' | 'dark';
}

/** Where the pages keep what a person set on this browser. */
const PREFERENCES = 'sightline.preferences';

/** What a person can set in the popover of the theme and the menu of languages. */
export interface Preferences {
  readonly appearance?: 'light' | 'dark' | 'system';
  readonly language?: 'en_US' | 'zh_CN';
}

/** Sets preferences as if the person had; they count from the next page that is opened. */
export async function prefer(page: Page, preferences: Preferences): Promise<void> {
  await page.evaluate(`(() => {
    const { state, version = 1 } = JSON.parse(localStorage.getItem('${PREFERENCES}') ?? '{}');
    localStorage.setItem('${PREFERENCES}', JSON.stringify({ state: { ...state, ...${JSON.stringify(preferences)} }, version }));
  })()`);
}

/** A fresh profile and page on the platform under test. Errors that the page throws fail the test at `close`. */
export async function openPage(
  browser: Browser,
  options: PageOptions = {},
): Promise<{ context: BrowserContext; page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({
    baseURL: inject('baseUrl'),
    viewport: { width: options.width ?? 1366, height: options.height ?? 768 },
    acceptDownloads: true,
  });
  // The pages follow the person's own choice, not the browser's, unless that is chosen.
  const { appearance = 'light' } = options;
  await context.addInitScript(`if (localStorage.getItem('${PREFERENCES}') === null)
    localStorage.setItem('${PREFERENCES}', JSON.stringify({ state: ${JSON.stringify({ appearance })}, version: 1 }));`);
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

/** Fails with the rule, the element and the help address of everything axe finds on the page, or in the part of it that a selector names. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  expect(
    violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} (${n.failureSummary?.split('\n')[1]?.trim() ?? v.help})`)),
  ).toEqual([]);
}
