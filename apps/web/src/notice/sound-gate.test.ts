import { beforeEach, expect, it } from 'vitest';
import { MUTE_MS, useNoticeMemory } from './notice-memory.ts';
import { soundAlarm } from './sound-gate.ts';

const T = 1_700_000_000_000;
let played: number[];
const player = { play: (type: number): boolean => played.push(type) > 0 };
beforeEach(() => {
  played = [];
  localStorage.clear();
  useNoticeMemory.setState({ mutedUntilMs: 0 });
});

it('sounds once in three seconds, in all tabs together', () => {
  expect([0, 1, 2_999, 3_000, 3_001].map((ms) => soundAlarm(player, 1, T + ms))).toEqual(['played', 'paced', 'paced', 'played', 'paced']);
  expect(played).toHaveLength(2);
});

it('is silent for the hour that somebody muted it, and not because a clock was put back', () => {
  useNoticeMemory.setState({ mutedUntilMs: T + MUTE_MS });
  expect([soundAlarm(player, 1, T), soundAlarm(player, 1, T + MUTE_MS)]).toEqual(['muted', 'played']);
  expect(soundAlarm(player, 1, T + MUTE_MS - 60_000)).toBe('muted');
  useNoticeMemory.setState({ mutedUntilMs: 0 });
  expect(soundAlarm(player, 1, T)).toBe('played');
});

it('takes no turn with a sound that the browser refused', () => {
  expect(soundAlarm({ play: () => false }, 1, T)).toBe('refused');
  expect(soundAlarm(player, 1, T + 1)).toBe('played');
});
