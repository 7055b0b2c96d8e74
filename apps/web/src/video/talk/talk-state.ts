import { MEDIA_CLOSE } from '@sightline/contract';
import { TALK_ENDS, type TalkEnd } from '@sightline/domain';
import { MICROPHONE_FAILURES, type MicrophoneFailure } from './microphone-failure.ts';

/**
 * `microphone`: the person is asked whether the page may listen; `asking` for an address, `connecting` to it, `starting` the device,
 * `talking`; `ended` until a person begins anew.
 */
export type TalkPhase = 'microphone' | 'asking' | 'connecting' | 'starting' | 'talking' | 'ended';

/**
 * Why a talk ended: what the server says of it, what is wrong with the microphone, or
 *
 * - `call`: it was refused, with the words of the catalogue beside it
 * - `network`: the server could not be reached, or the connection broke off
 * - `ticket`: the address was too old
 */
export const TALK_REASONS = [...TALK_ENDS, ...MICROPHONE_FAILURES, 'call', 'network', 'ticket'] as const;
export type TalkReason = (typeof TALK_REASONS)[number];

export interface TalkState {
  readonly phase: TalkPhase;
  readonly reason: TalkReason | null;
  /** What the server said to `call`. */
  readonly detail: string | null;
  readonly talkingSinceMs: number | null;
}

export type TalkEvent =
  | { readonly kind: 'microphone' }
  | { readonly kind: 'microphoneFailed'; readonly reason: MicrophoneFailure }
  | { readonly kind: 'asked' }
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'open' }
  | { readonly kind: 'state'; readonly state: 'starting' | 'streaming' }
  | { readonly kind: 'end'; readonly failure: string }
  | { readonly kind: 'closed'; readonly code: number };

export const NEW_TALK: TalkState = { phase: 'microphone', reason: null, detail: null, talkingSinceMs: null };

const BY_CLOSE: Readonly<Record<number, TalkReason>> = {
  [MEDIA_CLOSE.ticketRefused]: 'ticket',
  [MEDIA_CLOSE.permissionGone]: 'permission',
  [MEDIA_CLOSE.busy]: 'busy',
  [MEDIA_CLOSE.limit]: 'limit',
};

const isTalkEnd = (text: string): text is TalkEnd => (TALK_ENDS as readonly string[]).includes(text);

const ended = (state: TalkState, reason: TalkReason, detail: string | null = null): TalkState => ({
  ...state,
  phase: 'ended',
  reason,
  detail,
});

/** The state after an event; the same object when nothing changes. A talk that has ended stays so. */
export const talkAfter = (state: TalkState, event: TalkEvent, nowMs: number): TalkState => {
  if (state.phase === 'ended') return state;
  switch (event.kind) {
    case 'microphone':
      return { ...state, phase: 'asking' };
    case 'microphoneFailed':
      return ended(state, event.reason);
    case 'asked':
      return { ...state, phase: 'connecting' };
    case 'refused':
      return ended(state, 'call', event.detail);
    case 'unreachable':
      return ended(state, 'network');
    case 'open':
      return { ...state, phase: 'starting' };
    case 'state':
      return event.state === 'streaming' ? { ...state, phase: 'talking', talkingSinceMs: state.talkingSinceMs ?? nowMs } : state;
    case 'end':
      return ended(state, isTalkEnd(event.failure) ? event.failure : 'lost');
    case 'closed':
      return ended(state, BY_CLOSE[event.code] ?? 'network');
  }
};
