import { MEDIA_CLOSE } from '@sightline/contract';
import { WATCH_ENDS, type WatchEnd } from '@sightline/domain';
import type { StreamEvent } from '../player/player-messages.ts';

/**
 * Why a tile shows nothing: what the server says of the stream, or
 *
 * - `call`: the address was refused, with the words of the catalogue beside it
 * - `network`: the server could not be reached
 * - `ticket`: the address was too old
 * - `silent`: connected, and no picture for some seconds
 * - `undecodable`: the decoder gave up
 * - `codec`: neither stream of the camera can be decoded in this browser
 * - `noPlayer`: this browser has no way to show video
 * - `idle`: nobody answered whether to go on
 */
export const TILE_REASONS = [...WATCH_ENDS, 'call', 'network', 'ticket', 'silent', 'undecodable', 'codec', 'noPlayer', 'idle'] as const;
export type TileReason = (typeof TILE_REASONS)[number];

/** Main 0, sub 1. */
export type Bitstream = 0 | 1;

/**
 * `asking` for an address, `connecting` to it, `starting` the camera, `playing`; `waiting` for the next try, `ended` until a person
 * starts it again.
 */
export type TilePhase = 'asking' | 'connecting' | 'starting' | 'playing' | 'waiting' | 'ended';

export interface TileState {
  readonly phase: TilePhase;
  readonly reason: TileReason | null;
  /** What the server said to `call`. */
  readonly detail: string | null;
  readonly stream: Bitstream;
  /** The other stream was asked for because this browser does not decode the wanted one. */
  readonly switched: boolean;
  /** Neither stream can be decoded here: the server was asked to convert the small one. */
  readonly converted: boolean;
  /** Tries that failed since pictures were last seen for a while. */
  readonly attempt: number;
  readonly retryAtMs: number | null;
  readonly playingSinceMs: number | null;
  /** Pictures have been seen since the tile was opened: the last one stays on screen. */
  readonly seen: boolean;
}

export type TileEvent =
  | StreamEvent
  | { readonly kind: 'asked' }
  /** `final`: the answer will not change by itself; `unavailable`: the server does not do what was asked. */
  | { readonly kind: 'askFailed'; readonly final: boolean; readonly detail: string | null; readonly unavailable?: boolean }
  | { readonly kind: 'noPlayer' }
  /** Another way to the screen is tried. */
  | { readonly kind: 'nextPath' }
  /** `mayConvert`: the server can be asked to convert it. */
  | { readonly kind: 'codecRefused'; readonly mayConvert: boolean }
  | { readonly kind: 'retry' }
  | { readonly kind: 'idle' }
  | { readonly kind: 'stream'; readonly stream: Bitstream };

/** Pauses before the second try, the third ...; then always the last. */
const SOON_MS = [2_000, 4_000, 8_000, 15_000, 30_000] as const;
const LATER_MS = 30_000;
/** Pictures for so long, and what failed before is forgotten. */
export const STEADY_MS = 20_000;

/** When it is tried again: `soon` with growing pauses, `later` because the device itself has to change, `never` by itself. */
const RETRY: Readonly<Record<TileReason, 'soon' | 'later' | 'never'>> = {
  deviceOffline: 'later',
  noAnswer: 'soon',
  refused: 'later',
  noConnection: 'soon',
  noPackets: 'soon',
  noKeyFrame: 'soon',
  lost: 'soon',
  notConverted: 'later',
  stopped: 'never',
  finished: 'never',
  busy: 'never',
  permission: 'never',
  limit: 'never',
  call: 'never',
  network: 'soon',
  ticket: 'soon',
  silent: 'soon',
  undecodable: 'soon',
  codec: 'never',
  noPlayer: 'never',
  idle: 'never',
};

export const openTile = (stream: Bitstream): TileState => ({
  phase: 'asking',
  reason: null,
  detail: null,
  stream,
  switched: false,
  converted: false,
  attempt: 0,
  retryAtMs: null,
  playingSinceMs: null,
  seen: false,
});

/** Pictures have been coming for a while. */
export const isSteady = ({ playingSinceMs }: TileState, nowMs: number): boolean =>
  playingSinceMs !== null && nowMs - playingSinceMs >= STEADY_MS;

/** Whether a connection belongs to this state. */
export const isOpen = ({ phase }: TileState): boolean => phase === 'connecting' || phase === 'starting' || phase === 'playing';

const failed = (state: TileState, reason: TileReason, nowMs: number, detail: string | null = null): TileState => {
  const rule = RETRY[reason];
  const attempt = isSteady(state, nowMs) ? 0 : state.attempt;
  const pauseMs = rule === 'later' ? LATER_MS : SOON_MS[Math.min(attempt, SOON_MS.length - 1)]!;
  return {
    ...state,
    phase: rule === 'never' ? 'ended' : 'waiting',
    reason,
    detail,
    attempt: attempt + 1,
    retryAtMs: rule === 'never' ? null : nowMs + pauseMs,
    playingSinceMs: null,
  };
};

/**
 * Whether a look that has just ended goes on where a person has unlocked the limit of time. One that is reached at once is another limit (the
 * data of the device, too many streams): asking again would not help.
 */
export const goesOnBeyond = (before: TileState, { phase, reason }: TileState, nowMs: number): boolean =>
  phase === 'ended' && reason === 'limit' && isSteady(before, nowMs);

const asking = (state: TileState): TileState => ({ ...state, phase: 'asking', detail: null, retryAtMs: null, playingSinceMs: null });

const isWatchEnd = (text: string): text is WatchEnd => (WATCH_ENDS as readonly string[]).includes(text);

const BY_CLOSE: Readonly<Record<number, TileReason>> = {
  [MEDIA_CLOSE.ticketRefused]: 'ticket',
  [MEDIA_CLOSE.permissionGone]: 'permission',
  [MEDIA_CLOSE.limit]: 'limit',
};

/** The state after an event; the same object when nothing changes. Pure: timers and connections follow the phase. */
export const tileAfter = (state: TileState, event: TileEvent, nowMs: number): TileState => {
  // What a person does counts in every phase.
  if (event.kind === 'retry') return { ...asking(state), attempt: state.phase === 'waiting' ? state.attempt : 0 };
  if (event.kind === 'idle') return failed(state, 'idle', nowMs);
  if (event.kind === 'stream') return event.stream === state.stream ? state : { ...openTile(event.stream), seen: state.seen };
  if (state.phase === 'asking') {
    if (event.kind === 'asked') return { ...state, phase: 'connecting' };
    if (event.kind === 'askFailed' && state.converted && event.unavailable === true) return failed(state, 'codec', nowMs);
    if (event.kind === 'askFailed') return failed(state, event.final ? 'call' : 'network', nowMs, event.detail);
    return event.kind === 'noPlayer' ? failed(state, 'noPlayer', nowMs) : state;
  }
  if (!isOpen(state)) return state;
  switch (event.kind) {
    case 'open':
      return { ...state, phase: 'starting' };
    case 'picture':
      return { ...state, phase: 'playing', reason: null, detail: null, seen: true, playingSinceMs: nowMs };
    case 'silent':
      return failed(state, 'silent', nowMs);
    case 'end':
      return failed(state, isWatchEnd(event.failure) ? event.failure : 'lost', nowMs);
    case 'closed':
      return failed(state, BY_CLOSE[event.code] ?? (state.phase === 'connecting' ? 'network' : 'lost'), nowMs);
    case 'undecodable':
      return failed(state, 'undecodable', nowMs);
    case 'nextPath':
      return asking(state);
    case 'codecRefused':
      if (!state.switched) return asking({ ...state, stream: state.stream === 0 ? 1 : 0, switched: true });
      return state.converted || !event.mayConvert ? failed(state, 'codec', nowMs) : asking({ ...state, stream: 1, converted: true });
    default:
      return state;
  }
};
