import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage } from './browser.ts';
import { codeOf, signIn, until } from './console.ts';

/** A device of the demonstration with four cameras. */
const DEVICE = { id: '100000000056', name: 'Actros 01' };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('a picture is asked for, comes into the gallery and is looked at; an alarm shows the clips that came with it', async () => {
  const { page, close } = await openPage(browser);
  await page.goto(`/video/gallery?deviceIdOrName=${DEVICE.id}&channelId=2`);
  await signIn(page, 'alpenblick');
  expect(await codeOf(page, 'device.capture', { deviceId: DEVICE.id, channelId: 2, count: 2 })).toBe(0);
  const tiles = page.getByRole('button', { name: new RegExp(`^${DEVICE.name}.*CH2`) });
  await until('both pictures, by themselves', async () => (await tiles.count()) >= 2);
  await tiles.first().click();
  const box = page.getByRole('dialog');
  const picture = box.getByRole('img', { name: new RegExp(DEVICE.name) });
  await until('the picture', () =>
    page.evaluate<boolean>(`[...document.querySelectorAll('[role="dialog"] img')].some((img) => img.complete && img.naturalWidth > 0)`),
  );
  const first = await picture.getAttribute('src');
  await page.keyboard.press('ArrowRight');
  await until('the next picture', async () => (await picture.getAttribute('src')) !== first);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  await until('the focus is back on a picture', () => page.evaluate<boolean>(`document.activeElement.matches('button[data-tile]')`));

  // Of a customer that lets those above look.
  await page.goto('/video/aiAlerts?deviceIdOrName=Actros');
  const complete = page.getByRole('row', { name: /complete/ }).first();
  await complete.waitFor({ timeout: 120_000 });
  await complete.getByRole('button').first().click();
  const viewer = page.getByRole('dialog');
  await until('the clip is there', async () => (await viewer.locator('video').count()) > 0);
  // By its key, although a button has the focus; the verdict is in the list behind it.
  await viewer.getByRole('button', { name: /^Valid/ }).focus();
  await page.keyboard.press('x');
  await page
    .getByRole('row', { name: /complete/, includeHidden: true })
    .filter({ hasText: 'Invalid' })
    .first()
    .waitFor({ state: 'attached' });
  await close();
});

it('settings of a unit are read, changed and sent, and copied to its model', async () => {
  const { page, close } = await openPage(browser);
  await page.goto('/video/setting');
  await signIn(page, 'alpenblick');
  await page.getByRole('button', { name: DEVICE.name, exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Read from the device' }).click();
  const volume = drawer.getByLabel('Volume of warnings').first();
  await until('the unit has told its settings', async () => (await volume.inputValue()) !== '');
  const wanted = (await volume.inputValue()) === '4' ? '5' : '4';
  await volume.fill(wanted);
  await drawer.getByText('The unit has').waitFor();
  await page.keyboard.press('Control+Enter');
  await drawer.locator('[aria-live] [data-state=same]').waitFor();
  expect(await volume.inputValue()).toBe(wanted);
  await expectAccessible(page, '[role="dialog"]');
  await drawer.getByRole('button', { name: 'Copy to devices' }).click();
  await page.getByRole('radio', { name: /All devices of the model/ }).check();
  await page.getByRole('button', { name: /Send to \d+ devices/ }).waitFor();
  await close();
});
