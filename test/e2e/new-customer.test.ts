import { ERROR_CODE } from '@sightline/contract';
import type { Browser, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage } from './browser.ts';
import { codeOf, signIn, until } from './console.ts';
import { declineTour } from './experience.ts';
import { pick, rowOf } from './lists.ts';
import { rowsOf, sheetOf } from './sheets.ts';

/** Other runs on the same data must not meet these names. */
const stamp = Date.now().toString(36);
const CUSTOMER = `Green Valley ${stamp}`;
const MAIN = `valley.${stamp}`;
const CLERK = `valley.clerk.${stamp}`;
const NEW_PASSWORD = 'green-valley-7';
/** Codes of twelve digits that no other run has. */
const ids = [0, 1, 2, 3].map((n) => `7${String(Date.now()).slice(-10)}${n}`);
const nameOf = (n: number): string => `Valley ${stamp} ${n}`;

const downloadOf = async (page: Page, act: () => Promise<void>): Promise<Download> =>
  (await Promise.all([page.waitForEvent('download'), act()]))[0];

/** Hands a spreadsheet in and waits for the words that say what came of it. */
async function importSheet(page: Page, name: string, rows: readonly (readonly string[])[], outcome: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Import devices' });
  await dialog.locator('input[type=file]').setInputFiles(await sheetOf(name, rows));
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  // The newest stands first.
  const newest = page.getByRole('dialog', { name: 'Imports and exports' }).getByRole('region').first();
  await newest.getByText(outcome).waitFor();
}

describe('a new customer', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('is added, gets licences, and its devices from a spreadsheet of which some rows are mended', { timeout: 600_000 }, async () => {
    const { page, close } = await openPage(browser);
    await page.goto('/customer');
    await signIn(page, 'alpenblick');
    await page.getByRole('button', { name: 'Add customer' }).click();
    const customer = page.getByRole('dialog', { name: 'Add a customer' });
    await customer.getByRole('textbox', { name: 'Customer name' }).fill(CUSTOMER);
    await customer.getByRole('textbox', { name: 'Main account' }).fill(MAIN);
    await customer.getByRole('textbox', { name: 'Name of the person' }).fill('Vera Valley');
    await customer.getByRole('textbox', { name: 'Password' }).fill(NEW_PASSWORD);
    await customer.getByRole('button', { name: 'Add customer' }).click();
    await customer.waitFor({ state: 'detached' });

    await page.goto('/personalCenter/license/index');
    await page.getByRole('button', { name: 'Hand down: Annual' }).click();
    const sale = page.getByRole('dialog', { name: 'Hand licences down' });
    await pick(page, sale, 'Receiver', CUSTOMER);
    await sale.getByRole('spinbutton', { name: 'Count' }).fill('2');
    await sale.getByRole('button', { name: 'Hand down' }).click();
    await sale.waitFor({ state: 'detached' });

    await page.goto('/device');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Import devices' });
    await pick(page, dialog, 'Customer', CUSTOMER);
    const template = await rowsOf(await downloadOf(page, () => dialog.getByRole('button', { name: 'Get the spreadsheet' }).click()));
    const head = template[0] ?? [];
    const row = (cells: Record<string, string>): string[] => head.map((title) => cells[title] ?? '');
    const device = (n: number, more: Record<string, string> = {}): string[] =>
      row({ [head[0] ?? '']: ids[n] ?? '', 'Device name': nameOf(n), Model: 'FMB920', ...more });
    const rows = [
      head,
      device(0),
      device(1),
      // No such model, and a code that is too short.
      device(2, { Model: 'Steam engine' }),
      device(3, { [head[0] ?? '']: '12345' }),
    ];
    await importSheet(page, 'fleet.xlsx', rows, 'Rows 4 · added 2 · failed 2');

    const failed = await rowsOf(await downloadOf(page, () => page.getByRole('button', { name: 'Failed rows' }).first().click()));
    expect(failed.slice(1).map((cells) => cells.at(-1))).toEqual([
      expect.stringMatching(/Model$/),
      expect.stringMatching(/^Invalid parameters: Device ID/),
    ]);
    const [failedHead = [], third = [], fourth = []] = failed;
    third[failedHead.indexOf('Model')] = 'FMB920';
    fourth[0] = ids[3] ?? '';
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await pick(page, dialog, 'Customer', CUSTOMER);
    await importSheet(page, 'fleet (failed).xlsx', [failedHead, third, fourth], 'Rows 2 · added 2 · failed 0');

    await page.goto(`/device?deviceIdOrName=${encodeURIComponent(`Valley ${stamp}`)}`);
    for (const [n, id] of ids.entries()) await rowOf(page, nameOf(n)).filter({ hasText: id }).filter({ hasText: CUSTOMER }).waitFor();
    await close();
  });

  it('binds its licences to two of its devices', async () => {
    const { page, close } = await openPage(browser);
    await page.goto('/personalCenter/license/index');
    await signIn(page, MAIN, NEW_PASSWORD);
    await declineTour(page);
    await page.getByRole('button', { name: 'Bind: Annual' }).click();
    const form = page.getByRole('dialog', { name: 'Bind licences to devices' });
    await form.getByRole('button', { name: 'Devices' }).click();
    const picker = page.getByRole('dialog', { name: 'Select device' });
    for (const n of [0, 1]) await picker.getByRole('checkbox', { name: nameOf(n) }).check();
    await picker.getByRole('button', { name: 'Use 2' }).click();
    await form.getByRole('button', { name: 'Bind' }).click();
    await form.waitFor({ state: 'detached' });
    await page.goto('/personalCenter/license/index?tab=licences');
    for (const n of [0, 1]) await rowOf(page, nameOf(n)).filter({ hasText: 'Bound' }).waitFor();
    await page.goto('/device?bindLicense=0');
    await rowOf(page, nameOf(2)).waitFor();
    expect(await rowOf(page, nameOf(0)).count()).toBe(0);
    await close();
  });

  it('gets a user with half of the menus, who sees exactly those and the devices of the customer', async () => {
    const { page, close } = await openPage(browser);
    await page.goto('/user');
    await signIn(page, 'alpenblick');
    await page.getByRole('button', { name: 'Add user' }).click();
    const user = page.getByRole('dialog', { name: 'Add a user' });
    await pick(page, user, 'Customer', CUSTOMER);
    await user.getByRole('textbox', { name: 'Account' }).fill(CLERK);
    await user.getByRole('textbox', { name: 'Password' }).fill(NEW_PASSWORD);
    await user.getByRole('textbox', { name: /^(\* ?)?Name$/ }).fill('Carl Clerk');
    const grant = (menu: string, what: string) =>
      user.getByRole('radiogroup', { name: menu, exact: true }).getByText(what, { exact: true }).click();
    await grant('Monitor', 'All');
    await grant('Devices', 'Some');
    await user.getByRole('group', { name: 'Devices', exact: true }).getByRole('checkbox', { name: 'View', exact: true }).check();
    await user.getByRole('button', { name: 'Add user' }).click();
    await user.waitFor({ state: 'detached' });
    await close();

    const own = await openPage(browser);
    await own.page.goto('/device');
    await signIn(own.page, CLERK, NEW_PASSWORD);
    await declineTour(own.page);
    const menu = own.page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('link').first().waitFor();
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Devices', 'Monitor', 'Playback', 'Command history']);
    await until('its four devices', async () => (await own.page.locator('tr[data-row]').count()) === ids.length);
    for (const name of [/^Add/, /^Import/, /^Edit/, /^Move/, /^More actions/, /^Delete/]) {
      expect(await own.page.getByRole('button', { name }).count(), String(name)).toBe(0);
    }
    await own.page.goto('/customer');
    await own.page.waitForURL('**/baseNoPermission?page=*');
    // The server refuses by itself, whatever the page shows.
    expect(await codeOf(own.page, 'device.page', {})).toBe(0);
    expect(await codeOf(own.page, 'device.delete', { deviceIds: ids[0] ?? '' })).toBe(ERROR_CODE.noPermission);
    expect(await codeOf(own.page, 'customer.page', {})).toBe(ERROR_CODE.noPermission);
    await own.close();
  });
});
