import { KEY_EVERY_PICTURES, PICTURE_MS } from './channel-pictures.ts';
import type { Recording } from './recordings.ts';

/** Modes of 0x9201, and what 0x9202 changes to. JT/T 1078-2016 tables 24 and 25. */
export type PlaybackMode = 'normal' | 'fast' | 'keyRewind' | 'keyPlay' | 'single';

const KEY_MS = Math.round(KEY_EVERY_PICTURES * PICTURE_MS);
/** Key pictures one after the other, without a speed. */
const KEY_PLAY_PERIOD_MS = 500;

/** How far a picture is from the one before in the recording, and in the time of whoever looks, ms. */
export function pace(
  mode: PlaybackMode,
  speed: number,
): { readonly stepMs: number; readonly periodMs: number; readonly keysOnly: boolean } {
  switch (mode) {
    case 'fast':
      return { stepMs: speed * PICTURE_MS, periodMs: PICTURE_MS, keysOnly: false };
    case 'keyRewind':
      return { stepMs: -KEY_MS, periodMs: KEY_MS / speed, keysOnly: true };
    case 'keyPlay':
      return { stepMs: KEY_MS, periodMs: KEY_PLAY_PERIOD_MS, keysOnly: true };
    default:
      return { stepMs: PICTURE_MS, periodMs: PICTURE_MS, keysOnly: mode === 'single' };
  }
}

/** A place in the recordings of a channel (oldest first); over gaps it goes on with the next file, backwards as well. */
export class PlaybackPosition {
  private at: number;

  constructor(
    private readonly recordings: readonly Recording[],
    private readonly fromMs: number,
    private readonly toMs: number,
  ) {
    this.at = fromMs;
  }

  seek(timeMs: number): void {
    this.at = timeMs;
  }

  /** The instant of the next picture, then moves on by a step; null where the recordings end. */
  next(stepMs: number): number | null {
    const shown = stepMs >= 0 ? this.notBefore(Math.max(this.at, this.fromMs)) : this.notAfter(Math.min(this.at, this.toMs));
    if (shown === null) return null;
    this.at = shown + stepMs;
    return Math.round(shown);
  }

  private notBefore(timeMs: number): number | null {
    const file = this.recordings.find((r) => r.endMs > timeMs);
    const found = file && Math.max(timeMs, file.startMs);
    return found !== undefined && found < this.toMs ? found : null;
  }

  private notAfter(timeMs: number): number | null {
    const file = this.recordings.findLast((r) => r.startMs <= timeMs);
    const found = file && Math.min(timeMs, file.endMs - PICTURE_MS);
    return found !== undefined && found >= this.fromMs ? found : null;
  }
}
