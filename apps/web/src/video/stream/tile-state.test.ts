import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { socketAddress } from './live-address.ts';
import { goesOnBeyond, isOpen, openTile, STEADY_MS, tileAfter, TILE_REASONS, type TileEvent, type TileState } from './tile-state.ts';

const after = (state: TileState, events: readonly TileEvent[], nowMs = 0): TileState =>
  events.reduce((current, event) => tileAfter(current, event, nowMs), state);
const PLAYING: readonly TileEvent[] = [{ kind: 'asked' }, { kind: 'open' }, { kind: 'state', state: 'streaming' }, { kind: 'picture' }];

describe('a tile', () => {
  it('asks, connects, starts and plays', () => {
    let state = openTile(1);
    const phases = PLAYING.map((event) => (state = tileAfter(state, event, 5)).phase);
    expect(phases).toEqual(['connecting', 'starting', 'starting', 'playing']);
    expect(state).toMatchObject({ reason: null, seen: true, playingSinceMs: 5 });
  });

  it('tries again after growing pauses, and forgets the failures once it has played for a while', () => {
    let state = openTile(1);
    const pauses: number[] = [];
    for (let i = 0; i < 6; i++) {
      state = after(state, [{ kind: 'asked' }, { kind: 'open' }, { kind: 'end', failure: 'noPackets' }], 1000);
      expect(state).toMatchObject({ phase: 'waiting', reason: 'noPackets' });
      pauses.push(state.retryAtMs! - 1000);
      state = tileAfter(state, { kind: 'retry' }, 1000);
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 15_000, 30_000, 30_000]);
    state = after(state, PLAYING, 0);
    state = tileAfter(state, { kind: 'closed', code: 1006 }, STEADY_MS);
    expect(state).toMatchObject({ phase: 'waiting', reason: 'lost', retryAtMs: STEADY_MS + 2_000 });
  });

  it('says the reason of the server, not that of the connection that ends with it', () => {
    const state = after(openTile(0), [...PLAYING, { kind: 'end', failure: 'deviceOffline' }, { kind: 'closed', code: 4000 }]);
    expect(state).toMatchObject({ phase: 'waiting', reason: 'deviceOffline' });
  });

  it.each([
    [4001, 'ticket', 'waiting'],
    [4003, 'permission', 'ended'],
    [4008, 'limit', 'ended'],
    [1006, 'network', 'waiting'],
  ])('understands close code %i', (code, reason, phase) => {
    expect(after(openTile(0), [{ kind: 'asked' }, { kind: 'closed', code }])).toMatchObject({ reason, phase });
  });

  const refused: TileEvent = { kind: 'codecRefused', mayConvert: true };

  it('asks for the other stream when a codec is refused, then for a conversion of the small one', () => {
    let state = after(openTile(0), [{ kind: 'asked' }, { kind: 'open' }, refused]);
    expect(state).toMatchObject({ phase: 'asking', stream: 1, switched: true, converted: false });
    expect(after(state, PLAYING)).toMatchObject({ phase: 'playing', stream: 1 });
    state = after(state, [{ kind: 'asked' }, { kind: 'open' }, refused]);
    expect(state).toMatchObject({ phase: 'asking', stream: 1, converted: true });
    // A break is no reason to begin with what cannot be played.
    const broken = after(state, [...PLAYING, { kind: 'closed', code: 1006 }, { kind: 'retry' }]);
    expect(broken).toMatchObject({ phase: 'asking', stream: 1, converted: true });
    // Once more is once too often.
    state = after(state, [{ kind: 'asked' }, { kind: 'open' }, refused]);
    expect(state).toMatchObject({ phase: 'ended', reason: 'codec' });
    // A person who chooses a stream begins anew.
    expect(tileAfter(state, { kind: 'stream', stream: 0 }, 0)).toMatchObject({
      phase: 'asking',
      stream: 0,
      switched: false,
      converted: false,
    });
  });

  it('says that a codec cannot be played where nobody converts it', () => {
    const both = after(openTile(1), [{ kind: 'asked' }, { kind: 'open' }, refused, { kind: 'asked' }, { kind: 'open' }]);
    expect(tileAfter(both, { kind: 'codecRefused', mayConvert: false }, 0)).toMatchObject({ phase: 'ended', reason: 'codec', stream: 0 });
    const asked = tileAfter(both, refused, 0);
    expect(tileAfter(asked, { kind: 'askFailed', final: true, detail: 'Not here', unavailable: true }, 0)).toMatchObject({
      phase: 'ended',
      reason: 'codec',
      detail: null,
    });
    // Another refusal of the same call keeps its words.
    expect(tileAfter(asked, { kind: 'askFailed', final: true, detail: 'No.' }, 0)).toMatchObject({ reason: 'call', detail: 'No.' });
    const busy = after(asked, [{ kind: 'asked' }, { kind: 'open' }, { kind: 'end', failure: 'notConverted' }]);
    expect(busy).toMatchObject({ phase: 'waiting', reason: 'notConverted', converted: true });
  });

  it('keeps the words of a refusal, and does not ask again by itself', () => {
    expect(tileAfter(openTile(1), { kind: 'askFailed', final: true, detail: 'No.' }, 0)).toMatchObject({
      phase: 'ended',
      reason: 'call',
      detail: 'No.',
      retryAtMs: null,
    });
    expect(tileAfter(openTile(1), { kind: 'askFailed', final: false, detail: null }, 0)).toMatchObject({
      phase: 'waiting',
      reason: 'network',
    });
  });

  it('rests when nobody is looking, until somebody is', () => {
    const rests = after(openTile(1), [...PLAYING, { kind: 'idle' }, { kind: 'picture' }]);
    expect(rests).toMatchObject({ phase: 'ended', reason: 'idle' });
    expect(tileAfter(rests, { kind: 'retry' }, 0).phase).toBe('asking');
  });

  it('is never stuck: every state either is on its way, has a time for the next try, or says why it ended', () => {
    const event = fc.oneof(
      fc.constantFrom<TileEvent>(
        ...PLAYING,
        { kind: 'silent' },
        { kind: 'undecodable' },
        { kind: 'codecRefused', mayConvert: true },
        { kind: 'nextPath' },
        { kind: 'noPlayer' },
        { kind: 'retry' },
        { kind: 'idle' },
        { kind: 'askFailed', final: true, detail: 'x' },
        { kind: 'askFailed', final: false, detail: null },
      ),
      fc.constantFrom(1000, 1006, 4000, 4001, 4003, 4008).map((code): TileEvent => ({ kind: 'closed', code })),
      fc.constantFrom(...TILE_REASONS, 'something newer').map((failure): TileEvent => ({ kind: 'end', failure })),
      fc.constantFrom(0, 1).map((stream): TileEvent => ({ kind: 'stream', stream: stream as 0 | 1 })),
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        let state = openTile(1);
        for (const [i, next] of events.entries()) {
          state = tileAfter(state, next, i * 1000);
          expect(state.retryAtMs !== null).toBe(state.phase === 'waiting');
          if (state.phase === 'ended' || state.phase === 'waiting') expect(TILE_REASONS).toContain(state.reason);
          expect(state.playingSinceMs !== null).toBe(state.phase === 'playing');
          if (isOpen(state)) expect(state.retryAtMs).toBeNull();
        }
      }),
    );
  });
});

describe('the limit of a look', () => {
  const LIMIT: TileEvent = { kind: 'end', failure: 'limit' };
  const playing = after(openTile(1), PLAYING, 0);

  it('ends a tile until a person plays it again', () => {
    const ended = tileAfter(playing, LIMIT, 120 * 60_000);
    expect(ended).toMatchObject({ phase: 'ended', reason: 'limit', retryAtMs: null });
    // Nothing that still comes of the old connection wakes it.
    expect(after(ended, [{ kind: 'closed', code: 4008 }, { kind: 'picture' }], 120 * 60_000)).toBe(ended);
    expect(tileAfter(ended, { kind: 'retry' }, 120 * 60_000)).toMatchObject({ phase: 'asking', attempt: 0 });
  });

  it('goes on where it is unlocked, for as many looks as it takes', () => {
    let state = playing;
    for (let look = 1; look <= 3; look++) {
      const nowMs = look * 120 * 60_000;
      const ended = tileAfter(state, LIMIT, nowMs);
      expect(goesOnBeyond(state, ended, nowMs)).toBe(true);
      state = after(ended, [{ kind: 'retry' }, ...PLAYING], nowMs);
      expect(state).toMatchObject({ phase: 'playing', playingSinceMs: nowMs, seen: true });
    }
  });

  it('is another one when it is reached at once, and no other end goes on', () => {
    const soon = tileAfter(playing, LIMIT, STEADY_MS - 1);
    expect(goesOnBeyond(playing, soon, STEADY_MS - 1)).toBe(false);
    const refused = tileAfter(after(openTile(1), [{ kind: 'asked' }, { kind: 'open' }]), LIMIT, 3_600_000);
    expect(goesOnBeyond(openTile(1), refused, 3_600_000)).toBe(false);
    for (const failure of ['permission', 'stopped', 'lost', 'noAnswer']) {
      const other = tileAfter(playing, { kind: 'end', failure }, 3_600_000);
      expect(goesOnBeyond(playing, other, 3_600_000), failure).toBe(false);
    }
  });
});

describe('the address of a stream', () => {
  it.each([
    ['/gps/media/live?ticket=a', 'http://fleet.test:8080/video/live', 'ws://fleet.test:8080/gps/media/live?ticket=a'],
    ['/gps/media/live?ticket=a', 'https://fleet.test/video/live', 'wss://fleet.test/gps/media/live?ticket=a'],
    ['wss://node.test/gps/media/live?ticket=a', 'http://fleet.test/', 'wss://node.test/gps/media/live?ticket=a'],
    ['ws://node.test/x', 'https://fleet.test/', 'wss://node.test/x'],
  ])('%s on %s', (address, page, url) => expect(socketAddress(address, page)).toBe(url));
  it('is nothing else', () => expect(() => socketAddress('javascript:alert(1)', 'http://fleet.test/')).toThrow(TypeError));
});
