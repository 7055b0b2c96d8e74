/** Longest edge in pixels and longest data URL in characters; the contract's limits are a little above. */
export interface PictureLimit {
  readonly maxEdge: number;
  readonly maxLength: number;
}

export const LOGO: PictureLimit = { maxEdge: 480, maxLength: 140_000 };
export const ICON: PictureLimit = { maxEdge: 128, maxLength: 140_000 };
export const SIGN_IN_PICTURE: PictureLimit = { maxEdge: 1600, maxLength: 540_000 };

/** What may be chosen. A drawing in SVG can carry programs: it is not among them. */
export const PICTURE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];

/** Width and height with the same shape and no edge above the limit, at least one pixel. */
export const fitInto = (width: number, height: number, maxEdge: number): { readonly width: number; readonly height: number } => {
  const share = Math.min(1, maxEdge / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
};

const drawn = (picture: ImageBitmap, maxEdge: number): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, fitInto(picture.width, picture.height, maxEdge));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
};

/**
 * Draws a picture anew, as small as the limit wants it: what else was in its file (place, camera, comments) is gone. Null for what is none, or
 * cannot be made small enough.
 */
export const shrinkPicture = async (file: File, { maxEdge, maxLength }: PictureLimit): Promise<string | null> => {
  if (!PICTURE_TYPES.includes(file.type)) return null;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  try {
    // Without loss first, because of letters and transparent grounds; photographs are too long for that.
    for (let edge = maxEdge; edge >= 32; edge = Math.floor(edge * 0.75)) {
      const canvas = drawn(picture, edge);
      const tries = [canvas.toDataURL('image/png'), canvas.toDataURL('image/webp', 0.85)];
      const short = tries.find((url) => url.length <= maxLength && /^data:image\/(png|webp);base64,/.test(url));
      if (short !== undefined) return short;
    }
    return null;
  } finally {
    picture.close();
  }
};
