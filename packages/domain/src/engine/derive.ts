import { comparePositions } from '../position/position.ts';
import type { Position } from '../position/position.ts';
import { step } from './engine.ts';
import type { Bucket, Segment } from './facts.ts';
import type { EngineState, Checkpoint, PositionKey } from './state.ts';
import { beginWork, newEngineState, takeEffects } from './work.ts';
import type { EngineSettings } from './work.ts';

/** All facts of a set of positions. `jumps`: the positions that carry the jump flag. */
export interface DerivedFacts {
  readonly segments: readonly Segment[];
  readonly buckets: readonly Bucket[];
  readonly jumps: readonly PositionKey[];
  readonly checkpoints: readonly Checkpoint[];
  readonly state: EngineState;
}

/** Sorted, and of each identity only one. */
export const sortedUnique = (positions: readonly Position[]): Position[] =>
  positions.toSorted(comparePositions).filter((position, i, all) => i === 0 || comparePositions(all[i - 1] as Position, position) !== 0);

/** The whole derivation in one go: what the incremental path is equal to, whatever the order of arrival. */
export const deriveAll = (settings: EngineSettings, positions: readonly Position[]): DerivedFacts => {
  const state = newEngineState(settings);
  const work = beginWork(settings, state);
  for (const position of sortedUnique(positions)) step(work, position);
  const { segments, buckets, marks, checkpoints } = takeEffects(work);
  return { segments, buckets, jumps: markedOf(marks), checkpoints, state };
};

/** The keys whose last mark says jump, in order. */
export const markedOf = (marks: readonly (PositionKey & { readonly jump: boolean })[]): PositionKey[] => {
  const last = new Map<string, PositionKey & { readonly jump: boolean }>();
  for (const mark of marks) last.set(`${mark.fixTimeMs}/${mark.sequence}`, mark);
  return [...last.values()]
    .filter((mark) => mark.jump)
    .map(({ fixTimeMs, sequence }) => ({ fixTimeMs, sequence }))
    .sort(comparePositions);
};
