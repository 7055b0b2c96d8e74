import { kindColour } from './marker-kinds.ts';

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Radius of the alarm's exclamation mark, and how far right of and above the middle of a marker it stands, px. */
const ALARM_MARK_PX = 6;
const ALARM_MARK_AT_PX = 10;

/** The disc with an exclamation mark that says "alarm" without its colour; `edge` sets it off from what it lies on. */
export const paintAlarmMark = (c: Context, x: number, y: number, edge: string | null): void => {
  c.beginPath();
  c.arc(x, y, ALARM_MARK_PX, 0, Math.PI * 2);
  c.fillStyle = kindColour('alarm');
  c.fill();
  if (edge !== null) {
    c.lineWidth = 1;
    c.strokeStyle = edge;
    c.stroke();
  }
  c.fillStyle = '#ffffff';
  c.font = '700 9px system-ui, sans-serif';
  c.textAlign = 'center';
  c.textBaseline = 'middle';
  c.fillText('!', x, y + 0.5);
};

/** A ring around the marker of a device with an alarm, whose status stays to be seen inside. */
export const paintAlarm = (c: Context, theme: 'light' | 'dark'): void => {
  const paper = theme === 'dark' ? '#11181f' : '#ffffff';
  c.beginPath();
  c.arc(0, 0, 14.5, 0, Math.PI * 2);
  c.lineWidth = 4.5;
  c.strokeStyle = paper;
  c.stroke();
  c.lineWidth = 2.5;
  c.strokeStyle = kindColour('alarm');
  c.stroke();
  paintAlarmMark(c, ALARM_MARK_AT_PX, -ALARM_MARK_AT_PX, paper);
};
