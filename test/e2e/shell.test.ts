import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage } from './browser.ts';
import { signIn } from './console.ts';
import { setExperience } from './experience.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });

describe('the shell around the pages', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('shows newcomers around, and opens a module in its window', async () => {
    await setExperience(inject('baseUrl'), 'leman', false);
    const { page, context, close } = await openPage(browser);
    await page.goto('/customer');
    await signIn(page, 'leman');

    await page.getByRole('dialog', { name: 'New here?' }).waitFor();
    await expectAccessible(page, '[aria-labelledby=tour-title]');
    await page.getByRole('button', { name: 'Start the tour' }).click();
    await page.getByText('The pages', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await heading(page, 'Basic settings').waitFor();
    // A reload goes on where it was; so do the keys.
    await page.reload();
    await page.getByText('Your time zone and language', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Next' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText('Find anything', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await heading(page, 'Units').waitFor();
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByRole('button', { name: 'Finish' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Modules' }).click();
    const [opened] = await Promise.all([context.waitForEvent('page'), page.getByRole('menuitem', { name: /^Fleet/ }).click()]);
    await heading(opened, 'Fleet').waitFor();
    const { pathname, search, hash } = new URL(opened.url());
    expect([pathname, search, hash]).toEqual(['/module/fleet', '', '']);
    expect(await opened.evaluate<unknown>('window.opener')).toBeNull();
    await expectAccessible(opened);
    await opened.getByRole('link', { name: /^Back to/ }).click();
    await opened.waitForURL((url) => !url.pathname.startsWith('/module'));
    await opened.close();
    // The tour was kept in the account.
    expect(await page.getByRole('dialog', { name: 'New here?' }).count()).toBe(0);
    await close();
  });
});
