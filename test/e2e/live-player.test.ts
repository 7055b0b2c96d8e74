import { fromHex } from '@sightline/codec';
import { annexB, WIRE_TYPE, type WireFrame } from '@sightline/media';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { captureFrames } from '../../packages/media/test/capture-frames.ts';
import { launchBrowser, openPage } from './browser.ts';
import { signIn, until } from './console.ts';
import { framesShown, placesOf, seesPictures, wayOf } from './live-video.ts';
import { play, standInForMedia, type MediaStandIn, type StandInViewer } from './media-stand-in.ts';

/** Pictures of a real camera, whole groups of them. */
const CAPTURE = captureFrames('glaciall-tcpdump-174s', 400);
const FRAMES = CAPTURE.slice(
  0,
  CAPTURE.findLastIndex((frame) => frame.key),
);
/** Made by x265: what Chromium as Debian builds it does not decode. */
const H265: WireFrame = {
  type: WIRE_TYPE.h265,
  key: true,
  afterGap: false,
  number: 0,
  timestampMs: 0,
  data: annexB(
    [
      '40010c01ffff016000000300900000030000030078959809',
      '420101016000000300900000030000030078a003c08010e596566924caf0168080000003008000000504',
      '4401c172b46240',
      '2601af0980',
    ].map(fromHex),
  ),
};
/** A device with cameras of the tenant, channel 1, the sub stream. */
const WALL = '/video/live?size=1&tiles=100000000056.1.1';
/** Names of this machine that the browser trusts, and one that it does not, as any name of plain http. */
const TRUSTED = 'localhost';
const PLAIN = 'plain.test';

describe("the browser's player over a camera's frames", () => {
  let browser: Browser;
  let media: MediaStandIn;
  let onViewer: (viewer: StandInViewer) => void;
  beforeAll(async () => {
    browser = await launchBrowser([`--host-resolver-rules=MAP ${PLAIN} 127.0.0.1`]);
    media = await standInForMedia(inject('baseUrl'), (viewer) => onViewer(viewer));
  });
  afterAll(async () => {
    await browser.close();
    await media.close();
  });

  const openWall = async (host: string, prepare: (page: Page) => Promise<unknown> = async () => undefined) => {
    const opened = await openPage(browser);
    await prepare(opened.page);
    await opened.page.goto(`http://${host}:${media.port}${WALL}`);
    await signIn(opened.page, 'alpenblick');
    return opened;
  };

  it.each([
    ['track', TRUSTED, ''],
    ['canvas', TRUSTED, 'delete window.MediaStreamTrackGenerator'],
    ['mse', PLAIN, ''],
  ])('shows them by %s', async (way, host, script) => {
    const viewers: StandInViewer[] = [];
    onViewer = (viewer) => {
      viewers.push(viewer);
      play(viewer, FRAMES);
    };
    const { page, close } = await openWall(host, (fresh) => fresh.addInitScript(script));
    const [first] = await seesPictures(page, 0, 5);
    expect(first).toMatch(/^352x288:/);
    expect(await wayOf(page, 0)).toBe(way);
    if (way !== 'canvas') {
      const before = await framesShown(page, 0);
      await until('fifty pictures more', async () => (await framesShown(page, 0)) >= before + 50);
      // MediaSource decodes some again after a jump; a track shows each once.
      if (way === 'track') expect(await framesShown(page, 0)).toBeLessThanOrEqual(viewers.reduce((sum, { sent }) => sum + sent, 0));
    }
    expect(await page.getByText('without https').count()).toBe(host === PLAIN ? 1 : 0);
    await close();
  });

  it('says which step failed, tries again by itself, and nothing moves meanwhile', async () => {
    let connections = 0;
    onViewer = (viewer) => {
      connections++;
      if (connections > 1) return play(viewer, FRAMES);
      viewer.say({ type: 'state', state: 'starting', codec: null });
      viewer.say({ type: 'end', failure: 'noPackets' });
      viewer.close(4000);
    };
    const { page, close } = await openWall(TRUSTED);
    await page.getByText('The device connected, but sent no video').waitFor();
    await page.getByText(/Next try in \d+ s/).waitFor();
    const places = await placesOf(page);
    await seesPictures(page, 0);
    expect(connections).toBe(2);
    expect(await placesOf(page)).toEqual(places);
    await close();
  });

  it('keeps the last picture when the stream breaks off', async () => {
    const viewers: StandInViewer[] = [];
    onViewer = (viewer) => {
      viewers.push(viewer);
      if (viewers.length === 1) play(viewer, FRAMES);
    };
    const { page, close } = await openWall(TRUSTED);
    await seesPictures(page, 0);
    viewers[0]!.close(1011);
    await page.getByText('The stream broke off').waitFor();
    expect((await seesPictures(page, 0, 1))[0]).toMatch(/^352x288:/);
    await close();
  });

  it('asks for the other stream when it cannot decode H.265, then to convert it, and says so when nothing helps', async () => {
    const asked: [stream: number, codec: string][] = [];
    onViewer = (viewer) => {
      asked.push([viewer.asked.bitstreamType, viewer.asked.codec ?? 'any']);
      viewer.say({ type: 'state', state: 'streaming', codec: 'h265' });
      viewer.send(H265);
    };
    const { page, close } = await openWall(TRUSTED);
    await page.getByText('cannot decode either stream').waitFor();
    expect(asked).toEqual([
      [1, 'any'],
      [0, 'any'],
      [1, 'h264'],
    ]);
    await close();
  });

  it('is heard only while its sound is on', async () => {
    const samples = new Uint8Array(8_000 * 2 * 0.066).map((_, i) => (i % 2 === 0 ? 0 : i % 64));
    onViewer = (viewer) =>
      play(viewer, FRAMES, (number, timestampMs) =>
        viewer.send({ type: WIRE_TYPE.pcm, key: true, afterGap: false, number, timestampMs, data: samples }),
      );
    const { page, close } = await openWall(TRUSTED, (fresh) =>
      fresh.addInitScript(`
        window.heard = 0;
        const { start } = AudioBufferSourceNode.prototype;
        AudioBufferSourceNode.prototype.start = function (...when) {
          window.heard++;
          return start.apply(this, when);
        };
      `),
    );
    const heard = (): Promise<number> => page.evaluate<number>('window.heard');
    await seesPictures(page, 0);
    expect(await heard()).toBe(0);
    await page.keyboard.press('m');
    await until('blocks of sound', async () => (await heard()) > 10);
    await page.getByRole('button', { name: 'Sound off' }).click();
    // What was on its way when it was switched off is soon over.
    await until('silence', async () => {
      const before = await heard();
      await seesPictures(page, 0, 10);
      return (await heard()) === before;
    });
    await close();
  });

  it('does not go on by itself where it may not', async () => {
    let connections = 0;
    onViewer = (viewer) => {
      connections++;
      viewer.say({ type: 'end', failure: 'permission' });
      viewer.close(4003);
    };
    const { page, close } = await openWall(TRUSTED);
    await page.getByText('You may not watch this camera any more').waitFor();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await until('the second connection', async () => connections === 2);
    await close();
  });
});
