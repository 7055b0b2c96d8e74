import type { MediaFrame } from '@sightline/media';
import { describe, expect, it } from 'vitest';
import type { RecordingRequest } from './ports.ts';
import { RecordingLines } from './stream-lines.ts';

const FROM = Date.parse('2026-11-20T08:00:00Z');
const HOUR_MS = 3_600_000;
const request: RecordingRequest = { fromMs: FROM, toMs: FROM + HOUR_MS, mode: 'normal', speed: 1 };
const frame = (timestampMs: number, sinceFrameMs: number | null = 40) => ({ timestampMs, sinceFrameMs }) as MediaFrame;
const change = { deviceId: 'x', channel: 1, speed: 1, positionMs: null } as const;

describe('the instants of a recording', () => {
  it.each([
    ['UTC', 0],
    ['the clock at GMT+8', 8 * HOUR_MS],
  ])('are its stamps where they are %s, however fast they come', (_what, offset) => {
    const lines = new RecordingLines(request);
    expect(lines.picture(frame(FROM + offset), 0)).toBe(FROM);
    expect(lines.picture(frame(FROM + offset + 900_000), 40)).toBe(FROM + 900_000);
    expect(lines.sound(frame(FROM + offset + 900_020))).toBe(FROM + 900_020);
    expect(lines.picture(frame(FROM + offset + 100), 80)).toBe(FROM + 100);
  });

  it('are counted on from the beginning where stamps say nothing of it', () => {
    const lines = new RecordingLines(request);
    const pictures = [500, 540, 580, 580].map((stamp, i) => lines.picture(frame(stamp, 50), i * 1_000));
    // The last stamp stands still: the interval of the device counts.
    expect(pictures.map((ms) => ms - FROM)).toEqual([0, 40, 80, 130]);
    expect(lines.sound(frame(7))).toBe(FROM + 130);
  });

  it('follow what the camera is told: by the clock of arrival at other speeds, and from where it jumps to', () => {
    const lines = new RecordingLines({ ...request, mode: 'fast', speed: 4 });
    lines.picture(frame(0), 1_000);
    expect(lines.picture(frame(40), 1_500)).toBe(FROM + 2_000);
    lines.controlled({ ...change, control: 'seek', positionMs: FROM + 600_000 });
    expect(lines.picture(frame(80), 2_000)).toBe(FROM + 600_000);
    lines.controlled({ ...change, control: 'keyRewind', speed: 8 });
    expect(lines.picture(frame(120), 3_000)).toBe(FROM + 592_000);
    lines.controlled({ ...change, control: 'play' });
    expect(lines.picture(frame(160), 9_000)).toBe(FROM + 592_040);
  });

  it('begin at the end where it is played backwards', () => {
    const lines = new RecordingLines({ ...request, mode: 'keyRewind', speed: 1 });
    expect(lines.picture(frame(0), 0)).toBe(FROM + HOUR_MS);
    expect(lines.picture(frame(2_000), 2_000)).toBe(FROM + HOUR_MS - 2_000);
  });
});
