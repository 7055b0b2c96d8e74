import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, launchBrowser, openPage } from './browser.ts';
import { openConsole, signIn, until } from './console.ts';
import { pixelsOf, seesPictures } from './live-video.ts';

/** A device of the demonstration with four cameras, which the simulator plays. */
const DEVICE = { id: '100000000056', name: 'Actros 01' };
const PAGE = '/video/live';

describe('the live video of a device', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  it('plays all its cameras side by side, and gives pictures and films of them', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(PAGE);
    await signIn(page, 'alpenblick');
    await page.getByRole('treeitem', { name: new RegExp(DEVICE.name) }).dblclick();
    const tile = (number: number) => page.getByRole('group', { name: new RegExp(`^Tile ${number}: ${DEVICE.name}`) });
    for (const number of [1, 2, 3, 4]) {
      await tile(number).waitFor();
      expect((await seesPictures(page, number - 1))[0]).toMatch(/^352x288:/);
    }
    // The cameras are not the same one four times.
    expect(new Set(await Promise.all([0, 1, 2, 3].map((number) => pixelsOf(page, number)))).size).toBe(4);
    await page.waitForURL((url) => url.searchParams.get('tiles')?.split(',').length === 4);

    // The second tile by the keyboard, its picture as a file.
    await page.keyboard.press('2');
    const [snapshot] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')]);
    expect(snapshot.suggestedFilename()).toMatch(/^Actros_01-CH2-\d{8}-\d{6}\.png$/);
    const png = await readFile(await snapshot.path());
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 352, 288]);

    await page.keyboard.press('r');
    await tile(2)
      .getByText(/REC 0:0[4-9]/)
      .waitFor();
    const [film] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('r')]);
    expect(film.suggestedFilename()).toMatch(/^Actros_01-CH2-\d{8}-\d{6}\.mp4$/);
    const mp4 = await readFile(await film.path());
    expect(mp4.subarray(4, 8).toString()).toBe('ftyp');
    // The browser itself plays the file, and knows how long it is.
    const seconds = await page.evaluate<number>(`new Promise((resolve, reject) => {
      const film = document.createElement('video');
      film.onloadedmetadata = () => resolve(film.duration);
      film.onerror = () => reject(new Error(film.error.message));
      film.src = URL.createObjectURL(new Blob([Uint8Array.from(atob('${mp4.toString('base64')}'), (c) => c.charCodeAt(0))], { type: 'video/mp4' }));
    })`);
    expect(seconds).toBeGreaterThan(0.5);
    // And hears its channel's beep, which comes once a second.
    const loudest = await page.evaluate<number>(`(async () => {
      const bytes = Uint8Array.from(atob('${mp4.toString('base64')}'), (c) => c.charCodeAt(0));
      const sound = await new AudioContext().decodeAudioData(bytes.buffer);
      return sound.getChannelData(0).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    })()`);
    expect(loudest).toBeGreaterThan(0.1);

    await page.keyboard.press('i');
    await tile(2).getByText('WebCodecs, track').waitFor();
    await until('figures', async () => /[1-9]\d* kbit\/s/.test(await tile(2).innerText()));

    // The main stream is the bigger one.
    await tile(2)
      .getByRole('button', { name: /switch to the main stream/ })
      .click();
    await until('the main stream', async () => (await pixelsOf(page, 1)).startsWith('704x576'));
    await expectAccessible(page);

    await page.keyboard.press('Delete');
    await page.getByRole('group', { name: 'Tile 2: empty' }).waitFor();
    await close();
  });

  it('is dragged into a tile, kept under a name, and opened again', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(PAGE);
    await signIn(page, 'alpenblick');
    await page.getByRole('treeitem', { name: new RegExp(DEVICE.name) }).click();
    await page.getByRole('treeitem', { name: /CH3/ }).dragTo(page.locator('[data-place="2"]'));
    await seesPictures(page, 2, 2);
    await page.getByRole('button', { name: 'Saved walls' }).click();
    await page.getByRole('textbox', { name: 'Name of this wall' }).fill('Yard');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Yard', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close all' }).click();
    await page.getByRole('group', { name: 'Tile 3: empty' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Saved walls' }).click();
    await page.getByRole('button', { name: 'Yard', exact: true }).click();
    await seesPictures(page, 2, 2);
    await close();
  });

  it('is one click away from the console', async () => {
    const { page, close } = await openPage(browser, { appearance: 'dark' });
    await openConsole(page, 'alpenblick', `/monitor?device=${DEVICE.id}`);
    const card = page.getByRole('article', { name: `Details of ${DEVICE.name}` });
    await card.getByRole('button', { name: 'Live video' }).click();
    await page.waitForURL((url) => url.pathname === PAGE && (url.searchParams.get('tiles') ?? '').startsWith(`${DEVICE.id}.1.`));
    await seesPictures(page, 0, 2);
    await expectAccessible(page);
    await close();
  });
});
