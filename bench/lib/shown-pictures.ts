import { CELLS_ACROSS, CELLS_DOWN, readStrip, STRIP_LINES } from '@sightline/simulator/camera/clock-strip';
import type { Page } from 'playwright-core';

/** A picture on the screen of a page. Times are ms since 1970, on the one clock of the machine. */
export interface ShownPicture {
  /** When the camera drew it: read from the picture. */
  readonly drawnMs: number;
  /** When it is visible. */
  readonly shownMs: number;
}

/** What the page keeps of each picture: when it is visible, when its element was asked for, and the cells of its strip. */
interface Seen {
  readonly shownMs: number;
  readonly askedMs: number;
  readonly cells: string;
}

/**
 * Runs in a page: looks at every picture that a `<video>` shows, from the first one on. A picture is visible when the browser says, or when it
 * could be read, whichever is later. The strip is drawn into as many points as it has cells, without smoothing: the middle of each cell.
 */
const COLLECTOR = `(() => {
  if (window.seenPictures !== undefined) return;
  window.seenPictures = [];
  window.askedMs = 0;
  const ask = (event) => { window.askedMs = Date.now() - performance.now() + event.timeStamp; };
  document.addEventListener('click', ask, true);
  const strip = new OffscreenCanvas(${CELLS_ACROSS}, ${STRIP_LINES}).getContext('2d', { willReadFrequently: true });
  strip.imageSmoothingEnabled = false;
  const look = (video, askedMs) => video.requestVideoFrameCallback((now, { expectedDisplayTime }) => {
    const { videoWidth: width, videoHeight: height } = video;
    const top = (height * ${CELLS_DOWN - STRIP_LINES}) / ${CELLS_DOWN};
    strip.drawImage(video, 0, top, width, height - top, 0, 0, ${CELLS_ACROSS}, ${STRIP_LINES});
    const { data } = strip.getImageData(0, 0, ${CELLS_ACROSS}, ${STRIP_LINES});
    let cells = '';
    for (let i = 1; i < data.length; i += 4) cells += data[i] > 127 ? '1' : '0';
    const nowMs = performance.now();
    window.seenPictures.push({ shownMs: Date.now() - nowMs + Math.max(expectedDisplayTime, nowMs), askedMs, cells });
    look(video, askedMs);
  });
  const found = new WeakSet();
  const find = () => {
    for (const video of document.querySelectorAll('video')) {
      if (found.has(video)) continue;
      found.add(video);
      look(video, window.askedMs);
    }
  };
  new MutationObserver(find).observe(document, { childList: true, subtree: true });
  find();
})()`;

/** Begins to look at the pictures of a page; call it again for a page that was loaded anew. */
export const collectPictures = async (page: Page): Promise<void> => void (await page.evaluate(COLLECTOR));

const pictureOf = ({ shownMs, cells }: Seen): ShownPicture | null => {
  const strip = readStrip([...cells].map((cell) => cell === '1'));
  return strip === null ? null : { drawnMs: strip.timeMs, shownMs };
};

/** The pictures since the last call, in the order in which they were shown; such that cannot be read are left out and counted. */
export async function takePictures(page: Page): Promise<{ pictures: ShownPicture[]; unreadable: number }> {
  const seen = await page.evaluate<Seen[]>('window.seenPictures.splice(0)');
  const pictures = seen.flatMap((picture) => pictureOf(picture) ?? []);
  return { pictures, unreadable: seen.length - pictures.length };
}

/** What came of a click that opens a stream, ms from the click. */
export interface FirstPicture {
  /** Until something of the camera was visible. */
  readonly firstMs: number;
  /** Until the first picture that was not older than 300 ms: what was caught up with before is over. Null: none in five seconds. */
  readonly liveMs: number | null;
  /** Until the page asked for the address of the stream, and until it had it; null where it asks for none. */
  readonly askedMs: number | null;
  readonly addressMs: number | null;
}
const LIVE_MS = 300;
const LIVE_WITHIN_MS = 5_000;

/** The last call for an address, ms from the click. */
const LAST_CALL = `(() => {
  const call = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/v2/video/live/v3')).at(-1);
  performance.clearResourceTimings();
  const sinceClick = (ms) => Date.now() - performance.now() + ms - window.askedMs;
  return call === undefined ? null : { askedMs: sinceClick(call.startTime), addressMs: sinceClick(call.responseEnd) };
})()`;

/** Waits for the first picture of the stream that was clicked for last. */
export async function firstPicture(page: Page, timeoutMs = 20_000): Promise<FirstPicture> {
  const seen: Seen[] = [];
  for (const endMs = Date.now() + timeoutMs; Date.now() < endMs; await page.waitForTimeout(50)) {
    seen.push(...(await page.evaluate<Seen[]>('window.seenPictures.splice(0).filter((seen) => seen.askedMs === window.askedMs)')));
    const live = seen.find((one) => {
      const picture = pictureOf(one);
      return picture !== null && picture.shownMs - picture.drawnMs <= LIVE_MS;
    });
    const [first] = seen;
    if (first === undefined || (live === undefined && Date.now() - first.shownMs < LIVE_WITHIN_MS)) continue;
    const call = await page.evaluate<Pick<FirstPicture, 'askedMs' | 'addressMs'> | null>(LAST_CALL);
    const liveMs = live === undefined ? null : live.shownMs - live.askedMs;
    return { firstMs: first.shownMs - first.askedMs, liveMs, ...(call ?? { askedMs: null, addressMs: null }) };
  }
  throw new Error('no picture came');
}

export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  readonly count: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), max: at(1), count: sorted.length };
}

/** From the camera's drawing to the screen, ms. */
export const glassToGlass = (pictures: readonly ShownPicture[]): Spread =>
  spreadOf(pictures.map(({ shownMs, drawnMs }) => shownMs - drawnMs));
