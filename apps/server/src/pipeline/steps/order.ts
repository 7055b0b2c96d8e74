import { comparePositions } from '@sightline/domain';
import type { Step } from '../passage.ts';

/** A device that sends its buffer beside live data within one batch is simply in order. */
export const order: Step = (passage) => {
  const { positions } = passage;
  for (let i = 1; i < positions.length; i++) {
    if (comparePositions(positions[i - 1]!.position, positions[i]!.position) > 0) {
      positions.sort((a, b) => comparePositions(a.position, b.position));
      return;
    }
  }
};
