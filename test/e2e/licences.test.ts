import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, openPage } from './browser.ts';
import { signIn } from './console.ts';
import { pick, rowOf } from './lists.ts';

const PATH = '/personalCenter/license/index';
/** Other runs on the same data must not meet these names. */
const stamp = Date.now().toString(36);

describe('licences', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it('the platform makes licences, whose codes can be taken away as a file, and locks and unlocks a batch', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(`${PATH}?tab=batches`);
    await signIn(page, 'admin');
    const remark = `for ${stamp}`;
    await page.getByRole('button', { name: 'Make licences' }).first().click();
    const form = page.getByRole('dialog', { name: 'Make licences' });
    await pick(page, form, 'Type', 'Annual');
    await form.getByRole('spinbutton', { name: 'Count' }).fill('3');
    await form.getByRole('textbox', { name: 'Remark' }).fill(remark);
    await form.getByRole('button', { name: 'Make licences' }).click();
    await form.waitFor({ state: 'detached' });
    const batch = rowOf(page, remark);
    const [download] = await Promise.all([page.waitForEvent('download'), batch.getByRole('button', { name: /^Download codes: / }).click()]);
    const codes = await new Response(
      await download.createReadStream().then((stream) => stream.toArray().then((parts) => Buffer.concat(parts))),
    ).text();
    expect(codes.trim().split(/\r\n/)).toHaveLength(3);
    expect(codes).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}\r\n/);

    await batch.getByRole('button', { name: /^Lock: / }).click();
    const question = page.getByRole('dialog', { name: /^Lock batch \d+ \(Annual\)\?$/ });
    await question.getByText('3 other licences can no longer be bound or handed on.').waitFor();
    await question.getByRole('textbox', { name: 'Reason' }).fill('not paid');
    await question.getByRole('button', { name: 'Lock' }).click();
    await batch.filter({ hasText: 'not paid' }).waitFor();
    await batch.getByRole('button', { name: /^Unlock: / }).click();
    await page
      .getByRole('dialog', { name: /^Unlock batch/ })
      .getByRole('button', { name: 'Unlock' })
      .click();
    await batch.filter({ hasText: 'Open' }).waitFor();
    await close();
  });

  it('opens for main accounts alone', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(PATH);
    await signIn(page, 'alpenblick.dispatch');
    await page.waitForURL('**/baseNoPermission?page=*');
    await close();
  });
});
