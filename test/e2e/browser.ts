import AxeBuilder from '@axe-core/playwright';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { findBrowser } from '../../scripts/lib.mjs';
import { until } from './console.ts';

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
  /** `system`: as `page.emulateMedia` says. */
  readonly appearance?: 'light' | 'dark' | 'system';
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

/** Fails with the rule, the element and the help address of everything axe finds on the page, or in the part of it that a selector names; of all rules or these. */
export async function expectAccessible(page: Page, part?: string, rules?: readonly string[]): Promise<void> {
  const axe = new AxeBuilder({ page });
  if (part !== undefined) axe.include(part);
  if (rules !== undefined) axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  expect(
    violations.flatMap((v) => v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} (${n.failureSummary?.split('\n')[1]?.trim() ?? v.help})`)),
  ).toEqual([]);
}

/**
 * The same in light and, for its colours alone, in dark; the page stays as it is meanwhile.
 * For pages that were opened with the appearance `system`, and left in light.
 */
export async function expectAccessibleInBoth(page: Page, part?: string): Promise<void> {
  await expectAccessible(page, part);
  for (const [scheme, rules] of [
    ['dark', ['color-contrast']],
    ['light', null],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator(`html[data-appearance=${scheme}]`).waitFor();
    // Colours on their way from one to the other are neither.
    await until('the colours are there', () =>
      page.evaluate<boolean>(`document.getAnimations().every(({ playState, effect }) =>
      playState === 'finished' || effect.getComputedTiming().iterations === Infinity)`),
    );
    if (rules !== null) await expectAccessible(page, part, rules);
  }
}
