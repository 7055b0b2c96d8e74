import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage } from './browser.ts';
import { signIn, until } from './console.ts';
import { seesPictures } from './live-video.ts';

/** A device of the demonstration with four cameras, whose storage the simulator plays. */
const DEVICE = { id: '100000000056', name: 'Actros 01' };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('recordings of two cameras are found, played in step, paused, stepped through and searched by the timeline', async () => {
  const { page, close } = await openPage(browser);
  await page.goto('/video/history');
  await signIn(page, 'alpenblick');
  // Yesterday is recorded all day, whatever time it is.
  await page.getByRole('button', { name: 'The day before' }).click();
  await page.getByRole('treeitem', { name: new RegExp(DEVICE.name) }).click();
  await page.getByRole('treeitem', { name: /CH1/ }).click();
  await page.getByRole('treeitem', { name: /CH2/ }).click();
  const timeline = page.getByRole('slider', { name: 'Position in the recording' });
  await page.locator('[data-channel="2"] > i').first().waitFor();
  const at = async (): Promise<number> => Number(await timeline.getAttribute('aria-valuenow'));
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await seesPictures(page, 0);
  await seesPictures(page, 1);
  const started = await at();
  await until('it goes on', async () => (await at()) > started + 500);

  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const paused = await at();
  await page.getByRole('button', { name: 'Next picture' }).click();
  await until('the next picture', async () => (await at()) > paused);

  // Half past the day, while it stands: the pictures of there come.
  const box = (await timeline.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + 8);
  await until('the middle of the day', async () => (await at()) > paused + 6 * 3_600_000);
  await page.waitForURL((url) => url.searchParams.get('at') !== null && url.searchParams.get('channels') === '1,2');
  await expectAccessible(page);
  await close();
});
