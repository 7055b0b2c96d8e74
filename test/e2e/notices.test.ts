import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage } from './browser.ts';
import { newDealer, signInPages } from './dealer.ts';
import { openLine } from './line.ts';

const SOS = 0;
const OVERSPEED = 1;
const PARKING = 19;

/** Counts what is played: each tone begins once. */
const COUNT_TONES = `window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...times) { window.tones++; return start.apply(this, times); };`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it('alarms come as a dialog, a message or behind the bell; they are heard, looked at and judged, and told after a break', async () => {
  const { dealer, devices } = await newDealer(12);
  await dealer.call('user.alarm.setAlarmNoticeLevel', { alarmTypes: 'overspeed', noticeLevel: 2 });
  await dealer.call('user.alarm.sound.open', { alarmTypes: 'overspeed' });
  const line = await openLine();
  const { page, context, close } = await openPage(browser);
  await signInPages(context, dealer);
  await page.addInitScript(COUNT_TONES);
  await page.goto(`${line.url}/device`);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await bell.waitFor();
  const tones = (): Promise<number> => page.evaluate<number>('window.tones');

  // Whether the socket stands already or not: what was missed is told with its first answer.
  for (const device of devices) device.report(SOS);
  const dialog = page.getByRole('dialog', { name: '12 urgent alarms' });
  await dialog.waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(10);
  await dialog.getByText('and 2 more').waitFor();
  await expectAccessible(page);
  // Nobody has touched the page yet: it is silent, and the bell says so.
  await page.getByRole('button', { name: /^Notifications, 12 unread.*silent until you click/ }).waitFor();
  expect(await tones()).toBe(0);
  // No touch, for a browser: what unlocks the sound is the click that follows.
  await page.keyboard.press('Escape');

  await dialog.getByRole('button', { name: 'Minimise to a bell' }).click();
  const small = page.getByRole('button', { name: 'Open the dialog, 12 urgent alarms' });
  const place = async (): Promise<number[]> => {
    const box = await small.boundingBox();
    return [box?.x ?? NaN, box?.y ?? NaN];
  };
  const [x = NaN, y = NaN] = await place();
  await page.mouse.move(x + 20, y + 20);
  await page.mouse.down();
  await page.locator('[data-dragging]').waitFor();
  await page.mouse.move(320, 240, { steps: 4 });
  await page.mouse.up();
  await page.locator('[data-dragging]').waitFor({ state: 'detached' });
  expect(await place()).toEqual([300, 220]);
  await small.press('ArrowLeft');
  expect(await place()).toEqual([284, 220]);

  // A message, which now is heard, and a line behind the bell.
  devices[0]!.report(SOS, OVERSPEED);
  devices[1]!.report(SOS, PARKING);
  const toast = page.getByRole('status').filter({ hasText: 'Van 1' });
  await toast.getByText(/^overspeed$/i).waitFor();
  await page.getByRole('button', { name: 'Notifications, 14 unread', exact: true }).waitFor();
  expect(await tones()).toBeGreaterThan(0);

  await small.click();
  await dialog.getByRole('listitem').first().getByRole('button').click();
  const viewer = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: /^Invalid/ }) });
  await viewer.locator('canvas').first().waitFor();
  await viewer.getByText('Show address').click();
  await viewer.getByText(/Munich|München/).waitFor();
  await viewer.getByRole('button', { name: /^Invalid/ }).click();
  await viewer.getByText('Invalid', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await toast.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Close and clear' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();

  line.cut();
  devices[2]!.report();
  devices[2]!.report(SOS);
  await bell.click();
  await page.getByText('The connection to the server is interrupted', { exact: false }).waitFor();
  await page.keyboard.press('Escape');
  line.mend();
  // A browser says so as well when the network is back.
  await page.evaluate(`window.dispatchEvent(new Event('online'))`);
  const told = page.getByRole('dialog', { name: '1 urgent alarm' });
  await told.getByText('Van 3').waitFor();

  for (const device of devices) device.close();
  await close();
  line.close();
});
