/**
 * The ways of a picture to the screen, best first:
 *
 * - `track`: WebCodecs, then a generated track in a `<video>`
 * - `canvas`: WebCodecs, then a canvas that a worker draws on
 * - `mse`: fragments of MP4 for MediaSource; the only way on a page of plain http
 */
export const PICTURE_PATHS = ['track', 'canvas', 'mse'] as const;
export type PicturePath = (typeof PICTURE_PATHS)[number];

/** What the browser has. */
export interface BrowserParts {
  /** WebCodecs, and a decoder for H.264 in it. */
  readonly webCodecs: boolean;
  readonly trackGenerator: boolean;
  readonly offscreenCanvas: boolean;
  readonly mediaSource: boolean;
}

/** The ways that can work here, best first. */
export const pathsOf = (parts: BrowserParts): readonly PicturePath[] =>
  PICTURE_PATHS.filter((path) => {
    if (path === 'mse') return parts.mediaSource;
    return parts.webCodecs && (path === 'track' ? parts.trackGenerator : parts.offscreenCanvas);
  });

/** Constrained baseline at level 3: what every camera can do. */
export const PROBE = { codec: 'avc1.42e01e', codedWidth: 352, codedHeight: 288 } as const;

declare global {
  interface Window {
    /** Chromium; the standard's VideoTrackGenerator lives in workers and is not there yet. */
    readonly MediaStreamTrackGenerator?: new (init: {
      kind: 'video';
    }) => MediaStreamTrack & { readonly writable: WritableStream<VideoFrame> };
  }
}

const decodesH264 = async (): Promise<boolean> => {
  if (!('VideoDecoder' in window)) return false;
  try {
    return (await VideoDecoder.isConfigSupported(PROBE)).supported === true;
  } catch {
    return false;
  }
};

let probed: Promise<readonly PicturePath[]> | null = null;

/** Asks the browser once. */
export const probePaths = (): Promise<readonly PicturePath[]> =>
  (probed ??= (async () =>
    pathsOf({
      webCodecs: await decodesH264(),
      trackGenerator: window.MediaStreamTrackGenerator !== undefined,
      offscreenCanvas: 'transferControlToOffscreen' in HTMLCanvasElement.prototype,
      mediaSource: canMediaSource(`video/mp4; codecs="${PROBE.codec}"`),
    }))());

/** Whether MediaSource takes this type. */
export const canMediaSource = (mime: string): boolean => 'MediaSource' in window && MediaSource.isTypeSupported(mime);

/** WebCodecs and talking need https; figures of the page say why something is missing. */
export const isPlainHttp = (): boolean => !window.isSecureContext;
