import { fromUnit, SPEED_CLASSES, speedClassOf, toUnit, type UnitOf, type UserZone } from '@sightline/domain';
import { drawMark, marksOf } from '../events/event-marks.ts';
import type { TrackEvent } from '../events/track-events.ts';
import type { PlayedDevice } from '../use-tracks.ts';
import { sampleSpeed } from './sample.ts';
import { ticksOf } from './ticks.ts';

export const AXIS_PX = 18;
export const ROW_PX = 72;
/** Heights within a row. */
const ACC_PX = 5;
const SEGMENT_PX = 7;
const GAP_PX = 3;
const EVENT_PX = 12;

export interface TimelineWindow {
  readonly fromMs: number;
  readonly toMs: number;
  readonly width: number;
}

export interface TimelineColours {
  readonly theme: 'light' | 'dark';
  readonly text: string;
  readonly line: string;
  readonly trip: string;
  readonly stop: string;
  readonly accOn: string;
  readonly accOff: string;
}

export const timelineHeight = (devices: number): number => AXIS_PX + Math.max(1, devices) * ROW_PX;

export const xOf = ({ fromMs, toMs, width }: TimelineWindow, ms: number): number => ((ms - fromMs) / (toMs - fromMs)) * width;
export const timeOf = ({ fromMs, toMs, width }: TimelineWindow, x: number): number => fromMs + (x / width) * (toMs - fromMs);

/** A window zoomed about an instant, kept within the whole range and no shorter than a minute. */
export const zoomWindow = (
  window: TimelineWindow,
  aroundMs: number,
  factor: number,
  rangeFromMs: number,
  rangeToMs: number,
): TimelineWindow => {
  const span = Math.min(rangeToMs - rangeFromMs, Math.max(60_000, (window.toMs - window.fromMs) * factor));
  const share = (aroundMs - window.fromMs) / (window.toMs - window.fromMs);
  const fromMs = Math.min(rangeToMs - span, Math.max(rangeFromMs, aroundMs - share * span));
  return { ...window, fromMs, toMs: fromMs + span };
};

const drawSpeed = (
  c: CanvasRenderingContext2D,
  device: PlayedDevice,
  window: TimelineWindow,
  top: number,
  height: number,
  topKph: number,
): void => {
  const { least, most } = sampleSpeed(device.track, device.digest.speeds, window.fromMs, window.toMs, Math.round(window.width));
  for (let x = 0; x < most.length; x++) {
    const high = most[x] as number;
    if (Number.isNaN(high)) continue;
    const low = least[x] as number;
    const y = top + height - (Math.min(high, topKph) / topKph) * height;
    c.fillStyle = SPEED_CLASSES[speedClassOf(high)]?.colour ?? '#7b8794';
    c.globalAlpha = 0.28;
    c.fillRect(x, y, 1, top + height - y);
    c.globalAlpha = 1;
    const bottom = top + height - (Math.min(low, topKph) / topKph) * height;
    c.fillRect(x, y - 0.75, 1, Math.max(1.5, bottom - y));
  }
};

const drawBands = (
  c: CanvasRenderingContext2D,
  device: PlayedDevice,
  window: TimelineWindow,
  top: number,
  colours: TimelineColours,
): void => {
  const bar = (startMs: number, endMs: number, y: number, height: number, colour: string): void => {
    const x = Math.max(0, xOf(window, startMs));
    const end = Math.min(window.width, xOf(window, endMs));
    if (end <= 0 || x >= window.width) return;
    c.fillStyle = colour;
    c.fillRect(x, y, Math.max(1, end - x), height);
  };
  for (const [startMs, endMs, on] of device.digest.ignition)
    bar(startMs, endMs, top + SEGMENT_PX + GAP_PX, ACC_PX, on ? colours.accOn : colours.accOff);
  for (const segment of device.segments)
    bar(Date.parse(segment.startTime), Date.parse(segment.endTime), top, SEGMENT_PX, segment.kind === 'trip' ? colours.trip : colours.stop);
};

/** Highest speed on the scale, km/h: the fastest point, rounded up to a round number of the unit. */
export const topSpeed = (devices: readonly PlayedDevice[], unit: UnitOf<'speed'>): number => {
  const fastest = toUnit('speed', unit, Math.max(0, ...devices.map(({ digest }) => digest.topKph)));
  return fromUnit('speed', unit, Math.max(40, Math.ceil(fastest / 20) * 20));
};

/** The row of a device whose band of events lies at a height; -1 outside of all bands. */
export const eventRowAt = (y: number, devices: number): number => {
  const row = Math.floor((y - AXIS_PX) / ROW_PX);
  const top = AXIS_PX + (row + 1) * ROW_PX - EVENT_PX - GAP_PX;
  return row >= 0 && row < devices && y >= top && y <= top + EVENT_PX + GAP_PX ? row : -1;
};

/** Everything of the timeline but the cursor; `events` by device. */
export const drawTimeline = (
  c: CanvasRenderingContext2D,
  devices: readonly PlayedDevice[],
  events: readonly (readonly TrackEvent[])[],
  window: TimelineWindow,
  zone: UserZone,
  colours: TimelineColours,
  topKph: number,
  speedLabel: string,
): void => {
  const height = timelineHeight(devices.length);
  c.clearRect(0, 0, window.width, height);
  c.font = '10px system-ui, sans-serif';
  c.textBaseline = 'middle';
  c.lineWidth = 1;
  for (const tick of ticksOf(zone, window.fromMs, window.toMs, window.width)) {
    const x = Math.round(xOf(window, tick.ms)) + 0.5;
    c.strokeStyle = colours.line;
    c.beginPath();
    c.moveTo(x, AXIS_PX - 4);
    c.lineTo(x, height);
    c.stroke();
    c.fillStyle = colours.text;
    c.font = `${tick.day ? '600 ' : ''}10px system-ui, sans-serif`;
    c.textAlign = x < 20 ? 'left' : 'center';
    c.fillText(tick.label, Math.max(2, x), 7);
  }
  devices.forEach((device, i) => {
    const top = AXIS_PX + i * ROW_PX;
    if (devices.length > 1) {
      c.fillStyle = device.colour;
      c.fillRect(0, top + 2, 3, ROW_PX - 4);
      c.fillStyle = colours.text;
      c.textAlign = 'left';
      c.fillText(device.name, 7, top + 8);
    }
    const bands = SEGMENT_PX + GAP_PX + ACC_PX + GAP_PX + EVENT_PX;
    const chartHeight = ROW_PX - bands - GAP_PX * 3;
    drawSpeed(c, device, window, top + GAP_PX, chartHeight, topKph);
    drawBands(c, device, window, top + GAP_PX * 2 + chartHeight, colours);
    const markY = top + ROW_PX - GAP_PX - EVENT_PX / 2;
    for (const { atMs, kind } of marksOf(events[i] ?? [], window.fromMs, window.toMs, window.width))
      drawMark(c, kind, colours.theme, xOf(window, atMs), markY);
    c.strokeStyle = colours.line;
    c.beginPath();
    c.moveTo(0, top + ROW_PX - 0.5);
    c.lineTo(window.width, top + ROW_PX - 0.5);
    c.stroke();
  });
  c.textAlign = 'right';
  c.fillStyle = colours.text;
  c.fillText(speedLabel, window.width - 4, AXIS_PX + 8);
};
