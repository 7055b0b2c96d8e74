import { BASEMAP_PALETTES } from '../basemap/palettes.ts';
import { latToY, lonToX, xToLon, yToLat } from '../mercator.ts';
import { toPixelX, toPixelY, toWorldX, toWorldY, type Camera } from './camera.ts';

/** Steps of the degree grid; the widest that leaves lines at least {@link MIN_GAP_PX} apart is taken. */
const STEPS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30];
const MIN_GAP_PX = 110;

/** Step in degrees for a picture with this many pixels per world unit. */
export const gridStep = (scale: number): number => STEPS.find((step) => (step / 360) * scale >= MIN_GAP_PX) ?? 30;

/** A coordinate with just the decimals that the step needs. */
export const gridLabel = (degrees: number, step: number, positive: string, negative: string): string => {
  const decimals = step >= 1 ? 0 : Math.min(4, Math.ceil(-Math.log10(step) - 1e-9));
  const text = Math.abs(degrees).toFixed(decimals);
  return `${text}°${Number(text) === 0 ? '' : degrees > 0 ? positive : negative}`;
};

const wrapLon = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180;

/** A quiet grid of degrees with figures at the start and the top edge: the ground where the outline says little. */
export const drawGraticule = (context: CanvasRenderingContext2D, camera: Camera, theme: 'light' | 'dark'): void => {
  const palette = BASEMAP_PALETTES[theme];
  const step = gridStep(camera.scale);
  context.strokeStyle = palette.grid;
  context.lineWidth = 1;
  context.font = '10px system-ui, sans-serif';
  context.fillStyle = palette.gridText;
  context.beginPath();
  const labels: { text: string; x: number; y: number }[] = [];
  const east = xToLon(toWorldX(camera, camera.width));
  for (let i = Math.ceil(xToLon(toWorldX(camera, 0)) / step); i * step <= east; i++) {
    const x = Math.round(toPixelX(camera, lonToX(i * step))) + 0.5;
    context.moveTo(x, 0);
    context.lineTo(x, camera.height);
    labels.push({ text: gridLabel(wrapLon(i * step), step, 'E', 'W'), x: x + 4, y: 12 });
  }
  const north = Math.min(85, yToLat(toWorldY(camera, 0)));
  for (let i = Math.ceil(Math.max(-85, yToLat(toWorldY(camera, camera.height))) / step); i * step <= north; i++) {
    const y = Math.round(toPixelY(camera, latToY(i * step))) + 0.5;
    context.moveTo(0, y);
    context.lineTo(camera.width, y);
    labels.push({ text: gridLabel(i * step, step, 'N', 'S'), x: 5, y: y - 4 });
  }
  context.stroke();
  for (const label of labels) if (label.y > 20 || label.x > 60) context.fillText(label.text, label.x, label.y);
};
