import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteWall, saveWall, useSavedWalls, WALL_LIMITS } from './wall-preferences.ts';
import { ANSWER_WITHIN_MS, ASK_AFTER_MS, useAttention } from './use-attention.ts';
import { useRotation } from './use-rotation.ts';
import { useWallKeys, type WallKeyActions } from './use-wall-keys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

describe('whether somebody is watching', () => {
  it('is asked after ten minutes without a touch, and nobody answering stops the wall', () => {
    const onNobody = vi.fn();
    const { result } = renderHook(() => useAttention(true, onNobody));
    pass(ASK_AFTER_MS - 1);
    expect(result.current.untilMs).toBeNull();
    window.dispatchEvent(new Event('pointermove'));
    pass(ASK_AFTER_MS - 1);
    expect(result.current.untilMs).toBeNull();
    pass(2);
    expect(result.current.untilMs).not.toBeNull();
    // A touch is no answer.
    window.dispatchEvent(new Event('pointermove'));
    pass(ANSWER_WITHIN_MS);
    expect(onNobody).toHaveBeenCalledOnce();
  });

  it('is asked again after another ten minutes when the answer is yes', () => {
    const onNobody = vi.fn();
    const { result } = renderHook(() => useAttention(true, onNobody));
    pass(ASK_AFTER_MS);
    act(() => result.current.goOn());
    pass(ANSWER_WITHIN_MS);
    expect(result.current.untilMs).toBeNull();
    expect(onNobody).not.toHaveBeenCalled();
    pass(ASK_AFTER_MS - ANSWER_WITHIN_MS);
    expect(result.current.untilMs).not.toBeNull();
  });

  it('is not asked while nothing plays', () => {
    const { result } = renderHook(() => useAttention(false, () => undefined));
    pass(ASK_AFTER_MS * 2);
    expect(result.current.untilMs).toBeNull();
  });
});

describe('the rotation', () => {
  it('takes a step at once and then every so many seconds, until it is switched off', () => {
    const steps: number[] = [];
    const { result } = renderHook(() => useRotation(20, (step) => void steps.push(step)));
    expect(steps).toEqual([]);
    act(() => result.current[1](true));
    pass(40_000);
    expect(steps).toEqual([0, 1, 2]);
    act(() => result.current[1](false));
    pass(40_000);
    expect(steps).toEqual([0, 1, 2]);
  });
});

describe('saved walls', () => {
  it('are kept by person and name, the newest of them', () => {
    const wall = (name: string) => ({ name, size: 4 as const, tiles: [] });
    for (let i = 0; i <= WALL_LIMITS.saved; i++) saveWall('7', wall(`wall ${i}`));
    saveWall('7', wall('wall 5'));
    const { result } = renderHook(() => useSavedWalls('7'));
    expect(result.current).toHaveLength(WALL_LIMITS.saved);
    expect(result.current.at(-1)?.name).toBe('wall 5');
    act(() => deleteWall('7', 'wall 5'));
    expect(result.current.map(({ name }) => name)).not.toContain('wall 5');
    expect(renderHook(() => useSavedWalls('8')).result.current).toEqual([]);
  });
});

describe('the keyboard of the wall', () => {
  const names = ['choose', 'move', 'snapshot', 'sound', 'record', 'figures', 'fullScreen', 'remove', 'help', 'talk', 'hold'] as const;
  const actions = Object.fromEntries(names.map((name) => [name, vi.fn()])) as unknown as Record<
    keyof WallKeyActions,
    ReturnType<typeof vi.fn>
  >;
  const press = (key: string, target: EventTarget = document.body, more: KeyboardEventInit = {}): void =>
    void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));

  it('does what the help says, and leaves the keys of fields and of the browser alone', () => {
    renderHook(() => useWallKeys(actions));
    press('3');
    expect(actions.choose).toHaveBeenCalledWith(2);
    press('ArrowDown');
    expect(actions.move).toHaveBeenCalledWith('down');
    for (const [key, action] of [
      ['s', 'snapshot'],
      ['M', 'sound'],
      ['r', 'record'],
      ['i', 'figures'],
      ['f', 'fullScreen'],
      ['Delete', 'remove'],
      ['?', 'help'],
      ['t', 'talk'],
    ] as const) {
      press(key);
      expect(actions[action], key).toHaveBeenCalledOnce();
    }
    // Held, repeated by the keyboard, let go; and let go by leaving the window.
    press('v');
    press('v', document.body, { repeat: true });
    document.body.dispatchEvent(new KeyboardEvent('keyup', { key: 'v', bubbles: true }));
    press('v');
    window.dispatchEvent(new Event('blur'));
    expect(actions.hold.mock.calls).toEqual([[true], [false], [true], [false]]);
    const field = document.body.appendChild(document.createElement('input'));
    press('s', field);
    press('s', document.body, { ctrlKey: true });
    expect(actions.snapshot).toHaveBeenCalledOnce();
    field.remove();
  });
});
