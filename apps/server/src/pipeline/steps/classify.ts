import { comparePositions, PositionFlag } from '@sightline/domain';
import type { PositionKey } from '@sightline/domain';
import type { MovingPosition, Step } from '../passage.ts';

/** Tells what is new from what was sent again, and what comes in order from what comes late. */
export const classify: Step = ({ memory, positions }) => {
  // The engine has not moved yet: the last one of this batch that it will take in stands for it.
  let taken: PositionKey | null = null;
  const lastMs = memory.engine.state.core.last?.ms;
  for (const moving of positions) {
    const { position } = moving;
    const arrival = memory.engine.arrival(position);
    moving.arrival = arrival;
    if (arrival === 'next') {
      if (taken && comparePositions(taken, position) === 0) moving.arrival = 'repeat';
      else taken = position;
    } else if (arrival === 'late' && memory.recent.has(position)) moving.arrival = 'repeat';
    moving.late = moving.arrival === 'late';
    moving.sinceMs = sinceOf(moving, lastMs);
    if (moving.arrival !== 'repeat' && (position.flags & PositionFlag.wrongClock) === 0) memory.recent.add(position);
  }
};

/** From when the attributes of a position hold for the present; null for what is past. `lastMs`: of the last position that was taken in. */
function sinceOf({ position, arrival }: MovingPosition, lastMs: number | undefined): number | null {
  const { fixTimeMs, receivedAtMs, buffered } = position;
  if (arrival === 'next') return fixTimeMs;
  if (buffered) return null;
  // A wrong clock says nothing about the order: it holds when it came.
  if (arrival === 'ignored') return receivedAtMs;
  // Of two in the same second the engine takes in the same one first, whichever came first; what is true is what the device told last.
  return arrival === 'late' && fixTimeMs === lastMs ? fixTimeMs : null;
}
