import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MAIL_PASSWORD, startMailServer, type TestMailServer } from '../dev-env/mail-server.ts';
import { eventually } from '../dev-env/gateway-client.ts';
import { expectAccessible, launchBrowser, openPage } from './browser.ts';
import { PASSWORD, signIn, until } from './console.ts';
import { newDealer, newMainAccount, signInPages } from './dealer.ts';
import { pickListed } from './lists.ts';

const PAGES = [
  'userSettings/basicSettings',
  'userSettings/alarmPush',
  'userSettings/operationLog',
  'userSettings/allLog',
  'userSettings/setRecord',
  'customerSettings/modelAlias',
  'customization/customizedAlerts',
  'customization/configuringRules',
] as const;
const EMAIL = 'dora@example.com';

let browser: Browser;
let mail: TestMailServer;
beforeAll(async () => {
  [browser, mail] = [await launchBrowser(), await startMailServer()];
});
afterAll(async () => {
  await browser.close();
  await mail.stop();
});

/** The code of the newest mail after so many mails. */
const codeAfter = (count: number): Promise<string> =>
  eventually(
    () =>
      mail.mails
        .slice(count)
        .flatMap(({ text }) => /^(\d{6,8})\r?$/m.exec(text)?.[1] ?? [])
        .at(-1),
    'a mail with a code',
  );

it('a company sends over its own mail server: a trial, the proof of an address, and a new password for who forgot the old one', async () => {
  const dealer = await newMainAccount();
  const { page, context, close } = await openPage(browser);
  await signInPages(context, dealer);
  await page.goto('/personalCenter/platformSettings/emailSettings');
  await page.getByRole('button', { name: 'Name a server' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
  await dialog.getByRole('spinbutton', { name: 'Port' }).fill(String(mail.port));
  await pickListed(page, dialog, 'Encryption', 'None');
  await dialog.getByRole('textbox', { name: 'Account' }).fill('fleet');
  await dialog.getByRole('textbox', { name: 'Sender address' }).fill('fleet@example.com');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The password for this server and account is needed').waitFor();
  await dialog.getByLabel('Password').fill(MAIL_PASSWORD);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Test e-mail to' }).fill(EMAIL);
  await page.getByRole('button', { name: 'Send a test e-mail' }).click();
  await page.getByText('The server has taken the test e-mail.').waitFor();
  expect(mail.mails.at(-1)).toMatchObject({ to: EMAIL, account: 'fleet', from: 'fleet@example.com' });
  await expectAccessible(page);

  await page.goto('/personalCenter/userSettings/personalData');
  await page.getByRole('button', { name: 'Add address' }).click();
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill(EMAIL);
  const before = mail.mails.length;
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(await codeAfter(before));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(/^Confirmed/).waitFor();
  await close();

  const forgetful = await openPage(browser);
  await forgetful.page.goto('/login');
  await forgetful.page.getByRole('button', { name: 'Forgot your password?' }).click();
  await forgetful.page.getByRole('textbox', { name: 'Account' }).fill(dealer.account);
  await forgetful.page.getByRole('textbox', { name: 'E-mail address' }).fill(EMAIL);
  const sent = mail.mails.length;
  await forgetful.page.getByRole('button', { name: 'Send the code' }).click();
  await forgetful.page.getByRole('textbox', { name: 'Code' }).fill(await codeAfter(sent));
  const fresh = `${PASSWORD}-new`;
  await forgetful.page.getByLabel('New password', { exact: true }).fill(fresh);
  await forgetful.page.getByLabel('New password again').fill(fresh);
  await expectAccessible(forgetful.page);
  await forgetful.page.getByRole('button', { name: 'Save the new password' }).click();
  await forgetful.page.getByText('Your password was changed. Sign in with the new one.').waitFor();
  await signIn(forgetful.page, dealer.account, fresh);
  await forgetful.close();
});

it('a unit is chosen, counts everywhere at once and is taken back; every page of the personal center is accessible', async () => {
  const { dealer, devices } = await newDealer(1);
  const { page, context, close } = await openPage(browser);
  await signInPages(context, dealer);
  await page.goto('/personalCenter/userSettings/unitSettings');
  await pickListed(page, page, 'Speed', 'Miles an hour');
  await page.getByText('For example 55 mph').waitFor();
  await expectAccessible(page);
  await page.goto(`/device?detail=${devices[0]!.deviceId}&tab=trips`);
  await page.getByLabel('Moving from').waitFor();
  await page.getByRole('dialog').getByText('mph').first().waitFor();
  await page.goto('/personalCenter/userSettings/unitSettings');
  await pickListed(page, page, 'Speed', 'Kilometres an hour');
  await page.getByText('For example 88 km/h').waitFor();
  await page.getByRole('button', { name: 'Undo: Speed' }).click();
  await page.getByText('For example 55 mph').waitFor();

  for (const path of PAGES) {
    await page.goto(`/personalCenter/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await until('the page has loaded', async () => (await page.locator('#main input, #main table, #main button').count()) > 0);
    await expectAccessible(page, '#main');
  }
  devices[0]!.close();
  await close();
});
