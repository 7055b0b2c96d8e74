import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noticeOf } from '../testing/notice-facts.ts';
import { BELL_PX, firstPlace, placeByKey, placeInside } from './bell-place.ts';
import { FloatingBell } from './floating-bell.tsx';
import { useNoticeMemory } from './notice-memory.ts';
import { clearNotices, minimiseDialog, takeNotices, useNotices } from './notice-store.ts';

const bell = (): HTMLElement => screen.getByRole('button');
const place = (): number[] => [parseInt(bell().style.left, 10), parseInt(bell().style.top, 10)];

beforeEach(() => {
  vi.useFakeTimers();
  useNoticeMemory.setState({ bell: { x: 100, y: 100 } });
  const notice = noticeOf({ noticeLevel: 1 });
  takeNotices([notice], [notice]);
  minimiseDialog(true);
  render(<FloatingBell />);
});
afterEach(() => {
  cleanup();
  clearNotices();
  vi.useRealTimers();
});

it('opens the dialog at a click, and is not moved by a press that is too short', () => {
  fireEvent.pointerDown(bell(), { button: 0, clientX: 110, clientY: 110, pointerId: 1 });
  act(() => void vi.advanceTimersByTime(499));
  fireEvent.pointerMove(bell(), { clientX: 300, clientY: 300 });
  fireEvent.pointerUp(bell());
  expect(place()).toEqual([100, 100]);
  fireEvent.click(bell());
  expect(useNotices.getState().isMinimised).toBe(false);
});

it('is dragged after half a second, stays where it was put and opens nothing', () => {
  fireEvent.pointerDown(bell(), { button: 0, clientX: 110, clientY: 110, pointerId: 1 });
  act(() => void vi.advanceTimersByTime(500));
  fireEvent.pointerMove(bell(), { clientX: 210, clientY: 160 });
  expect(place()).toEqual([200, 150]);
  fireEvent.pointerUp(bell());
  fireEvent.click(bell());
  expect(useNotices.getState().isMinimised).toBe(true);
  expect(useNoticeMemory.getState().bell).toEqual({ x: 200, y: 150 });
});

it('moves with the arrow keys and not out of the window', () => {
  fireEvent.keyDown(bell(), { key: 'ArrowRight' });
  fireEvent.keyDown(bell(), { key: 'ArrowDown', shiftKey: true });
  expect(place()).toEqual([116, 196]);
  const button = bell();
  for (let i = 0; i < 100; i++) fireEvent.keyDown(button, { key: 'ArrowLeft', shiftKey: true });
  expect(place()[0]).toBe(8);
});

it('comes back into a window that has become smaller', () => {
  useNoticeMemory.setState({ bell: { x: 900, y: 700 } });
  vi.stubGlobal('innerWidth', 400);
  vi.stubGlobal('innerHeight', 300);
  act(() => void window.dispatchEvent(new Event('resize')));
  expect(place()).toEqual([344, 244]);
  vi.unstubAllGlobals();
});

it('lies in every window that has room for it', () => {
  const side = fc.integer({ min: 64, max: 4_000 });
  const far = fc.integer({ min: -10_000, max: 10_000 });
  fc.assert(
    fc.property(side, side, far, far, (width, height, x, y) => {
      for (const { x: left, y: top } of [placeInside({ x, y }, { width, height }), firstPlace({ width, height })]) {
        expect(left >= 0 && left + BELL_PX <= width && top >= 0 && top + BELL_PX <= height).toBe(true);
      }
    }),
  );
  expect(placeByKey({ x: 1, y: 1 }, 'Enter', false)).toBeNull();
});
