import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectAccessibleInBoth, launchBrowser, openPage } from './browser.ts';
import { signIn, until } from './console.ts';

/** A camera of the tenant `alpenblick`. */
const OWN = { id: '100000000106', name: 'Actros 06' };
const TABS = ['Overview', 'Settings', 'Trips', 'Sensors and tank', 'Traffic', 'Share links', 'Messages'];
const LICENCE_TABS = ['Stock', 'Licences', 'Ending soon', 'Sales', 'Use'];

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
/** Tabs of one page have the same colours in the dark: one of them says it for all. */
const looked = (isFirst: boolean) => (isFirst ? expectAccessibleInBoth : expectAccessible);
const DRAWER = '.ant-drawer-section';
const MODAL = '.ant-modal';

/** Done with loading, so that what is looked at is what a person sees. */
const settled = (page: Page): Promise<void> =>
  until('all is loaded', async () => (await page.getByRole('status', { name: 'Loading' }).count()) === 0);

it('finds nothing in what is about devices and licences, in light and dark', { timeout: 600_000 }, async () => {
  const { page, close } = await openPage(browser, { appearance: 'system' });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`/device?detail=${OWN.id}`);
  await signIn(page, 'alpenblick');
  const detail = dialog(page, `${OWN.name} ${OWN.id}`);
  for (const tab of TABS) {
    await detail.getByRole('tab', { name: tab }).click();
    await detail.getByRole('tabpanel', { name: tab }).waitFor();
    await settled(page);
    await looked(tab === TABS[0])(page, DRAWER);
  }
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'detached' });

  // The keys come out of the two fields of a range again.
  const range = page.getByRole('textbox', { name: 'Activated' });
  await range.first().focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press('Tab');
  await until('the range is left', () => page.evaluate<boolean>(`document.activeElement.getAttribute('aria-label') !== 'Activated'`));
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const sheet = dialog(page, 'Import devices');
  await sheet.waitFor();
  await expectAccessibleInBoth(page, MODAL);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await sheet.waitFor({ state: 'detached' });

  await page.goto('/monitor/commands');
  await page.getByRole('button', { name: 'Send to devices' }).click();
  const picker = dialog(page, 'Select device');
  await picker.getByRole('checkbox', { name: OWN.name }).or(picker.getByRole('checkbox').nth(1)).first().check();
  await expectAccessibleInBoth(page, MODAL);
  await picker.getByRole('button', { name: 'Use 1' }).click();
  const batch = dialog(page, 'Command to 1 device');
  await batch.getByRole('combobox', { name: 'Choose a command' }).waitFor();
  await expectAccessibleInBoth(page, DRAWER);
  await page.keyboard.press('Escape');
  await dialog(page, 'Discard what you entered?').getByRole('button', { name: 'Discard' }).click();
  await batch.waitFor({ state: 'detached' });

  await page.goto('/personalCenter/license/index');
  for (const tab of LICENCE_TABS) {
    await page.getByRole('radiogroup').getByText(tab, { exact: true }).click();
    await page.locator('tr[data-row], .ant-table-placeholder').first().waitFor();
    await settled(page);
    await looked(tab === LICENCE_TABS[0])(page, 'main');
  }

  await page.goto(`/monitor?device=${OWN.id}`);
  await page.getByRole('article').getByRole('button', { name: 'Commands' }).click();
  const commands = dialog(page, `Commands: ${OWN.name}`);
  await commands.getByRole('combobox', { name: 'Choose a command' }).fill('Send a text');
  await page.keyboard.press('Enter');
  await commands.getByRole('button', { name: 'Send', exact: true }).waitFor();
  await expectAccessible(page, DRAWER);
  expect(await commands.count()).toBe(1);
  await close();
});
