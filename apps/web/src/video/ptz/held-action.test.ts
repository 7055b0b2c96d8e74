import type { PtzAction } from '@sightline/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HeldAction } from './held-action.ts';

let said: PtzAction[];
let answers: ((done: boolean) => void)[];
let held: HeldAction;
const answer = async (done = true): Promise<void> => {
  answers.shift()?.(done);
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  answers = [];
  held = new HeldAction();
  held.by((action) => {
    said.push(action);
    return new Promise((resolve) => answers.push(resolve));
  });
});
afterEach(() => vi.useRealTimers());

it('stops only after the camera has heard that it shall turn', async () => {
  held.begin('left');
  held.end();
  expect(said).toEqual(['left']);
  await answer();
  expect(said).toEqual(['left', 'stop']);
});

it('says again that a held button turns, and repeats steps faster', async () => {
  held.begin('up');
  await answer();
  await vi.advanceTimersByTimeAsync(1_199);
  expect(said).toEqual(['up']);
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toEqual(['up', 'up']);
  held.begin('zoomIn');
  await answer();
  await answer();
  await vi.advanceTimersByTimeAsync(300);
  expect(said).toEqual(['up', 'up', 'zoomIn', 'zoomIn']);
});

it('says nothing more when the camera did not do it', async () => {
  held.begin('left');
  await answer(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(said).toEqual(['left']);
});

it('turns the other way when that is pressed while the stop is on its way', async () => {
  held.begin('left');
  held.end();
  await answer();
  held.begin('right');
  await answer();
  expect(said).toEqual(['left', 'stop', 'right']);
});
