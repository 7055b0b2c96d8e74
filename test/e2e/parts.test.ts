import type { Browser, Dialog, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage } from './browser.ts';
import { clientAs, signInPages } from './dealer.ts';
import { openLine } from './line.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const MISSING = { status: 404, contentType: 'text/plain', body: 'Not found' } as const;
/** A page of a later release: its entry script has another name. */
const LATER = { contentType: 'text/html', body: '<!doctype html><script type="module" src="/assets/index-later.js"></script>' } as const;
const isDocument = ({ pathname }: URL): boolean => pathname === '/';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('parts of the program that do not come are asked for again, or said to be missing; a new release is told and not forced', async () => {
  const line = await openLine();
  const { page, context, close } = await openPage(browser);
  await signInPages(context, await clientAs('alpenblick'));
  let loaded = 0;
  page.on('request', (request) => void (request.isNavigationRequest() && loaded++));
  await page.goto(`${line.url}/user`);
  await heading(page, 'Users').waitFor();

  // A script that is missing, for its preload and for itself, comes with the second try, and nobody notices.
  let scripts = 0;
  await page.route(/\/assets\/command-history-page-[^/]*\.js$/, (route) => (scripts++ < 2 ? route.fulfill(MISSING) : route.continue()));
  await page.getByRole('link', { name: 'Command history', exact: true }).click();
  await heading(page, 'Command history').waitFor();
  expect(scripts).toBe(3);

  // So do styles, whichever the page needs.
  const styles = new Map<string, number>();
  await page.route(/\/assets\/[^/]*\.css$/, (route) => {
    const { pathname } = new URL(route.request().url());
    const times = (styles.get(pathname) ?? 0) + 1;
    styles.set(pathname, times);
    return times === 1 ? route.fulfill(MISSING) : route.continue();
  });
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await heading(page, 'Customers').waitFor();
  await page.getByRole('button', { name: 'Add customer' }).waitFor();
  expect([...styles.keys()]).toContainEqual(expect.stringContaining('/customer-page-'));
  expect([...styles].filter(([, times]) => times !== 2)).toEqual([]);
  expect(
    await page.evaluate<number>(`[...document.querySelectorAll('link[rel=stylesheet]')].filter((l) => !l.sheet?.cssRules.length).length`),
  ).toBe(0);

  // A script that never comes: the page says so, and its button loads it.
  const devices = /\/assets\/device-page-[^/]*\.js$/;
  await page.route(devices, (route) => route.fulfill(MISSING));
  await page.getByRole('link', { name: 'Devices', exact: true }).click();
  await page.getByRole('heading', { name: 'A part of the page did not come' }).waitFor();
  await expectAccessible(page);
  expect(loaded).toBe(1);
  await page.unroute(devices);
  await page.getByRole('button', { name: 'Reload' }).click();
  await heading(page, 'Devices').waitFor();
  expect(loaded).toBe(2);

  // The server comes back with another release while somebody is typing.
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('button', { name: 'Add customer' }).click();
  const form = page.getByRole('dialog', { name: 'Add a customer' });
  const name = form.getByRole('textbox', { name: 'Customer name' });
  await name.fill('Half typed');
  await page.route(isDocument, (route) => route.fulfill(LATER));
  line.cut();
  await page.evaluate(`fetch('/gps').then(() => Promise.reject(new Error('not cut')), () => null)`);
  line.mend();
  await page.evaluate(`window.dispatchEvent(new Event('online'))`);
  const word = page.getByRole('alert').filter({ hasText: 'A new version was released' });
  await word.waitFor();
  expect(await name.inputValue()).toBe('Half typed');
  // A part that is gone with the old release says so in its place: the form stays.
  await page.route(/\/assets\/point-map-[^/]*\.js$/, (route) => route.fulfill(MISSING));
  await form.getByRole('button', { name: 'Pick on the map' }).click();
  const picker = page.getByRole('dialog', { name: 'Pick a place' });
  await picker.getByText('A new version was released', { exact: false }).waitFor();
  await picker.getByRole('button', { name: 'Cancel' }).click();
  await picker.waitFor({ state: 'detached' });
  expect([await name.inputValue(), loaded]).toEqual(['Half typed', 2]);

  // Reloading is up to the person, and asks before it loses anything.
  const asked: Dialog[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog);
    void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
  });
  await word.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => asked.map((dialog) => dialog.type())).toEqual(['beforeunload']);
  expect(await name.inputValue()).toBe('Half typed');
  await word.getByRole('button', { name: 'Reload' }).click();
  await heading(page, 'Customers').waitFor();
  expect(loaded).toBe(3);
  await close();
  line.close();
});
