import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from './console.ts';

/** The picture element of a tile of the wall, in the words of the page. */
const element = (tile: number): string => `[...document.querySelectorAll('[data-place="${tile}"] :is(video, canvas)')].at(-1)`;

/** What a tile shows, as a sum over its pixels; '' before the first picture. */
export const pixelsOf = (page: Page, tile: number): Promise<string> =>
  page.evaluate<string>(`(() => {
    const shown = ${element(tile)};
    const width = shown?.videoWidth ?? shown?.width ?? 0;
    const height = shown?.videoHeight ?? shown?.height ?? 0;
    if (width === 0 || height === 0) return '';
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d');
    context.drawImage(shown, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    let sum = 0;
    let bright = 0;
    for (let i = 0; i < data.length; i += 4) {
      sum = (sum * 31 + data[i] + data[i + 1] * 3 + data[i + 2] * 7) % 2147483647;
      bright += data[i + 1];
    }
    // A black picture is none.
    return bright < 1000 ? '' : width + 'x' + height + ':' + sum;
  })()`);

/** Waits until a tile has shown `count` different pictures. */
export async function seesPictures(page: Page, tile: number, count = 3): Promise<readonly string[]> {
  const seen = new Set<string>();
  await until(`${count} different pictures in tile ${tile + 1}`, async () => {
    const pixels = await pixelsOf(page, tile);
    if (pixels !== '') seen.add(pixels);
    return seen.size >= count;
  });
  return [...seen];
}

/** Pictures that a `<video>` has shown. */
export const framesShown = (page: Page, tile: number): Promise<number> =>
  page.evaluate<number>(`${element(tile)}?.getVideoPlaybackQuality?.().totalVideoFrames ?? 0`);

/** By which way the tile is played: the element's kind, and whether it has a track or an address. */
export const wayOf = (page: Page, tile: number): Promise<string> =>
  page.evaluate<string>(`(() => {
    const shown = ${element(tile)};
    return shown === undefined ? 'none' : shown.tagName === 'CANVAS' ? 'canvas' : shown.srcObject ? 'track' : 'mse';
  })()`);

/** The tiles do not move while what they show changes. */
export async function placesOf(page: Page): Promise<readonly string[]> {
  const places = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-place]')].map((e) => { const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height].map(Math.round).join(); })`,
  );
  expect(places.length).toBeGreaterThan(0);
  return places;
}
