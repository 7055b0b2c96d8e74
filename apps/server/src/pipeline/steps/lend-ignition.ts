import type { DeviceMemory } from '../device-memory.ts';
import type { Step } from '../passage.ts';

/** A status older than this says nothing about a position any more. */
const STATUS_VALID_MS = 15 * 60_000;

/**
 * Some protocols tell the ignition in heartbeats only. A live position without it takes over what the last heartbeat
 * said, before it is stored: the engine, a re-run and every report then see the same.
 */
export const lendIgnition: Step = ({ memory, frames, positions }) => {
  let at = 0;
  for (const frame of frames) {
    for (const fact of frame.facts) {
      if (fact.kind === 'status') {
        const on = fact.attributes['ignition'];
        if (typeof on === 'boolean') memory.statusIgnition = { on, atMs: frame.receivedAtMs };
        continue;
      }
      if (fact.kind !== 'position') continue;
      const moving = positions[at++]!;
      const lent = lendable(memory, moving.position.attributes['ignition'] !== undefined || moving.position.buffered, frame.receivedAtMs);
      if (lent !== null) moving.position = { ...moving.position, attributes: { ...moving.position.attributes, ignition: lent } };
    }
  }
};

function lendable(memory: DeviceMemory, needless: boolean, nowMs: number): boolean | null {
  const status = memory.statusIgnition;
  return !needless && status && nowMs - status.atMs <= STATUS_VALID_MS ? status.on : null;
}
