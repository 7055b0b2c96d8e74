import { comparePositions, PositionFlag } from '@sightline/domain';
import type { PositionKey } from '@sightline/domain';
import type { Step } from '../passage.ts';

/** Tells what is new from what was sent again, and what comes in order from what comes late. */
export const classify: Step = ({ memory, positions }) => {
  // The engine has not moved yet: the last one of this batch that it will take in stands for it.
  let taken: PositionKey | null = null;
  for (const moving of positions) {
    const { position } = moving;
    const arrival = memory.engine.arrival(position);
    moving.arrival = arrival;
    if (arrival === 'next') {
      if (taken && comparePositions(taken, position) === 0) moving.arrival = 'repeat';
      else taken = position;
    } else if (arrival === 'late' && memory.recent.has(position)) moving.arrival = 'repeat';
    moving.late = moving.arrival === 'late';
    if (moving.arrival !== 'repeat' && (position.flags & PositionFlag.wrongClock) === 0) memory.recent.add(position);
  }
};
