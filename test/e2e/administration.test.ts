import { ERROR_CODE } from '@sightline/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessibleInBoth, launchBrowser, openPage } from './browser.ts';
import { codeOf, signIn } from './console.ts';
import { declineTour } from './experience.ts';
import { choose, pick, rowOf } from './lists.ts';

/** Other runs on the same data must not meet these names. */
const stamp = Date.now().toString(36);
const CUSTOMER = `Blue River ${stamp}`;
const ACCOUNT = `river.${stamp}`;
const NEW_PASSWORD = 'blue-river-7';
/** A vehicle of the demonstration world without a tag of its customer that another customer has as well. */
const TAGGED = 'Actros 06';
const OWNER = 'Isar Logistik KG';

describe('administration', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('a dealer adds a customer and a user with half of the menus, and that user sees exactly those', async () => {
    const { page, close } = await openPage(browser);
    await page.goto('/customer');
    await signIn(page, 'alpenblick');
    await page.getByRole('button', { name: 'Add customer' }).click();
    const customer = page.getByRole('dialog', { name: 'Add a customer' });
    await customer.getByRole('textbox', { name: 'Customer name' }).fill(CUSTOMER);
    // What was typed is there again after a reload, in the form that was open.
    await page.reload();
    await customer.getByText('What you had typed is here again.').waitFor();
    expect(await customer.getByRole('textbox', { name: 'Customer name' }).inputValue()).toBe(CUSTOMER);
    await customer.getByRole('button', { name: 'Add customer' }).click();
    await customer.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill(CUSTOMER);
    await rowOf(page, CUSTOMER).waitFor();

    await page.goto('/user');
    await page.getByRole('button', { name: 'Add user' }).click();
    const user = page.getByRole('dialog', { name: 'Add a user' });
    await user.getByRole('textbox', { name: 'Account' }).fill(ACCOUNT);
    await user.getByRole('textbox', { name: 'Password' }).fill(NEW_PASSWORD);
    await user.getByRole('textbox', { name: /^(\* ?)?Name$/ }).fill('Rita River');
    const grant = (menu: string, what: string) =>
      user.getByRole('radiogroup', { name: menu, exact: true }).getByText(what, { exact: true }).click();
    await grant('Monitor', 'All');
    await grant('Customers', 'Some');
    await user.getByRole('group', { name: 'Customers', exact: true }).getByRole('checkbox', { name: 'View' }).check();
    await user.getByRole('button', { name: 'Add user' }).click();
    await user.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill(ACCOUNT);
    await rowOf(page, ACCOUNT).waitFor();
    await close();

    const own = await openPage(browser);
    await own.page.goto('/customer');
    await signIn(own.page, ACCOUNT, NEW_PASSWORD);
    await declineTour(own.page);
    await own.page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor();
    const menu = own.page.getByRole('navigation').first();
    await menu.getByRole('link', { name: 'Monitor' }).waitFor();
    expect(await menu.getByRole('link', { name: /^(Users|Devices|Dashboard)/ }).count()).toBe(0);
    // What may only be looked at has no buttons that change it.
    await rowOf(own.page, CUSTOMER).waitFor();
    for (const name of [/^Add customer/, /^Edit/, /^More actions/, /^Delete/]) {
      expect(await own.page.getByRole('button', { name }).count(), String(name)).toBe(0);
    }
    expect(await own.page.getByText('Recycle bin').count()).toBe(0);
    await own.page.goto('/user');
    await own.page.waitForURL('**/baseNoPermission?page=*');
    // The server refuses by itself, whatever the page shows.
    expect(await codeOf(own.page, 'customer.page', { customerName: CUSTOMER })).toBe(0);
    expect(await codeOf(own.page, 'customer.info.add', { customerName: 'Not allowed' })).toBe(ERROR_CODE.noPermission);
    expect(await codeOf(own.page, 'user.page', {})).toBe(ERROR_CODE.noPermission);
    await own.close();
  });

  it('throws a customer away and brings it back', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(`/customer?customerName=${encodeURIComponent(CUSTOMER)}`);
    await signIn(page, 'alpenblick');
    await rowOf(page, CUSTOMER).waitFor();
    await choose(page, CUSTOMER, 'Delete');
    const question = page.getByRole('dialog', { name: `Delete ${CUSTOMER}?` });
    await question.getByText('It can be brought back from the recycle bin.').waitFor();
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await rowOf(page, CUSTOMER).waitFor({ state: 'detached' });

    await page.getByText('Recycle bin', { exact: true }).click();
    await rowOf(page, CUSTOMER)
      .getByRole('button', { name: `Restore: ${CUSTOMER}` })
      .click();
    await page
      .getByRole('dialog', { name: `Bring ${CUSTOMER} back?` })
      .getByRole('button', { name: 'Restore' })
      .click();
    await rowOf(page, CUSTOMER).waitFor({ state: 'detached' });
    await page.goto(`/customer?customerName=${encodeURIComponent(CUSTOMER)}`);
    await rowOf(page, CUSTOMER).waitFor();

    // Where its notices go: put in, and changed afterwards.
    const open = async () => {
      await rowOf(page, CUSTOMER).getByRole('button', { name: CUSTOMER, exact: true }).click();
      return page.getByRole('dialog', { name: CUSTOMER, exact: true }).getByRole('region', { name: 'Notices' });
    };
    const mail = page.getByRole('dialog', { name: `Where the notices of ${CUSTOMER} go` });
    const address = mail.getByRole('textbox', { name: 'E-mail' });
    const [first, second] = [`first.${stamp}@example.com`, `second.${stamp}@example.com`];
    for (const [before, after] of [
      ['', first],
      [first, second],
    ] as const) {
      await (await open()).getByRole('button', { name: /^Change/ }).click();
      await address.waitFor();
      expect(await address.inputValue()).toBe(before);
      await address.fill(after);
      await mail.getByRole('button', { name: 'Save' }).click();
      await mail.waitFor({ state: 'detached' });
    }
    await (await open()).getByText(second).waitFor();

    // Two customers have a tag of this name: they are told apart, put on and taken off.
    await page.goto(`/device?deviceIdOrName=${encodeURIComponent(TAGGED)}`);
    await choose(page, TAGGED, 'Add tags');
    const add = page.getByRole('dialog', { name: 'Tags for 1 device' });
    await add.getByRole('combobox', { name: 'Tags' }).fill('Parcel');
    const offered = page.locator('.ant-select-item-option').filter({ hasText: 'Parcel', visible: true });
    await offered.first().waitFor();
    expect(new Set(await offered.allInnerTexts()).size).toBe(await offered.count());
    expect(await offered.count()).toBeGreaterThan(1);
    await offered.filter({ hasText: OWNER }).click();
    // The options lie over the button until they are closed.
    await add.getByText('Tags for 1 device').click();
    await add.getByRole('button', { name: 'Add tags' }).click();
    await add.waitFor({ state: 'detached' });
    const tag = rowOf(page, TAGGED).getByText('Parcel', { exact: true });
    await choose(page, TAGGED, 'Remove tags');
    const remove = page.getByRole('dialog', { name: 'Take tags off 1 device' });
    await pick(page, remove, 'Tags', 'Parcel');
    await remove.getByText('Take tags off 1 device').click();
    await remove.getByRole('button', { name: 'Remove tags' }).click();
    await remove.waitFor({ state: 'detached' });
    await tag.waitFor({ state: 'detached' });
    await close();
  });

  it('has nothing for axe to find, in light and dark', async () => {
    const { page, close } = await openPage(browser, { appearance: 'system' });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/customer');
    await signIn(page, 'alpenblick');
    for (const path of ['/customer', '/customer?open=add', '/customer?view=bin', '/user', '/user?open=add', '/user?view=bin']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('table').waitFor();
      if (path.includes('open=')) await page.getByRole('dialog').waitFor();
      await expectAccessibleInBoth(page);
    }
    await close();
  });
});
