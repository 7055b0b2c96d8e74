import { KIND_COUNT } from './cluster-grid.ts';
import { paintAlarmMark } from './paint-alarm.ts';
import { ALARM_KIND, DRAW_ORDER, kindColour, MARKER_KINDS } from './marker-kinds.ts';

/** The rim tells shares in steps of this many parts of a turn, so that clusters that look alike share a picture. */
export const RIM_STEPS = 24;
/** The alarm mark stands out of the disc by at most so much, px. */
const DISC_MARGIN_PX = 8;
/** Sides of the pictures: the largest disc with its mark, the longest number. */
export const DISC_PX = 2 * (22 + DISC_MARGIN_PX);
export const LABEL_WIDTH_PX = 32;
export const LABEL_HEIGHT_PX = 16;

export const clusterRadius = (count: number): number => (count < 10 ? 13 : count < 100 ? 15 : count < 1000 ? 17 : count < 10_000 ? 20 : 22);

/** 950, 1.2k, 34k: at most four characters, so that it fits the disc. */
export const shortCount = (count: number): string =>
  count < 1000 ? String(count) : count < 9950 ? `${(count / 1000).toFixed(1)}k` : `${Math.round(count / 1000)}k`;

/**
 * Shares of a cluster in {@link RIM_STEPS} parts of a turn. Every kind that is there gets a part; the largest one gives way.
 */
export const rimSteps = (shares: Uint32Array, feature: number, count: number): number[] => {
  const steps: number[] = [];
  let left = RIM_STEPS;
  let largest = 0;
  for (let kind = 0; kind < KIND_COUNT; kind++) {
    const share = shares[feature * KIND_COUNT + kind] as number;
    const step = share === 0 ? 0 : Math.max(1, Math.round((share / count) * RIM_STEPS));
    steps.push(step);
    left -= step;
    if (step > (steps[largest] as number)) largest = kind;
  }
  steps[largest] = (steps[largest] as number) + left;
  return steps;
};

export const paintDisc = (
  c: OffscreenCanvasRenderingContext2D,
  radius: number,
  steps: readonly number[],
  theme: 'light' | 'dark',
): void => {
  c.beginPath();
  c.arc(0, 0, radius + 1, 0, Math.PI * 2);
  c.fillStyle = theme === 'dark' ? 'rgb(13 18 24 / 92%)' : 'rgb(255 255 255 / 94%)';
  c.fill();
  // The rim shows how the devices inside are doing.
  let angle = -Math.PI / 2;
  c.lineWidth = 4;
  for (const kind of DRAW_ORDER.toReversed()) {
    const step = steps[kind] as number;
    if (step === 0) continue;
    const next = angle + (step / RIM_STEPS) * Math.PI * 2;
    c.beginPath();
    c.arc(0, 0, radius - 1, angle, next);
    c.strokeStyle = kindColour(MARKER_KINDS[kind] ?? 'inactive');
    c.stroke();
    angle = next;
  }
  if (!steps[ALARM_KIND]) return;
  const at = radius * 0.75;
  paintAlarmMark(c, at, -at, null);
};

export const paintLabel = (c: OffscreenCanvasRenderingContext2D, text: string, theme: 'light' | 'dark'): void => {
  c.fillStyle = theme === 'dark' ? '#e7eaee' : '#1b2027';
  c.font = '600 11px system-ui, sans-serif';
  c.textAlign = 'center';
  c.textBaseline = 'middle';
  c.fillText(text, 0, 0.5);
};
