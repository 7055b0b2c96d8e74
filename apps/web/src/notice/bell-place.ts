/** px from the window's top left. */
export interface Place {
  readonly x: number;
  readonly y: number;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}

export const BELL_PX = 48;
const EDGE_PX = 8;
const STEP_PX = 16;
const LEAP_PX = 96;

/** The nearest place at which the whole bell is in the window. */
export const placeInside = ({ x, y }: Place, { width, height }: Size): Place => ({
  x: Math.max(EDGE_PX, Math.min(x, width - BELL_PX - EDGE_PX)),
  y: Math.max(EDGE_PX, Math.min(y, height - BELL_PX - EDGE_PX)),
});

/** Where it is until somebody moves it: at the lower end corner, above what pages keep there. */
export const firstPlace = ({ width, height }: Size): Place =>
  placeInside({ x: width - BELL_PX - 24, y: height - BELL_PX - 96 }, { width, height });

/** Where an arrow key moves it, with shift by a leap; null for other keys. */
export const placeByKey = ({ x, y }: Place, key: string, isLeap: boolean): Place | null => {
  const px = isLeap ? LEAP_PX : STEP_PX;
  const step = { ArrowLeft: [-px, 0], ArrowRight: [px, 0], ArrowUp: [0, -px], ArrowDown: [0, px] }[key];
  return step === undefined ? null : { x: x + (step[0] as number), y: y + (step[1] as number) };
};
