import { expect, it } from 'vitest';
import { SoundPlayer, SOUND_TYPES, SOUNDS, soundLengthS } from './sounds.ts';

const param = (log: unknown[]) => {
  const note =
    (name: string) =>
    (value: number, atS: number): void =>
      void log.push([name, value, atS]);
  return {
    setValueAtTime: note('set'),
    linearRampToValueAtTime: note('linear'),
    exponentialRampToValueAtTime: note('exponential'),
  };
};

class FakeContext {
  state: AudioContextState = 'suspended';
  currentTime = 100;
  destination = {};
  allowed = true;
  readonly gains: unknown[] = [];
  readonly starts: number[] = [];
  readonly stops: number[] = [];
  resume = (): Promise<void> => {
    if (this.allowed) this.state = 'running';
    return Promise.resolve();
  };
  createGain = () => ({ gain: param(this.gains), connect: (to: unknown) => to });
  createOscillator = () => ({
    type: 'sine',
    frequency: param([]),
    connect: (to: unknown) => to,
    start: (atS: number) => void this.starts.push(atS),
    stop: (atS: number) => void this.stops.push(atS),
  });
}

const playerWith = (context: FakeContext): SoundPlayer => new SoundPlayer(() => context as unknown as AudioContext);

it('has three sounds that differ and none that lasts as long as the pause between two of them', () => {
  expect(new Set(SOUND_TYPES.map((type) => JSON.stringify(SOUNDS[type]))).size).toBe(3);
  for (const type of SOUND_TYPES) expect(soundLengthS(type)).toBeLessThan(3);
});

it('does not sound before somebody has touched the page, and says so', async () => {
  const context = new FakeContext();
  const player = playerWith(context);
  expect([player.isUnlocked, player.play(1)]).toEqual([false, false]);
  expect(await player.unlock()).toBe(true);
  expect(player.play(2)).toBe(true);
  expect(context.starts).toHaveLength(SOUNDS[2].tones.length);
});

it('never gives a loudness of zero to a ramp, and ends every tone it begins', async () => {
  for (const type of SOUND_TYPES) {
    const context = new FakeContext();
    await playerWith(context).listen(type);
    for (const [, value] of context.gains as [string, number, number][]) expect(value).toBeGreaterThan(0);
    expect(context.stops.map((stop, i) => stop > (context.starts[i] ?? Infinity))).toEqual(SOUNDS[type].tones.map(() => true));
  }
});

it('stays quiet where the browser refuses, or has no sound at all', async () => {
  const context = new FakeContext();
  context.allowed = false;
  expect(await playerWith(context).listen(1)).toBe(false);
  const none = new SoundPlayer(() => {
    throw new TypeError('no such thing');
  });
  expect(await none.unlock()).toBe(false);
});
