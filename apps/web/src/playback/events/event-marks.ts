import { EVENT_KINDS, firstEventFrom, type EventKind, type TrackEvent } from './track-events.ts';

/** Half the size of a mark, px. */
export const MARK_PX = 4;

interface MarkStyle {
  readonly shape: 'diamond' | 'ring' | 'dot' | 'square' | 'begin' | 'end' | 'up' | 'down';
  readonly light: string;
  readonly dark: string;
}

/** Every kind has a shape of its own, so that colours are not needed to tell them apart. */
export const MARK_STYLES: Readonly<Record<EventKind, MarkStyle>> = {
  alarm: { shape: 'diamond', light: '#c0262d', dark: '#ef5b61' },
  contactLost: { shape: 'ring', light: '#545d69', dark: '#a6afba' },
  contactBack: { shape: 'dot', light: '#545d69', dark: '#a6afba' },
  locationType: { shape: 'square', light: '#96600c', dark: '#d9a03f' },
  tripBegan: { shape: 'begin', light: '#3f73b7', dark: '#5d92d8' },
  tripEnded: { shape: 'end', light: '#3f73b7', dark: '#5d92d8' },
  ignitionOn: { shape: 'up', light: '#1f9d55', dark: '#2fb56b' },
  ignitionOff: { shape: 'down', light: '#7b8794', dark: '#7b8794' },
};

type Context = Pick<
  CanvasRenderingContext2D,
  'beginPath' | 'moveTo' | 'lineTo' | 'closePath' | 'arc' | 'rect' | 'fill' | 'stroke' | 'fillStyle' | 'strokeStyle' | 'lineWidth'
>;

/** Corners of the shapes with straight sides, in half sizes around the middle. */
const CORNERS: Readonly<Partial<Record<MarkStyle['shape'], readonly (readonly [x: number, y: number])[]>>> = {
  diamond: [
    [0, -1.25],
    [1.25, 0],
    [0, 1.25],
    [-1.25, 0],
  ],
  square: [
    [-0.8, -0.8],
    [0.8, -0.8],
    [0.8, 0.8],
    [-0.8, 0.8],
  ],
  begin: [
    [-0.6, -1],
    [1, 0],
    [-0.6, 1],
  ],
  end: [
    [0.6, -1],
    [-1, 0],
    [0.6, 1],
  ],
  up: [
    [0, -1],
    [0.9, 0.7],
    [-0.9, 0.7],
  ],
  down: [
    [0, 1],
    [0.9, -0.7],
    [-0.9, -0.7],
  ],
};

/** Draws the mark of a kind around a point. */
export const drawMark = (c: Context, kind: EventKind, theme: 'light' | 'dark', x: number, y: number): void => {
  const style = MARK_STYLES[kind];
  const corners = CORNERS[style.shape];
  c.beginPath();
  if (corners) {
    for (const [dx, dy] of corners) c.lineTo(x + dx * MARK_PX, y + dy * MARK_PX);
    c.closePath();
  } else c.arc(x, y, style.shape === 'ring' ? 3 : 3.4, 0, Math.PI * 2);
  if (style.shape === 'ring') {
    c.lineWidth = 1.6;
    c.strokeStyle = style[theme];
    c.stroke();
    return;
  }
  c.fillStyle = style[theme];
  c.fill();
};

/** Events of a span to be drawn: of those that share a column of {@link MARK_PX} the most urgent, urgent ones last. */
export const marksOf = (events: readonly TrackEvent[], fromMs: number, toMs: number, width: number): TrackEvent[] => {
  const byColumn = new Map<number, TrackEvent>();
  const urgency = (one: TrackEvent): number => EVENT_KINDS.indexOf(one.kind);
  for (let i = firstEventFrom(events, fromMs); i < events.length; i++) {
    const one = events[i] as TrackEvent;
    if (one.atMs > toMs) break;
    const column = Math.floor((((one.atMs - fromMs) / (toMs - fromMs)) * width) / MARK_PX);
    const other = byColumn.get(column);
    if (other === undefined || urgency(one) < urgency(other)) byColumn.set(column, one);
  }
  return [...byColumn.values()].sort((a, b) => urgency(b) - urgency(a));
};
