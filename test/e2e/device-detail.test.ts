import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage } from './browser.ts';
import { openConsole, signIn, until } from './console.ts';

/** A camera of the tenant `alpenblick` that drives. */
const OWN = { id: '100000000106', name: 'Actros 06' };

const detailOf = (page: Page): Locator => page.getByRole('dialog', { name: `${OWN.name} ${OWN.id}` });

async function openTab(page: Page, tab: string, account = 'alpenblick'): Promise<Locator> {
  await page.goto(`/device?detail=${OWN.id}&tab=${tab}`);
  await signIn(page, account);
  const detail = detailOf(page);
  await detail.waitFor();
  return detail;
}

describe('the detail of a device', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('opens from the console, stands in the address, and gives the focus back', async () => {
    const { page, close } = await openPage(browser);
    await openConsole(page, 'alpenblick', `/monitor?device=${OWN.id}`);
    const button = page.getByRole('article').getByRole('button', { name: 'Details', exact: true });
    await button.click();
    const detail = detailOf(page);
    await detail.getByText('Isar Logistik KG').waitFor();
    await page.waitForURL((url) => url.searchParams.get('detail') === OWN.id);

    await detail.getByRole('tab', { name: 'Overview' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('tab') === 'settings');
    await page.reload();
    await detailOf(page).getByRole('region', { name: 'Channel names' }).waitFor();

    await page.goto(`/monitor?device=${OWN.id}`);
    await button.focus();
    await page.keyboard.press('Enter');
    await detail.waitFor();
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('device')).toBe(OWN.id);
    await until('the focus is back', async () => (await page.evaluate<string>('document.activeElement.textContent')) === 'Details');
    await close();
  });

  it('names channels, adds a sensor with its tank and calibrates it from a spreadsheet', async () => {
    const { page, close } = await openPage(browser);
    const detail = await openTab(page, 'settings');
    await detail.getByRole('button', { name: 'Edit: Channel names' }).click();
    const names = page.getByRole('dialog', { name: 'Channel names' });
    await names.getByRole('textbox', { name: 'CH 1' }).fill('Road');
    await names.getByRole('button', { name: 'Save' }).click();
    await detail.getByText('Road', { exact: true }).waitFor();

    await detail.getByRole('tab', { name: 'Sensors and tank' }).click();
    await detail.getByRole('button', { name: 'Add sensor' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add sensor' });
    await form.getByRole('textbox', { name: 'Sensor name' }).fill('Main tank');
    await form.getByRole('combobox', { name: 'Value' }).fill('fuel1');
    await form.getByText('Lying cylinder').click();
    await form.getByText(/^Computed from the sizes: \d+ l$/).waitFor();
    await form.getByRole('spinbutton', { name: 'Stated capacity' }).fill('9000');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText(/too far from/).waitFor();
    await form.getByRole('spinbutton', { name: 'Stated capacity' }).fill('280');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });

    await detail.getByRole('button', { name: 'Calibrate: Main tank' }).click();
    const table = page.getByRole('dialog', { name: 'Calibration of Main tank' });
    const cell = table.getByRole('spinbutton', { name: 'Raw value (1mm), row 1' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(`navigator.clipboard.writeText('mm\\tl\\n0\\t0\\n300\\t140\\n250\\t280\\n')`);
    await cell.focus();
    await page.keyboard.press('Control+v');
    await until('three rows', async () => (await table.getByRole('spinbutton').count()) === 6);
    await table.getByRole('button', { name: 'Save' }).click();
    await table.getByText('Row 3: the raw value must be higher than in the row before.').waitFor();
    await table.getByRole('spinbutton', { name: 'Raw value (1mm), row 3' }).fill('600');
    await table.getByRole('button', { name: 'Save' }).click();
    await detail.getByText('3 rows, 1mm').waitFor();
    await close();
  });

  it('explains a message octet by octet, from both sides and with the keyboard', async () => {
    const { page, close } = await openPage(browser);
    const detail = await openTab(page, 'messages');
    const messages = detail.getByRole('region', { name: 'Messages' });
    await messages
      .getByRole('button', { name: /locationReport|locationBatch|heartbeat/ })
      .first()
      .click();
    const frame = detail.getByRole('region', { name: /^Message 0x/ });
    const fields = frame.getByRole('listbox');
    await fields.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const chosen = fields.getByRole('option', { selected: true });
    await until('the second field is marked', async () => (await chosen.innerText()).includes('messageId'));
    const dump = frame.getByRole('group');
    // Two octets, once as digits and once as characters.
    await until('its octets are marked', async () => (await dump.locator('[data-marked]').count()) === 4);
    await dump.locator('[data-field="0"]').first().hover();
    await until('the field of the octet is marked', async () => (await chosen.innerText()).includes('delimiter'));
    await dump.focus();
    await page.keyboard.press('End');
    await until('the last field is marked', async () => (await fields.getByRole('option').last().getAttribute('aria-selected')) === 'true');
    await close();
  });

  it('shows what other trip settings would make, and applies nothing by itself', async () => {
    const { page, close } = await openPage(browser);
    const detail = await openTab(page, 'trips');
    await detail.getByRole('spinbutton', { name: /A stop lasts at least/ }).fill('60');
    await detail.getByRole('button', { name: 'Preview' }).click();
    await detail.getByRole('region', { name: 'Now', exact: true }).getByText('stop 300 s').waitFor();
    await detail.getByRole('region', { name: 'With these values' }).getByText('stop 60 s').waitFor();
    await detail.getByRole('button', { name: 'Apply' }).click();
    const question = page.getByRole('dialog', { name: `Change the trip settings of ${OWN.name}?` });
    await question.getByText('A stop lasts at least: 300 s → 60 s').waitFor();
    await question.getByText(/last 31 days are made again/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await until(
      'the setting is as it was',
      async () => (await detail.getByRole('spinbutton', { name: /A stop lasts at least/ }).inputValue()) === '300',
    );
    await close();
  });

  it('shows nothing of a competing dealer', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(`/monitor?detail=${OWN.id}&tab=messages`);
    await signIn(page, 'pacificrim');
    await page.getByRole('dialog').getByRole('alert').first().waitFor();
    expect(await page.locator('body').innerText()).not.toContain(OWN.name);
    await close();
  });
});
