import type { Position } from '@sightline/domain';
import type { Step } from '../passage.ts';

/** Runs the engine over what came in order. Late positions are run by the recompute loop once they are stored. */
export const derive: Step = (passage) => {
  const next: Position[] = [];
  for (const { position, arrival } of passage.positions) if (arrival === 'next') next.push(position);
  if (next.length === 0) return;
  passage.effects = passage.memory.engine.pushAll(next);
};
