import type { CameraRecording } from '@sightline/contract';
import { parseZone } from '@sightline/domain';
import { describe, expect, it } from 'vitest';
import { nextRecorded, spansByChannel } from './recorded.ts';
import { readReplayState, shownDay, withCamera, writeReplayState } from './replay-url.ts';

const AT = Date.parse('2026-11-20T08:00:00Z');
const MINUTE = 60_000;
const file = (channelId: number, fromMin: number, toMin: number, alarm = false): CameraRecording => ({
  deviceId: 'x',
  deviceName: 'x',
  channelId,
  startTime: new Date(AT + fromMin * MINUTE).toISOString(),
  endTime: new Date(AT + toMin * MINUTE).toISOString(),
  fileSize: 1,
  alarm,
  alarms: '',
  streamType: 1,
  storageType: 1,
});

describe('what was recorded', () => {
  const spans = spansByChannel([file(2, 5, 10), file(1, 0, 5), file(1, 5, 10), file(1, 10, 15, true), file(1, 20, 25)]);

  it('is one span where files follow each other, alarms apart', () => {
    expect(spans.get(1)).toEqual([
      { fromMs: AT, toMs: AT + 10 * MINUTE, alarm: false },
      { fromMs: AT + 10 * MINUTE, toMs: AT + 15 * MINUTE, alarm: true },
      { fromMs: AT + 20 * MINUTE, toMs: AT + 25 * MINUTE, alarm: false },
    ]);
    expect(spans.get(2)).toHaveLength(1);
  });

  it('begins at an instant, or after it', () => {
    expect(nextRecorded(spans, [1, 2], AT + MINUTE)).toBe(AT + MINUTE);
    expect(nextRecorded(spans, [2], AT)).toBe(AT + 5 * MINUTE);
    expect(nextRecorded(spans, [1, 2], AT + 16 * MINUTE)).toBe(AT + 20 * MINUTE);
    expect(nextRecorded(spans, [1], AT + 30 * MINUTE)).toBeNull();
    expect(nextRecorded(spans, [], AT)).toBeNull();
  });
});

describe('the address of a replay', () => {
  it('reads what it writes, and nothing that makes no sense', () => {
    const state = { customer: '7', text: 'van', onlineOnly: true, deviceId: '1000', channels: [1, 3], day: '2026-11-20', atMs: AT };
    expect(readReplayState(writeReplayState(new URLSearchParams(), state))).toEqual(state);
    expect(readReplayState(new URLSearchParams('device=../x&channels=0,2,2,x,3,4,5,6&day=2026-99-99&at=soon&customer=me'))).toEqual({
      customer: null,
      text: '',
      onlineOnly: false,
      deviceId: null,
      channels: [2, 3, 4, 5],
      day: null,
      atMs: null,
    });
  });

  it('shows a day that cameras can be asked for', () => {
    const zone = parseZone('+08:00')!;
    expect(shownDay(zone, null, AT + 10 * 3_600_000)).toBe('2026-11-21');
    expect(shownDay(zone, '2026-11-01', AT)).toBe('2026-11-01');
    expect(shownDay(zone, '2026-12-01', AT)).toBe('2026-11-20');
    expect(shownDay(zone, '2026-01-01', AT)).toBe('2026-11-20');
  });

  it('takes channels in and out, those of one device', () => {
    const state = { deviceId: 'a', channels: [1, 2, 3, 4] };
    expect(withCamera(state, 'a', 2)).toEqual([1, 3, 4]);
    expect(withCamera(state, 'a', 5)).toEqual([2, 3, 4, 5]);
    expect(withCamera(state, 'b', 2)).toEqual([2]);
  });
});
