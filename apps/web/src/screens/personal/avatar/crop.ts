/** What is taken of a picture: a square, by its middle in shares of the picture (0 to 1) and how much it is enlarged. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  /** 1: the largest square that fits. */
  readonly zoom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const MAX_ZOOM = 4;
export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };

const between = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** Length of an edge of the square, in pixels of the picture. */
const edgeOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom;

/** The nearest crop that lies within the picture. */
export const within = (size: Size, { x, y, zoom }: Crop): Crop => {
  const held = between(zoom, 1, MAX_ZOOM);
  const edge = edgeOf(size, held);
  const half = { x: edge / size.width / 2, y: edge / size.height / 2 };
  return { x: between(x, half.x, 1 - half.x), y: between(y, half.y, 1 - half.y), zoom: held };
};

/** The square in pixels of the picture. */
export const squareOf = (size: Size, crop: Crop): { readonly left: number; readonly top: number; readonly edge: number } => {
  const { x, y, zoom } = within(size, crop);
  const edge = edgeOf(size, zoom);
  return { left: x * size.width - edge / 2, top: y * size.height - edge / 2, edge };
};

/** Moves the square by shares of its own edge. */
export const moved = (size: Size, crop: Crop, right: number, down: number): Crop => {
  const edge = edgeOf(size, crop.zoom);
  return within(size, { ...crop, x: crop.x + (right * edge) / size.width, y: crop.y + (down * edge) / size.height });
};
