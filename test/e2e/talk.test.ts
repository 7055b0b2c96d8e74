import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ERROR_CODE } from '@sightline/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toneShare } from '../dev-env/tone.ts';
import { expectAccessible, launchBrowser, openPage } from './browser.ts';
import { codeOf, signIn, until } from './console.ts';

/** A device of the demonstration whose cab has a loudspeaker and a microphone that hears it. */
const CAMERA = { deviceId: '100000000056', channelId: 1 };
const WALL = '/video/live?size=1&tiles=100000000056.1.1';
const TONE_HZ = 1_000;
const OTHER_HZ = 1_600;
const WAV_RATE = 48_000;

/** A file of one second: 600 ms of a tone, then silence. Browsers take what never changes for noise of the room. */
function toneFile(): Buffer {
  const samples = Int16Array.from({ length: WAV_RATE }, (_, i) =>
    i < WAV_RATE * 0.6 ? Math.round(12_000 * Math.sin((2 * Math.PI * TONE_HZ * i) / WAV_RATE)) : 0,
  );
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(WAV_RATE, 24);
  head.writeUInt32LE(WAV_RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
}

/** Keeps what the page gives to its loudspeaker: the last second, 8000 samples. */
const LISTENER = `
  window.heard = [];
  const { copyToChannel } = AudioBuffer.prototype;
  AudioBuffer.prototype.copyToChannel = function (samples, ...more) {
    window.heard.push(...Array.from(samples, (sample) => sample * 32768));
    window.heard.splice(0, window.heard.length - 8000);
    return copyToChannel.call(this, samples, ...more);
  };`;

/** The tenth of a second of what was heard last that is most of all the tone, how much of it is another one, and how loud all of it is. */
async function heard(page: Page): Promise<{ tone: number; other: number; loudest: number }> {
  const samples = await page.evaluate<number[]>('window.heard');
  const parts = Array.from({ length: Math.floor(samples.length / 800) }, (_, i) => samples.slice(i * 800, (i + 1) * 800));
  const [best = []] = parts.toSorted((a, b) => toneShare(b, TONE_HZ) - toneShare(a, TONE_HZ));
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return { tone: toneShare(best, TONE_HZ), other: toneShare(best, OTHER_HZ), loudest };
}

describe('a talk with a device', () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'sightline-tone-'));
    const file = path.join(folder, 'tone.wav');
    writeFileSync(file, toneFile());
    browser = await launchBrowser([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-audio-capture=${file}`,
    ]);
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('carries a tone from the microphone to the cab and back, and nothing while it is muted', async () => {
    const { page, close } = await openPage(browser);
    await page.addInitScript(LISTENER);
    await page.goto(WALL);
    await signIn(page, 'alpenblick');

    // The microphone is tried first.
    await page.getByRole('button', { name: 'Microphone', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Microphone' });
    await dialog.getByText('Speak: the bar turns green').waitFor();
    await until('a level', async () => Number(await dialog.getByRole('meter').getAttribute('aria-valuenow')) > 35);
    await dialog.getByRole('button', { name: 'Record and play back' }).click();
    await dialog.getByText('This is how you sound').waitFor();
    expect((await heard(page)).tone).toBeGreaterThan(0.8);
    await expectAccessible(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.evaluate('window.heard.length = 0');

    await page.keyboard.press('t');
    const talk = page.getByRole('group', { name: /^Talk with Actros 01/ });
    await talk.getByText('The microphone is open').waitFor();
    await until('the tone, out of the cab', async () => (await heard(page)).tone > 0.8);
    expect((await heard(page)).other).toBeLessThan(0.05);
    expect(await codeOf(page, 'audio.talk', CAMERA)).toBe(ERROR_CODE.channelBusy);
    await expectAccessible(page, '[data-wall]');

    await talk.getByRole('button', { name: 'Mute the microphone' }).click();
    await talk.getByText('The microphone is closed').waitFor();
    await until('silence', async () => (await heard(page)).loudest < 200);

    await page.keyboard.press('t');
    await talk.waitFor({ state: 'detached' });
    await until('the device is free', async () => (await codeOf(page, 'audio.talk', CAMERA)) === 0);
    await close();
  });
});
