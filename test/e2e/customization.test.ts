import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage } from './browser.ts';
import { signIn } from './console.ts';
import { choose, pick, rowOf } from './lists.ts';

/** Other runs on the same data must not meet these names. */
const stamp = Date.now().toString(36);
const ALERT = `Fast ${stamp}`;
const RULE = `Nights ${stamp}`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('an alert of the company’s own is made and asked for by a rule; both are there after a reload, and the alert stays while the rule asks for it', async () => {
  const { page, close } = await openPage(browser);
  await page.goto('/personalCenter/customization/customizedAlerts');
  await signIn(page, 'alpenblick');
  await page.getByRole('button', { name: 'Add an alert' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill(ALERT);
  await dialog.getByRole('spinbutton', { name: 'Condition 1: value' }).fill('90');
  await dialog.getByRole('button', { name: 'Add a condition' }).press('Enter');
  await dialog.getByRole('group', { name: 'Condition 2' }).waitFor();
  await dialog.getByText('Speed over 90 km/h and ignition on').waitFor();
  await expectAccessible(page, '.ant-drawer');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.goto('/personalCenter/customization/configuringRules');
  await page.getByRole('button', { name: 'Add a rule' }).first().click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(RULE);
  await pick(page, dialog, 'Alarms', ALERT);
  await page.keyboard.press('Escape');
  await dialog.getByRole('checkbox', { name: /^All devices of/ }).check();
  await dialog.getByRole('button', { name: 'Add a time' }).click();
  await dialog.getByRole('textbox', { name: 'Time 1: from' }).fill('2200');
  await dialog.getByRole('textbox', { name: 'Time 1: until' }).fill('6');
  await expectAccessible(page, '.ant-drawer');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.reload();
  await rowOf(page, RULE).waitFor();
  expect(await rowOf(page, RULE).innerText()).toMatch(new RegExp(`${ALERT} on all devices of .*22:00–06:00`, 's'));

  await page.goto('/personalCenter/customization/customizedAlerts');
  await rowOf(page, ALERT).getByText('Speed over 90 km/h and ignition on').waitFor();
  await expectAccessible(page, '#main');
  await choose(page, ALERT, 'Delete');
  await dialog.getByText(`“${RULE}”`).waitFor();
  expect(await dialog.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await close();
});
