import { lastSoundMs, noteSound, useNoticeMemory } from './notice-memory.ts';
import type { SoundPlayer, SoundType } from './sounds.ts';

/** At most one sound in so long, in all tabs together. */
export const SOUND_PACE_MS = 3_000;

export type SoundOutcome = 'played' | 'paced' | 'muted' | 'refused';

/** Plays a sound unless it is muted or one was heard a moment ago. `refused`: the browser lets the page sound only after a touch. */
export function soundAlarm(player: Pick<SoundPlayer, 'play'>, type: SoundType, nowMs: number): SoundOutcome {
  if (nowMs < useNoticeMemory.getState().mutedUntilMs) return 'muted';
  const sinceMs = nowMs - lastSoundMs();
  // A clock that was put back must not keep the page silent.
  if (sinceMs >= 0 && sinceMs < SOUND_PACE_MS) return 'paced';
  if (!player.play(type)) return 'refused';
  noteSound(nowMs);
  return 'played';
}
