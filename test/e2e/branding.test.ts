import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible, expectAccessibleInBoth, launchBrowser, openPage } from './browser.ts';
import { signIn, until } from './console.ts';

const HOST = 'fleet.brand.test';
const PAGES = [
  'customerSettings/basicInformation',
  'customerSettings/appSettings',
  'platformSettings/mapSettings',
  'platformSettings/customizeMenu',
] as const;
/** 2 x 2 pixels, red. */
const LOGO = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==', 'base64');

describe('the brand of a host', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser([`--host-resolver-rules=MAP ${HOST} 127.0.0.1`]);
  });
  afterAll(() => browser.close());

  it('is set with its picture beside it, and dresses the sign-in page and the menus of that host', async () => {
    const { page, close } = await openPage(browser, { appearance: 'system' });
    await page.goto('/personalCenter/customerSettings/branding');
    await signIn(page, 'alpenblick');
    const preview = page.getByTestId('brand-preview');
    await page.getByRole('textbox', { name: 'Title' }).fill('Blue Fleet');
    await page.getByRole('textbox', { name: 'Host name' }).fill(HOST);
    await page.getByLabel('Logo on light ground', { exact: true }).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO });
    await page.getByLabel('Icon of the browser tab', { exact: true }).setInputFiles({
      name: 'icon.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    });
    await page.getByText('This is no PNG, JPEG or WebP picture').waitFor();
    await page.getByRole('button', { name: 'Blue', exact: true }).click();
    await page.getByText('Left sidebar', { exact: true }).click();
    await preview.getByText('Blue Fleet').first().waitFor();
    expect(await preview.locator('img').count()).toBeGreaterThan(0);
    await expectAccessibleInBoth(page, '#main');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The brand was saved').waitFor();

    for (const path of PAGES) {
      await page.goto(`/personalCenter/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await until('the page has loaded', async () => (await page.locator('#main input, #main table, #main button').count()) > 0);
      await expectAccessible(page, '#main');
    }
    await page.goto('/personalCenter/platformSettings/languageTexts');
    await page.getByRole('searchbox', { name: 'Find a text as it is shown' }).fill('Devices, video and fleets on one map');
    await page.getByRole('button', { name: /^Change: Devices, video/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Own text' }).fill('Every truck in sight');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await close();

    const port = new URL(inject('baseUrl')).port;
    const visitor = await openPage(browser);
    await visitor.page.goto(`http://${HOST}:${port}/login`);
    await visitor.page.getByText('Every truck in sight').waitFor();
    await visitor.page.getByText('Blue Fleet', { exact: true }).waitFor();
    expect(await visitor.page.title()).toContain('Blue Fleet');
    expect(await visitor.page.locator('main img').getAttribute('src')).toMatch(/^data:image\/(png|webp);base64,/);
    // The second visit has the brand before the server has said anything.
    await visitor.page.route('**/v2/system/branding', (route) => route.abort());
    await visitor.page.reload();
    await visitor.page.getByText('Blue Fleet', { exact: true }).waitFor();
    await signIn(visitor.page, 'alpenblick');
    await visitor.page.locator('[data-menu=side]').waitFor();
    const solid = await visitor.page.evaluate<string>("document.documentElement.style.getPropertyValue('--brand-solid')");
    expect(solid).toBe('#1668dc');
    await visitor.close();
  });
});
