import { LIVE_STATUS_NAMES, type LiveStatusName } from '../../live/live-status.ts';
import { paintAlarm } from './paint-alarm.ts';
import { kindColour, MARKER_SHAPES, type MarkerShape } from './marker-kinds.ts';

/** Side of a marker's picture, CSS px. */
export const MARKER_PX = 34;
type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Paths around 0,0 in CSS px, pointing north. */
const glyphs: Readonly<Record<MarkerShape, (context: Context, ink: string) => void>> = {
  arrow: (c) => {
    c.beginPath();
    c.moveTo(0, -7.5);
    c.lineTo(5.8, 6);
    c.lineTo(0, 3);
    c.lineTo(-5.8, 6);
    c.closePath();
    c.fill();
  },
  bars: (c) => {
    c.fillRect(-4, -4.5, 3, 9);
    c.fillRect(1, -4.5, 3, 9);
  },
  square: (c) => c.fillRect(-4, -4, 8, 8),
  slash: (c, ink) => {
    c.strokeStyle = ink;
    c.lineWidth = 2.2;
    c.lineCap = 'round';
    c.beginPath();
    c.moveTo(-4, 4);
    c.lineTo(4, -4);
    c.stroke();
  },
  ring: (c, ink) => {
    c.strokeStyle = ink;
    c.lineWidth = 2;
    c.beginPath();
    c.arc(0, 0, 3, 0, Math.PI * 2);
    c.stroke();
  },
};

const body = (c: Context, shape: MarkerShape): void => {
  c.beginPath();
  if (shape === 'square') c.roundRect(-10, -10, 20, 20, 5);
  else if (shape === 'bars') c.roundRect(-11, -11, 22, 22, 8);
  else c.arc(0, 0, shape === 'ring' ? 9 : shape === 'arrow' ? 12 : 11, 0, Math.PI * 2);
};

/** A small beak on the rim shows the course of devices that do not move. */
const beak = (c: Context): void => {
  c.beginPath();
  c.moveTo(0, -16.5);
  c.lineTo(4.5, -11);
  c.lineTo(-4.5, -11);
  c.closePath();
};

const shadow = (c: Context): void => {
  c.shadowColor = 'rgb(0 0 0 / 35%)';
  c.shadowBlur = 3;
  c.shadowOffsetY = 1;
};

const nameOf = (status: number): LiveStatusName => LIVE_STATUS_NAMES[status] ?? 'inactive';

const paintBody = (c: Context, status: number, theme: 'light' | 'dark'): void => {
  const name = nameOf(status);
  const shape = MARKER_SHAPES[name];
  const colour = kindColour(name);
  const paper = theme === 'dark' ? '#11181f' : '#ffffff';
  const hollow = shape === 'ring' || shape === 'slash';
  shadow(c);
  body(c, shape);
  c.fillStyle = hollow ? paper : colour;
  c.fill();
  c.shadowColor = 'transparent';
  c.lineWidth = 2;
  c.strokeStyle = hollow ? colour : paper;
  if (shape === 'ring') c.setLineDash([3, 2.5]);
  c.stroke();
  c.setLineDash([]);
  const ink = hollow ? colour : '#ffffff';
  c.fillStyle = ink;
  glyphs[shape](c, ink);
};

const paintBeak = (c: Context, status: number): void => {
  shadow(c);
  beak(c);
  c.fillStyle = kindColour(nameOf(status));
  c.fill();
};

/** Whether the sign itself turns with the course; the others stay upright (a turned square would read as a diamond). */
export const turns = (status: number): boolean => MARKER_SHAPES[nameOf(status)] === 'arrow';

/** Whether a beak shows the last course: not for devices whose course says nothing any more. */
export const hasBeak = (status: number): boolean => ['bars', 'square'].includes(MARKER_SHAPES[nameOf(status)]);

/** Pictures of markers at the screen's density, each drawn once. */
export class MarkerPictures {
  private readonly cache = new Map<string, ImageBitmap>();

  constructor(
    readonly theme: 'light' | 'dark',
    readonly pixelRatio: number,
  ) {}

  body(status: number): ImageBitmap {
    return this.get(`body${status}`, (context) => paintBody(context, status, this.theme));
  }

  beak(status: number): ImageBitmap {
    return this.get(`beak${status}`, (context) => paintBeak(context, status));
  }

  alarm(): ImageBitmap {
    return this.get('alarm', (context) => paintAlarm(context, this.theme));
  }

  private get(key: string, paint: (context: OffscreenCanvasRenderingContext2D) => void): ImageBitmap {
    const known = this.cache.get(key);
    if (known) return known;
    const side = Math.ceil(MARKER_PX * this.pixelRatio);
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext('2d');
    if (context) {
      context.scale(this.pixelRatio, this.pixelRatio);
      context.translate(MARKER_PX / 2, MARKER_PX / 2);
      paint(context);
    }
    const picture = canvas.transferToImageBitmap();
    this.cache.set(key, picture);
    return picture;
  }
}
