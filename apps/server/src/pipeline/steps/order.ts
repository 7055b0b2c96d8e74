import { comparePositions } from '@sightline/domain';
import type { MovingPosition, Step } from '../passage.ts';

/** A device that sends its buffer beside live data within one batch is simply in order. */
export const order: Step = (passage) => {
  const { positions } = passage;
  passage.asTold = positions;
  if (isStrict(positions)) return;
  passage.asTold = positions.toSorted((a, b) => a.position.fixTimeMs - b.position.fixTimeMs);
  passage.positions = positions.toSorted((a, b) => comparePositions(a.position, b.position));
};

/** Each one of a later second than the one before it: as nearly always. */
function isStrict(positions: readonly MovingPosition[]): boolean {
  for (let i = 1; i < positions.length; i++) if (positions[i - 1]!.position.fixTimeMs >= positions[i]!.position.fixTimeMs) return false;
  return true;
}
