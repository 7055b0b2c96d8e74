import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage } from './browser.ts';
import { PASSWORD, signIn } from './console.ts';

describe('signing in', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('says that the password is wrong, keeps the account, then lets in and returns to where one wanted to go', async () => {
    const { page, close } = await openPage(browser);
    await page.goto('/monitor?q=Actros');
    await page.waitForURL('**/login**');
    await page.getByRole('textbox', { name: 'Account' }).fill('alpenblick');
    await page.getByRole('textbox', { name: 'Password' }).fill('not-the-one1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Wrong user name or password').or(page.getByText('Wrong username or password')).first().waitFor();
    expect(await page.getByRole('textbox', { name: 'Account' }).inputValue()).toBe('alpenblick');
    await signIn(page, 'alpenblick');
    await page.waitForURL('**/monitor?q=Actros');
    await close();
  });

  it('ends everything on logout', async () => {
    const { page, context, close } = await openPage(browser);
    await page.goto('/monitor');
    await signIn(page, 'leman');
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: /Sign out|Log out/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Sign out|Log out/ })
      .click();
    await page.waitForURL('**/login**');
    await page.goto('/monitor');
    await page.waitForURL('**/login**');
    expect(JSON.stringify(await context.storageState())).not.toMatch(/"token"/);
    await close();
  });

  it('answers a route without permission with the 403 page, and one that is not built with a plain word', async () => {
    const { page, close } = await openPage(browser);
    await page.goto('/login');
    await signIn(page, 'alpenblick.dispatch');
    await page.goto('/customer');
    await page.waitForURL('**/baseNoPermission?page=*');
    await page.goto('/login');
    await close();

    const main = await openPage(browser);
    await main.page.goto('/login');
    await signIn(main.page, 'alpenblick');
    await main.page.goto('/report/alarmDevice');
    await main.page.getByText('This page is not built yet').waitFor();
    await main.close();
  });

  it('works in Chinese and is accessible in both schemes', async () => {
    for (const appearance of ['light', 'dark'] as const) {
      const { page, close } = await openPage(browser, { appearance });
      await page.goto('/login');
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('combobox', { name: 'Language' }).selectOption('简体中文');
      await page.getByRole('button', { name: '登录' }).waitFor();
      await expectAccessible(page);
      await close();
    }
  });

  it('refuses an address of the API without or with a wrong token', async () => {
    const { page, close } = await openPage(browser);
    for (const headers of [{}, { authorization: 'A'.repeat(43) }] as Record<string, string>[]) {
      const answer = await page.request.post('/gps/v2/customer/tree', { data: {}, headers });
      expect(answer.status()).toBe(401);
      expect(await answer.json()).toMatchObject({ code: 401 });
    }
    const login = await page.request.post('/gps/v2/system/login', { data: { account: 'alpenblick', password: PASSWORD } });
    expect(await login.json()).toMatchObject({ code: 0 });
    await close();
  });
});
