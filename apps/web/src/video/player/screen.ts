import type { PicturePath } from './paths.ts';
import type { PictureTarget } from './player-messages.ts';
import { MseFeed } from './mse-feed.ts';

/** The element that a stream is seen in, and the worker's end of it. */
export interface Screen {
  readonly path: PicturePath;
  readonly element: HTMLVideoElement | HTMLCanvasElement;
  readonly target: PictureTarget;
  /** Only for `mse`. */
  readonly feed: MseFeed | null;
  close(): void;
}

const videoElement = (): HTMLVideoElement => {
  const video = document.createElement('video');
  // Sound has a way of its own, so that pictures start without a click.
  video.muted = true;
  video.playsInline = true;
  video.autoplay = true;
  video.disablePictureInPicture = true;
  return video;
};

/** Makes the element of a path. A canvas that a worker draws on cannot be used twice, so every stream has its own. */
export const openScreen = (path: PicturePath, onFailure: () => void): Screen => {
  if (path === 'canvas') {
    const element = document.createElement('canvas');
    return { path, element, target: { path, canvas: element.transferControlToOffscreen() }, feed: null, close: () => element.remove() };
  }
  const element = videoElement();
  if (path === 'mse') {
    const feed = new MseFeed(element, onFailure);
    return {
      path,
      element,
      target: { path },
      feed,
      close: () => {
        feed.close();
        element.remove();
      },
    };
  }
  const track = new window.MediaStreamTrackGenerator!({ kind: 'video' });
  element.srcObject = new MediaStream([track]);
  return {
    path,
    element,
    target: { path, writable: track.writable },
    feed: null,
    close: () => {
      track.stop();
      element.srcObject = null;
      element.remove();
    },
  };
};

/** What is on screen as a PNG; `null` before the first picture. */
export const pictureOf = async (element: HTMLVideoElement | HTMLCanvasElement): Promise<Blob | null> => {
  const [width, height] = element instanceof HTMLVideoElement ? [element.videoWidth, element.videoHeight] : [element.width, element.height];
  if (width === 0 || height === 0) return null;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(element, 0, 0);
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
};
