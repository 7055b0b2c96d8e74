import { AVATAR_LIMITS } from '@sightline/contract';
import { squareOf, type Crop } from './crop.ts';

/** Why a file is not taken. */
export type PictureTrouble = 'noJpeg' | 'tooLarge' | 'broken';

/** ITU-T T.81, B.1.1.3: SOI and the first byte of the next marker. */
const JPEG = [0xff, 0xd8, 0xff];
/** Edge of what is uploaded, pixels: enough for the largest place on a screen with two pixels in one. */
export const UPLOADED_EDGE = 256;
const QUALITY = 0.9;

/** The picture in a file that somebody chose, turned as its camera was held; else why it is not taken. */
export const openPicture = async (file: Blob): Promise<ImageBitmap | PictureTrouble> => {
  if (file.size > AVATAR_LIMITS.maxBytes) return 'tooLarge';
  const head = new Uint8Array(await file.slice(0, JPEG.length).arrayBuffer());
  if (JPEG.some((octet, i) => head[i] !== octet)) return 'noJpeg';
  return await createImageBitmap(file).catch(() => 'broken' as const);
};

/** Draws the square of a picture. */
export const drawSquare = (canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void => {
  const context = canvas.getContext('2d');
  const { left, top, edge } = squareOf(picture, crop);
  if (context === null) return;
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, edge, edge, 0, 0, canvas.width, canvas.height);
};

/** The square as a JPEG of its own: only pixels go on, nothing else that was in the file. */
export const jpegOf = async (picture: ImageBitmap, crop: Crop): Promise<Blob> => {
  const canvas = document.createElement('canvas');
  canvas.width = UPLOADED_EDGE;
  canvas.height = UPLOADED_EDGE;
  drawSquare(canvas, picture, crop);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/jpeg', QUALITY);
  });
};
