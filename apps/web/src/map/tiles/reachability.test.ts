import { describe, expect, it } from 'vitest';
import { TileReachability, type Reachability } from './reachability.ts';

const watched = (): { judge: TileReachability; seen: Reachability[] } => {
  const seen: Reachability[] = [];
  return { judge: new TileReachability((state) => seen.push(state)), seen };
};

describe('TileReachability', () => {
  it('goes online with the first answer and says so once', () => {
    const { judge, seen } = watched();
    judge.answered();
    judge.answered();
    expect(seen).toEqual(['online']);
  });

  it('goes offline after three failures in a row only', () => {
    const { judge, seen } = watched();
    judge.failed();
    judge.failed();
    judge.answered();
    judge.failed();
    judge.failed();
    expect(seen).toEqual(['online']);
    judge.failed();
    expect(seen).toEqual(['online', 'offline']);
  });

  it('waits longer between tries, up to a minute, and starts over after an answer', () => {
    const { judge, seen } = watched();
    judge.disconnected();
    const waits = Array.from({ length: 6 }, () => {
      const wait = judge.retryInMs;
      judge.failed();
      return wait;
    });
    expect(waits).toEqual([10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
    judge.answered();
    expect(judge.retryInMs).toBe(10_000);
    expect(seen).toEqual(['offline', 'online']);
  });

  it('knows nothing of another server', () => {
    const { judge, seen } = watched();
    judge.disconnected();
    judge.reset();
    expect(seen).toEqual(['offline', 'unknown']);
  });
});
