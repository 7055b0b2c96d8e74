import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { expectAccessibleInBoth, launchBrowser, openPage } from './browser.ts';
import { signIn } from './console.ts';

/** Of a camera vehicle of the demonstration. */
const DEVICE = '100000000056';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('a customer names its FTP server and tries it, chooses its media node, and reads who looked at its cameras', async () => {
  const { page, close } = await openPage(browser, { appearance: 'system' });
  await page.goto('/personalCenter/platformSettings/ftpSettings');
  await signIn(page, 'leman');
  await page.getByRole('button', { name: 'Name a server' }).click();
  const form = page.getByRole('dialog', { name: 'FTP server' });
  await form.getByRole('switch', { name: 'Bring clips to this server' }).click();
  // A name that nobody has (RFC 2606).
  await form.getByLabel('Host').fill('ftp.invalid');
  await form.getByLabel('Account').fill('clips');
  await form.getByLabel('Password').fill('not-so-secret');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('Not in use', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('There is no host of this name.').waitFor();
  await expectAccessibleInBoth(page);

  await page.goto('/personalCenter/platformSettings/nodeSettings');
  await page.getByRole('row', { name: /default/ }).waitFor();
  await expectAccessibleInBoth(page);
  await close();

  const dealer = await openPage(browser, { appearance: 'system' });
  await dealer.page.goto(`/video/live?whole=${DEVICE}`);
  await signIn(dealer.page, 'alpenblick');
  await dealer.page.locator('[data-wall] video, [data-wall] canvas').first().waitFor();
  await dealer.page.goto(`/video/looks?deviceIds=${DEVICE}`);
  await dealer.page
    .getByRole('row', { name: /alpenblick.*Live video.*Actros 01/ })
    .first()
    .waitFor();
  await expectAccessibleInBoth(dealer.page);
  await dealer.close();
});
