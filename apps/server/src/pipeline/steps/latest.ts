import { AI_ALARMS_ATTRIBUTE, type Attributes, type Position } from '@sightline/domain';
import { cleanAttributes } from '../clean-attributes.ts';
import type { DeviceMemory } from '../device-memory.ts';
import type { Step } from '../passage.ts';

/** What holds for one position only and must not stay in the latest state. */
const MOMENTARY = ['alarm', AI_ALARMS_ATTRIBUTE, 'event', 'result'] as const;

interface Told {
  readonly atMs: number;
  readonly attributes: Attributes;
}

/**
 * Moves the latest state: never backwards, only by a position that counts, and not at all by data that came late. The
 * newest value of each attribute stays until the device sends another.
 */
export const latest: Step = ({ memory, frames, positions, asTold }) => {
  const statuses: Told[] = [];
  for (const frame of frames) {
    memory.lastContactMs = Math.max(memory.lastContactMs, frame.receivedAtMs);
    for (const fact of frame.facts)
      if (fact.kind === 'status') statuses.push({ atMs: fact.timeMs ?? frame.receivedAtMs, attributes: cleanAttributes(fact.attributes) });
  }
  statuses.sort((a, b) => a.atMs - b.atMs);
  // Positions are in order of time: statuses are taken in between them.
  let told = 0;
  for (const { position, sinceMs } of asTold) {
    if (sinceMs === null) continue;
    for (; told < statuses.length && statuses[told]!.atMs < sinceMs; told++) memory.merge(statuses[told]!.attributes);
    mergePosition(memory, position);
  }
  for (; told < statuses.length; told++) memory.merge(statuses[told]!.attributes);
  memory.moveFix(positions);
};

function mergePosition(memory: DeviceMemory, position: Position): void {
  for (const name of MOMENTARY) memory.drop(name);
  memory.merge(position.attributes);
}
