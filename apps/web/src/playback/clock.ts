/** Speeds of the transport. */
export const PLAYBACK_SPEEDS = [1, 2, 4, 8, 16, 32, 64] as const;
export type PlaybackSpeed = (typeof PLAYBACK_SPEEDS)[number];

/** At speed 1 a second at the screen shows half a minute of the journey: a day takes 48 minutes, at 64 it takes 45 seconds. */
export const SECONDS_PER_SECOND = 30;

/** Spans during which nothing moves, sorted and apart: `[startMs, endMs]` pairs. */
export type QuietSpans = readonly (readonly [startMs: number, endMs: number])[];

/** A stop is shown for so long before it is skipped, ms of the journey. */
const SHOWN_OF_STOP_MS = 30_000;

export interface ClockState {
  readonly atMs: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly speed: PlaybackSpeed;
  readonly playing: boolean;
}

/** The cursor after `elapsedMs` at the screen. It stops at the end; `skip` spans are passed over. */
export const advance = (state: ClockState, elapsedMs: number, skip: QuietSpans = []): ClockState => {
  if (!state.playing) return state;
  const wanted = state.atMs + elapsedMs * SECONDS_PER_SECOND * state.speed;
  const quiet = skip.find(([startMs, endMs]) => wanted > startMs + SHOWN_OF_STOP_MS && wanted < endMs);
  const atMs = quiet ? quiet[1] : wanted;
  return atMs >= state.toMs ? { ...state, atMs: state.toMs, playing: false } : { ...state, atMs };
};

/** The speed beside: `step` 1 faster, -1 slower, ends hold. */
export const neighbourSpeed = (speed: PlaybackSpeed, step: 1 | -1): PlaybackSpeed => {
  const at = PLAYBACK_SPEEDS.indexOf(speed) + step;
  return PLAYBACK_SPEEDS[Math.max(0, Math.min(PLAYBACK_SPEEDS.length - 1, at))] ?? speed;
};

/** Spans in which every one of the devices stands: what may be skipped without missing anything. */
export const commonSpans = (perDevice: readonly QuietSpans[]): QuietSpans => {
  const [first, ...others] = perDevice;
  if (first === undefined) return [];
  return others.reduce<QuietSpans>(
    (common, spans) =>
      common.flatMap(([aStart, aEnd]) =>
        spans
          .map(([bStart, bEnd]) => [Math.max(aStart, bStart), Math.min(aEnd, bEnd)] as const)
          .filter(([startMs, endMs]) => startMs < endMs),
      ),
    first,
  );
};
