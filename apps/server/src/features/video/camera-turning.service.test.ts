import { EventBus } from '@sightline/runtime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeviceRequests } from '../devices/device-requests.service.ts';
import { CameraTurning } from './camera-turning.service.ts';

const HOLD_MS = 3_000;
let asked: { readonly messageId: number; readonly fields: Readonly<Record<string, unknown>> }[];
let answer: { readonly ok: boolean; readonly fields: Readonly<Record<string, unknown>> } | 'timeout' | 'offline';
let turning: CameraTurning;
let requests: DeviceRequests;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answer = { ok: true, fields: {} };
  const bus = new EventBus((_topic, error) => {
    throw error;
  });
  bus.subscribe('device.ask', ({ id, command }) => {
    asked.push(command.params as unknown as (typeof asked)[number]);
    bus.publish('device.answer', { id, step: 'taken', remote: '10.0.0.1' });
    if (typeof answer === 'string') bus.publish('device.answer', { id, step: 'failed', reason: answer });
    else bus.publish('device.answer', { id, step: 'answered', text: null, ...answer });
  });
  requests = new DeviceRequests(bus, false);
  turning = new CameraTurning(requests, 1_000, HOLD_MS);
});
afterEach(() => {
  turning.close();
  requests.close();
  vi.useRealTimers();
});

describe('a camera', () => {
  it('that nobody holds any more is stopped, and goes on as long as it is asked to', async () => {
    expect(await turning.turn('1', 2, 'left', 50)).toBe(true);
    vi.advanceTimersByTime(HOLD_MS - 1);
    await turning.turn('1', 2, 'left', 50);
    vi.advanceTimersByTime(HOLD_MS - 1);
    expect(asked).toEqual(Array(2).fill({ messageId: 0x9301, fields: { channel: 2, direction: 3, speed: 50 } }));
    vi.advanceTimersByTime(1);
    expect(asked[2]).toEqual({ messageId: 0x9301, fields: { channel: 2, direction: 0, speed: 0 } });
    vi.advanceTimersByTime(HOLD_MS * 2);
    expect(asked).toHaveLength(3);
  });

  it('that was let go is not stopped again, and what is done at once needs no stop', async () => {
    await turning.turn('1', 1, 'up', 200);
    await turning.turn('1', 1, 'stop', 200);
    await turning.turn('1', 1, 'zoomIn', 200);
    await turning.turn('1', 1, 'wiperOn', 200);
    vi.advanceTimersByTime(HOLD_MS * 2);
    expect(asked.slice(2)).toEqual([
      { messageId: 0x9306, fields: { channel: 1, direction: 0 } },
      { messageId: 0x9304, fields: { channel: 1, on: 1 } },
    ]);
  });

  it('turns or does not as its device tells, which is asked once', async () => {
    const channels = [
      { physical: 1, logical: 1, kind: 0, ptz: 1 },
      { physical: 2, logical: 2, kind: 0, ptz: 0 },
    ];
    answer = { ok: true, fields: { parameters: [{ id: 0x76, value: { audioVideo: 2, audio: 0, video: 0, channels } }] } };
    expect([await turning.canTurn('1', 1), await turning.canTurn('1', 2), await turning.canTurn('1', 3)]).toEqual([true, false, false]);
    expect(asked).toEqual([{ messageId: 0x8106, fields: { ids: [0x76] } }]);
  });

  it('may turn when its device does not tell', async () => {
    answer = { ok: true, fields: { parameters: [] } };
    expect(await turning.canTurn('1', 1)).toBeNull();
    answer = 'timeout';
    expect(await turning.canTurn('2', 1)).toBeNull();
    answer = 'offline';
    await expect(turning.canTurn('3', 1)).rejects.toThrow('offline');
  });
});
