import { escapeXml, fromUnit, plainNumber, type Measures } from '@sightline/domain';
import type { AlarmTrackPoint } from './alarm.service.ts';

const WIDTH = 720;
const HEIGHT = 420;
const MARGIN = 36;
/** Length of the bar that tells the scale, in the unit of what is near. */
const BAR = { m: 100, foot: 300 } as const;

const frame = (label: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui,sans-serif" font-size="12">` +
  `<title>${escapeXml(label)}</title><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>${content}</svg>\n`;

type Scale = (value: number) => number;

/** Spreads values over a stretch of the picture. */
function scaleOf(values: readonly number[], from: number, to: number): Scale {
  const min = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const span = Math.max(values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY) - min, 1e-9);
  return (value) => from + ((value - min) / span) * (to - from);
}

const polyline = (points: readonly (readonly [number, number])[], colour: string): string =>
  `<polyline fill="none" stroke="${colour}" stroke-width="3" stroke-linejoin="round" points="${points.map(([x, y]) => `${plainNumber(x, 1)},${plainNumber(y, 1)}`).join(' ')}"/>`;

const mark = (x: number, y: number, label: string): string =>
  `<circle cx="${plainNumber(x, 1)}" cy="${plainNumber(y, 1)}" r="7" fill="#c0262d" stroke="#fff" stroke-width="2"/>` +
  `<text x="${plainNumber(Math.min(x + 12, WIDTH - 160), 1)}" y="${plainNumber(Math.max(y - 10, 16), 1)}" fill="#1a1a1a">${escapeXml(label)}</text>`;

interface Place {
  readonly lat: number;
  readonly lon: number;
}

/** The track as a picture, north up, with the place of the alarm; a bar says how long 100 m are, or 300 ft. */
export function trackPicture(points: readonly AlarmTrackPoint[], alarm: Place | null, { choice, text }: Measures, label: string): string {
  const all: readonly Place[] = alarm ? [...points, alarm] : points;
  if (all.length === 0) return frame(label, '');
  const narrow = Math.cos((all[0]!.lat * Math.PI) / 180);
  const xs = all.map((p) => p.lon * narrow);
  const ys = all.map((p) => p.lat);
  const range = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
  // One scale for both, or a straight road would be as wide as it is long.
  const perDegree = Math.min((WIDTH - 2 * MARGIN) / Math.max(range(xs), 1e-5), (HEIGHT - 2 * MARGIN) / Math.max(range(ys), 1e-5));
  const place = (p: Place): [number, number] => [
    WIDTH / 2 + (p.lon * narrow - (Math.max(...xs) + Math.min(...xs)) / 2) * perDegree,
    HEIGHT / 2 - (p.lat - (Math.max(...ys) + Math.min(...ys)) / 2) * perDegree,
  ];
  const barM = fromUnit('length', choice.length, BAR[choice.length]);
  const bar = (barM / 111_195) * perDegree;
  const scale = `<path d="M${MARGIN} ${HEIGHT - 16}h${plainNumber(bar, 1)}" stroke="#1a1a1a" stroke-width="2"/><text x="${MARGIN}" y="${HEIGHT - 22}">${text('length', barM)}</text><text x="${WIDTH - MARGIN}" y="20">N ↑</text>`;
  return frame(label, polyline(points.map(place), '#2563eb') + scale + (alarm ? mark(...place(alarm), label) : ''));
}

/** Speed over time, with the instant of the alarm. */
export function speedPicture(points: readonly AlarmTrackPoint[], alarmMs: number, { text }: Measures, label: string): string {
  const known = points.filter((p) => p.speedKph !== null);
  if (known.length === 0) return frame(label, '');
  const x = scaleOf([...known.map((p) => p.timeMs), alarmMs], MARGIN, WIDTH - MARGIN);
  const most = Math.max(10, ...known.map((p) => p.speedKph!));
  const y = (speed: number): number => HEIGHT - MARGIN - (speed / most) * (HEIGHT - 2 * MARGIN);
  const axes =
    `<path d="M${MARGIN} ${MARGIN}V${HEIGHT - MARGIN}H${WIDTH - MARGIN}" fill="none" stroke="#8a919c"/>` +
    `<text x="4" y="${MARGIN - 8}">${text('speed', most)}</text><text x="4" y="${HEIGHT - MARGIN}">0</text>`;
  const line = polyline(
    known.map((p) => [x(p.timeMs), y(p.speedKph!)]),
    '#2563eb',
  );
  const at = `<path d="M${plainNumber(x(alarmMs), 1)} ${MARGIN}V${HEIGHT - MARGIN}" stroke="#c0262d" stroke-dasharray="4 3"/>`;
  return frame(label, axes + at + line);
}
