import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage, prefer } from './browser.ts';
import { openConsole, signIn, statusCount, statusCounts, until } from './console.ts';

/** A device of the tenant `alpenblick`, and one of the competing dealer. */
const OWN = { id: '100000000106', name: 'Actros 06' };

describe('the monitoring console', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('shows the fleet of a dealer, filters it, finds a device and its details', async () => {
    const { page, close } = await openPage(browser);
    await openConsole(page, 'alpenblick');
    await until('all devices that were ever switched on are online', async () => (await statusCount(page, 'Online')) >= 80);
    const all = await statusCount(page, 'All');
    // Polled: the counts are read one after the other while the devices drive on.
    await until('something moves, and the online ones are moving, idle or stopped', async () => {
      const [online, moving, idle, stopped] = await statusCounts(page, ['Online', 'Moving', 'Idle', 'Stopped']);
      return moving! > 0 && moving! + idle! + stopped! === online;
    });

    await page.getByRole('radio', { name: /^Inactive/ }).click();
    await until(
      'only the inactive ones',
      async () =>
        (await page.getByRole('option').count()) === all - (await statusCount(page, 'Online')) - (await statusCount(page, 'Offline')),
    );
    await page.getByRole('radio', { name: /^All/ }).click();

    await page.keyboard.press('/');
    await page.keyboard.type('actros 06');
    await until('one hit', async () => (await page.getByRole('option').count()) === 1);
    await page.getByRole('option', { name: new RegExp(OWN.name) }).click();
    const card = page.getByRole('article', { name: `Details of ${OWN.name}` });
    await card.waitFor();
    expect(await card.innerText()).toContain(OWN.id);
    await page.waitForURL((url) => url.searchParams.get('device') === OWN.id);
    await card.getByRole('button', { name: 'Show address' }).click();
    await until('the address', async () => /km|Munich|München|Pasing/.test(await card.innerText()));
    // What is not built says why it cannot be used.
    expect(await card.getByRole('button', { name: 'Reports' }).isDisabled()).toBe(true);
    await close();
  });

  it('moves while one looks at it', async () => {
    const { page, close } = await openPage(browser);
    await openConsole(page, 'alpenblick');
    await until('something drives', async () => (await statusCount(page, 'Moving')) > 0);
    await page.getByRole('radio', { name: /^Moving/ }).click();
    await page.getByRole('option').first().click();
    const card = page.getByRole('article', { name: /^Details of/ });
    const coordinates = async (): Promise<string> => /-?\d+\.\d{4,}, -?\d+\.\d{4,}/.exec(await card.innerText())?.[0] ?? '';
    await until('a place', async () => (await coordinates()) !== '');
    const before = await coordinates();
    await until('another place', async () => (await coordinates()) !== before);
    await close();
  });

  it('works with the keyboard alone', async () => {
    const { page, close } = await openPage(browser);
    await openConsole(page, 'alpenblick');
    await page.getByRole('listbox', { name: 'Devices' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('article', { name: /^Details of/ }).waitFor();
    await page.waitForURL((url) => url.searchParams.has('follow'));
    await page.keyboard.press('Escape');
    await page.getByRole('article', { name: /^Details of/ }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('actros 1');
    const palette = page.getByRole('dialog');
    await palette
      .getByRole('option', { name: /Actros 1/ })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await close();
  });

  it('shares one device until the link is revoked', async () => {
    const owner = await openPage(browser);
    await openConsole(owner.page, 'alpenblick', `/monitor?device=${OWN.id}`);
    await owner.page.getByRole('button', { name: 'Share' }).click();
    const dialog = owner.page.getByRole('dialog', { name: `Share ${OWN.name}` });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const field = dialog.getByRole('textbox').first();
    await field.waitFor();
    const link = await field.inputValue();
    expect(link).toMatch(/\/share\/[\w-]{40,}$/);

    const guest = await openPage(browser);
    await guest.page.goto(new URL(link).pathname);
    await guest.page.getByText(OWN.name).first().waitFor();
    // The link shows this device and opens nothing else.
    await guest.page.goto('/monitor');
    await guest.page.waitForURL('**/login**');

    await dialog
      .getByRole('button', { name: /Revoke|End/ })
      .first()
      .click();
    await until('the link has ended', async () => {
      await guest.page.goto(new URL(link).pathname);
      await guest.page.waitForTimeout(500);
      return !(await guest.page.locator('main').innerText()).includes(OWN.name);
    });
    await guest.close();
    await owner.close();
  });

  it('shows nothing of a competing dealer, whatever the address says', async () => {
    const { page, close } = await openPage(browser);
    await openConsole(page, 'pacificrim', `/monitor?device=${OWN.id}`);
    await page.waitForTimeout(2_000);
    expect(await page.locator('body').innerText()).not.toContain(OWN.name);
    const token = await page.evaluate<string>('JSON.stringify(Object.assign({}, localStorage, sessionStorage))');
    const found = /[\w-]{43}/.exec(token)?.[0];
    expect(found, 'the token that the page holds').toBeTruthy();
    for (const [path, data] of [
      ['/gps/v2/device/info', { deviceId: OWN.id }],
      ['/gps/v2/device/data/gpsTrip', { deviceId: OWN.id, start: '2026-11-20T00:00:00Z', end: '2026-11-21T00:00:00Z' }],
    ] as const) {
      const answer = await page.request.post(path, { data, headers: { authorization: found! } });
      const text = await answer.text();
      expect(text).not.toContain(OWN.name);
      expect(JSON.parse(text).code).not.toBe(0);
    }
    await close();
  });

  it('has nothing for axe to find, in light, dark and Chinese, on a laptop and on a tablet', async () => {
    for (const [appearance, language, width, height] of [
      ['light', 'en_US', 1366, 768],
      ['dark', 'zh_CN', 1920, 1080],
      ['light', 'en_US', 820, 1180],
    ] as const) {
      const { page, close } = await openPage(browser, { appearance, width, height });
      await page.goto('/customer');
      await signIn(page, 'alpenblick');
      await prefer(page, { language });
      await page.goto(`/monitor?device=${OWN.id}`);
      await page.getByRole('article').waitFor();
      expect(await page.evaluate('[document.documentElement.dataset.appearance, document.documentElement.lang]')).toEqual([
        appearance,
        language.replace('_', '-'),
      ]);
      await expectAccessible(page);
      // Nothing hangs out of the window.
      expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
      await close();
    }
  });
});
