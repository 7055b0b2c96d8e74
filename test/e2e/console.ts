import { ApiError, createClient, type InputOf, type OperationId } from '@sightline/contract';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { PASSWORD } from './experience.ts';

export { PASSWORD };

/** Signs in on the sign-in page that is open; resolves when the page has left it. */
export async function signIn(page: Page, account: string, password = PASSWORD): Promise<void> {
  await sendPassword(page, account, password);
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** The same up to whatever comes after the password. */
export async function sendPassword(page: Page, account: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'Account' }).fill(account);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the console as `account` and waits for its devices. */
export async function openConsole(page: Page, account: string, path = '/monitor'): Promise<void> {
  await page.goto(path);
  await signIn(page, account);
  await page.getByRole('option').first().waitFor();
}

/** The code with which the API answers the person who is signed in on the page; 0 = done. */
export async function codeOf<K extends OperationId>(page: Page, id: K, input: InputOf<K>): Promise<number> {
  const token = await page.evaluate<string | null>("localStorage.getItem('sightline.token')");
  const client = createClient({ baseUrl: inject('baseUrl'), getToken: () => token });
  return await client.call(id, input).then(
    () => 0,
    (error: unknown) => {
      if (error instanceof ApiError) return error.code;
      throw error;
    },
  );
}

/** The number that a status filter shows. */
export async function statusCount(page: Page, status: string): Promise<number> {
  const text =
    (await page.getByRole('radio', { name: new RegExp(`^${status} \\d+`) }).getAttribute('aria-label')) ??
    (await page.getByRole('radiogroup').innerText());
  const match = new RegExp(`${status}\\s+(\\d+)`).exec(text);
  expect(match, `${status} in '${text}'`).not.toBeNull();
  return Number(match![1]);
}

/** The numbers of several status filters, read one after the other. */
export async function statusCounts(page: Page, statuses: readonly string[]): Promise<number[]> {
  const counts: number[] = [];
  for (const status of statuses) counts.push(await statusCount(page, status));
  return counts;
}

/** Polls until `condition` holds; says what was waited for. */
export async function until(what: string, condition: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not within ${timeoutMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
