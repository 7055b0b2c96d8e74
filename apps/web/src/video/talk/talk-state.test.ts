import { MEDIA_CLOSE } from '@sightline/contract';
import { describe, expect, it } from 'vitest';
import { NEW_TALK, talkAfter, type TalkEvent, type TalkState } from './talk-state.ts';

const after = (...events: TalkEvent[]): TalkState => events.reduce((state, event) => talkAfter(state, event, 1_000), NEW_TALK);
const OPENED: TalkEvent[] = [{ kind: 'microphone' }, { kind: 'asked' }, { kind: 'open' }];

describe('a talk', () => {
  it('begins when the device sends its sound', () => {
    expect(after(...OPENED).phase).toBe('starting');
    expect(after(...OPENED, { kind: 'state', state: 'starting' }).phase).toBe('starting');
    const talking = after(...OPENED, { kind: 'state', state: 'streaming' });
    expect(talking).toMatchObject({ phase: 'talking', talkingSinceMs: 1_000 });
    expect(talkAfter(talking, { kind: 'state', state: 'streaming' }, 9_000).talkingSinceMs).toBe(1_000);
  });

  it.each<[string, TalkEvent[]]>([
    ['denied', [{ kind: 'microphoneFailed', reason: 'denied' }]],
    ['unplugged', [...OPENED, { kind: 'microphoneFailed', reason: 'unplugged' }]],
    ['network', [{ kind: 'microphone' }, { kind: 'unreachable' }]],
    ['busy', [...OPENED, { kind: 'end', failure: 'busy' }]],
    ['noMicrophone', [...OPENED, { kind: 'end', failure: 'noMicrophone' }]],
    ['lost', [...OPENED, { kind: 'end', failure: 'something newer' }]],
    ['permission', [...OPENED, { kind: 'closed', code: MEDIA_CLOSE.permissionGone }]],
    ['ticket', [...OPENED, { kind: 'closed', code: MEDIA_CLOSE.ticketRefused }]],
    ['network', [...OPENED, { kind: 'closed', code: 1006 }]],
  ])('ends with %s', (reason, events) => {
    expect(after(...events)).toMatchObject({ phase: 'ended', reason });
  });

  it('keeps the words of a refusal, and the first reason', () => {
    const refused = after({ kind: 'microphone' }, { kind: 'refused', detail: 'The channel is busy' });
    expect(refused).toMatchObject({ reason: 'call', detail: 'The channel is busy' });
    expect(talkAfter(refused, { kind: 'closed', code: 4000 }, 2_000)).toBe(refused);
  });
});
