import { totpCode, totpStep } from '@sightline/server/features/auth/totp';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage } from './browser.ts';
import { codeOf, PASSWORD, sendPassword, signIn, until } from './console.ts';
import { clientAs } from './dealer.ts';

/** Nobody else signs in with it. */
const ACCOUNT = 'mersey';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Base32 (RFC 4648) of a key as it stands on the screen. */
const bytesOf = (key: string): Buffer => {
  const letters = [...key.replaceAll(/\s/g, '')];
  const bits = letters.map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/[01]{8}/g)!.map((octet) => Number.parseInt(octet, 2)));
};

it('a second step is set up with the key on the screen, asked for at the next sign-in, and turned off', async () => {
  const { page, close } = await openPage(browser);
  await page.goto('/personalCenter/userSettings/security');
  await signIn(page, ACCOUNT);
  await page.getByRole('button', { name: 'Set up the second step' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await dialog.getByRole('img', { name: 'QR code of the key for the app' }).waitFor();
  await expectAccessible(page);
  const key = bytesOf(await dialog.locator('bdi').innerText());
  await dialog.getByRole('textbox', { name: 'Code of the app' }).fill(totpCode(key, totpStep(Date.now())));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('button', { name: 'I have kept them' }).waitFor();
  const codes = await dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
  expect(codes.length).toBe(10);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('This one').waitFor();
  await expectAccessible(page);

  await page.evaluate("localStorage.removeItem('sightline.token')");
  await page.goto('/help');
  await sendPassword(page, ACCOUNT);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill(codes[0]!);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('Who turns this off again?');
  await expectAccessible(page);
  expect(await codeOf(page, 'user.twoFactor.end', { password: PASSWORD, code: codes[1]! })).toBe(0);
  await close();
});

it('a passkey of the browser signs in without the password, or after it in place of a code; a picture is cut to a square, and stands in the bar', async () => {
  const { context, page, close } = await openPage(browser);
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/personalCenter/userSettings/security');
  await signIn(page, ACCOUNT);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Key of this test');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Key of this test').waitFor();
  await expectAccessible(page);

  await page.evaluate("localStorage.removeItem('sightline.token')");
  await page.goto('/personalCenter/userSettings/security');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  const remove = page.getByRole('button', { name: 'Remove · Key of this test' });
  await remove.waitFor();

  const { call } = await clientAs(ACCOUNT);
  const { key } = await call('user.twoFactor.begin', { password: PASSWORD });
  const { recoveryCodes } = await call('user.twoFactor.confirm', { code: totpCode(bytesOf(key), totpStep(Date.now())) });
  await page.evaluate("localStorage.removeItem('sightline.token')");
  await page.goto('/personalCenter/userSettings/security');
  await sendPassword(page, ACCOUNT);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await remove.waitFor();
  await call('user.twoFactor.end', { password: PASSWORD, code: recoveryCodes[0]! });
  await remove.click();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No passkeys yet').waitFor();

  await page.goto('/personalCenter/userSettings/personalData');
  const picture = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 200 });
    canvas.getContext('2d').fillRect(0, 0, 300, 200);
    return canvas.toDataURL('image/jpeg').split(',')[1];
  })()`);
  await page
    .getByLabel('File of the picture')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture, 'base64') });
  await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight');
  await dialog.getByRole('group', { name: /^Part of the picture/ }).press('ArrowLeft');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const inBar = (): Promise<number> =>
    page.evaluate<number>("document.querySelector('header button[aria-haspopup=menu] img')?.naturalWidth ?? 0");
  await until('the picture in the bar', async () => (await inBar()) === 256);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await until('the sign in its place', async () => (await inBar()) === 0);
  await close();
});
