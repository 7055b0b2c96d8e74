import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage } from './browser.ts';
import { signIn, until } from './console.ts';

const DEVICE = '100000000106';

describe('playback', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('lists trips and stops with their reasons, plays, and exports what it shows', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(`/monitor/playback?devices=${DEVICE}`);
    await signIn(page, 'alpenblick');
    const trips = page.getByRole('button', { name: /^Trip/ });
    await until('trips of the day', async () => (await trips.count()) > 0);
    await trips.first().click();
    // Why it began and ended.
    await until('the reasons', async () =>
      /began|begins|start|ended|ends/i.test(await page.getByRole('complementary').first().innerText()),
    );

    const clock = page.getByRole('slider', { name: 'Time cursor' });
    const before = await clock.getAttribute('aria-valuenow');
    await page.getByRole('button', { name: /^Play/ }).click();
    await until('the cursor runs', async () => (await clock.getAttribute('aria-valuenow')) !== before);
    await page.keyboard.press('Space');

    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /GPX/ }).click()]);
    const gpx = await readFile(await download.path(), 'utf8');
    expect(gpx).toMatch(/<gpx[^>]*version="1.1"/);
    expect((gpx.match(/<trkpt /g) ?? []).length).toBeGreaterThan(20);
    await close();
  });

  it('keeps devices and range in the address', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(`/monitor/playback?devices=${DEVICE},100000000171`);
    await signIn(page, 'alpenblick');
    await until('both devices are loaded', async () => (await page.getByRole('button', { name: /^(Trip|Stop)/ }).count()) > 1);
    const url = page.url();
    await page.reload();
    await until('the same after a reload', async () => (await page.getByRole('button', { name: /^(Trip|Stop)/ }).count()) > 1);
    await page.waitForURL(url);
    await close();
  });

  it('has nothing for axe to find, in light and dark', async () => {
    for (const appearance of ['light', 'dark'] as const) {
      const { page, close } = await openPage(browser, { appearance });
      await page.goto(`/monitor/playback?devices=${DEVICE}`);
      await signIn(page, 'alpenblick');
      await until('trips', async () => (await page.getByRole('button', { name: /^Trip/ }).count()) > 0);
      await expectAccessible(page);
      await close();
    }
  });
});
