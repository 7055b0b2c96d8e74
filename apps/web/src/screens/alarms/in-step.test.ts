import { beforeEach, expect, it, vi } from 'vitest';
import { InStep } from './in-step.ts';

/** What of a video element counts here; `at` is what its playing does to it. */
class Video extends EventTarget {
  currentTime = 0;
  ended = false;
  readonly play = vi.fn<() => Promise<void>>(() => Promise.resolve());
  readonly pause = vi.fn<() => void>();
  constructor(public duration: number) {
    super();
  }
  at(timeS: number): void {
    this.currentTime = timeS;
    this.ended = timeS >= this.duration;
    this.dispatchEvent(new Event(this.ended ? 'ended' : 'timeupdate'));
  }
}
const asElement = (video: Video): HTMLVideoElement => video as unknown as HTMLVideoElement;

let long: Video;
let short: Video;
let step: InStep;
beforeEach(() => {
  [long, short, step] = [new Video(10), new Video(6), new InStep()];
  for (const video of [short, long]) step.add(asElement(video));
});

it('is as long as the longest, and says how late that one is', () => {
  expect(step.durationS).toBe(10);
  long.at(3);
  expect(step.timeS).toBe(3);
  short.at(5);
  expect(step.timeS).toBe(3);
});

it('plays and stops all of them, and leaves the others alone when one cannot play', async () => {
  short.play.mockRejectedValueOnce(new Error('no codec'));
  step.toggle();
  await Promise.resolve();
  expect([long.play.mock.calls.length, short.play.mock.calls.length, step.isPlaying]).toEqual([1, 1, true]);
  step.toggle();
  expect([long.pause.mock.calls.length, short.pause.mock.calls.length, step.isPlaying]).toEqual([1, 1, false]);
});

it('brings one together that has drifted, but not one that has ended', () => {
  short.currentTime = 1.9;
  long.at(2);
  expect(short.currentTime).toBe(1.9);
  long.at(2.5);
  expect(short.currentTime).toBe(2.5);
  short.at(6);
  long.at(8);
  expect(short.currentTime).toBe(6);
});

it('seeks within each, and begins anew from the end', () => {
  step.seek(8);
  expect([long.currentTime, short.currentTime]).toEqual([8, 6]);
  step.seek(99);
  expect(step.timeS).toBe(10);
  long.at(10);
  expect(step.isPlaying).toBe(false);
  step.toggle();
  expect([step.timeS, long.currentTime, short.currentTime]).toEqual([0, 0, 0]);
});

it('tells of what changes, until nobody listens, and forgets a video that is taken out', () => {
  const seen: string[] = [];
  const stop = step.subscribe(() => seen.push(step.snapshot()));
  const other = new Video(20);
  const remove = step.add(asElement(other));
  expect(step.durationS).toBe(20);
  remove();
  expect(step.durationS).toBe(10);
  other.at(7);
  expect(step.timeS).toBe(0);
  stop();
  step.seek(1);
  expect(seen).toEqual(['0.00 20 false', '0.00 10 false']);
});
