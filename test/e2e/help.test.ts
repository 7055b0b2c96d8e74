import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage } from './browser.ts';
import { clientAs, newMainAccount, signInPages } from './dealer.ts';

const QUESTION = 'Can reports come by mail on the first of a month?';
const ANSWER = 'They will: the page says when it is there.';
const TITLE = 'Clips cannot be downloaded on Saturday';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('a question is asked, answered at the help desk and read; an announcement comes to the customers it is for, once', async () => {
  const dealer = await newMainAccount();
  const asker = await openPage(browser);
  await signInPages(asker.context, dealer);
  const { page } = asker;
  await page.goto('/help');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await page.getByText('Question is required').waitFor();
  await page.getByText('Suggestion', { exact: true }).click();
  const field = page.getByRole('form', { name: 'Ask a question' }).getByRole('textbox');
  await field.fill(QUESTION);
  await page.getByText(`${QUESTION.length} / 200`).waitFor();
  await send.click();
  await page.getByText('Waiting for an answer').waitFor();
  // Four more wait for an answer; a sixth question is not taken, and what was typed stays.
  for (const n of [2, 3, 4, 5]) await dealer.call('faq.add', { type: 1, question: `Question ${n}` });
  await page.getByText('Other', { exact: true }).click();
  await field.fill('Question 6');
  await send.click();
  await page.getByRole('alert').getByText(/5/).first().waitFor();
  expect(await field.inputValue()).toBe('Question 6');
  await expectAccessible(page);

  const staff = await openPage(browser);
  const admin = await clientAs('admin');
  await signInPages(staff.context, admin);
  await staff.page.goto('/helpDesk');
  const row = staff.page.getByRole('row').filter({ hasText: dealer.account }).filter({ hasText: QUESTION });
  await row
    .getByRole('button', { name: /^Answer/ })
    .first()
    .click();
  const dialog = staff.page.getByRole('dialog');
  await dialog.getByText(QUESTION).waitFor();
  await dialog.getByRole('textbox', { name: 'Answer' }).fill(ANSWER);
  await dialog.getByRole('button', { name: 'Answer', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await expectAccessible(staff.page);
  await staff.close();
  const nowMs = Date.now();
  await admin.call('announcement.staff.save', {
    titleEn: TITLE,
    titleZh: TITLE,
    contentEn: 'The disks are changed.',
    contentZh: 'The disks are changed.',
    startTime: new Date(nowMs - 60_000).toISOString(),
    endTime: new Date(nowMs + 3_600_000).toISOString(),
    everyone: false,
    customerIds: dealer.customerId,
  });
  const competitor = await clientAs('pacificrim');
  expect((await competitor.call('announcement.list', {})).filter(({ title }) => title === TITLE)).toEqual([]);

  await page.reload();
  const news = page.getByRole('dialog', { name: 'News for you' });
  await news.getByText(TITLE).waitFor();
  await expectAccessible(page);
  await news.getByRole('button', { name: 'Got it' }).click();
  await news.waitFor({ state: 'detached' });
  await page.getByText(ANSWER).waitFor();
  await page.goto('/device');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await news.count()).toBe(0);
  await asker.close();
});
