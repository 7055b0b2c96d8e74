import { BUCKET_MS } from './facts.ts';
import type { Bucket } from './facts.ts';
import type { OpenSlot } from './state.ts';

/** Start of the quarter of an hour that holds the instant. */
export const slotOf = (ms: number): number => Math.floor(ms / BUCKET_MS) * BUCKET_MS;

/** The slot of that start in an ascending list, made when missing. Looks from the end, where work happens. */
export const slotAt = (slots: OpenSlot[], slotMs: number): OpenSlot => {
  let i = slots.length;
  while (i > 0 && (slots[i - 1] as OpenSlot).slotMs > slotMs) i--;
  const found = slots[i - 1];
  if (found !== undefined && found.slotMs === slotMs) return found;
  const made: OpenSlot = { slotMs, distanceMm: 0, movingMs: 0, idleMs: 0, stoppedMs: 0, maxSpeedKph: 0, pointCount: 0 };
  slots.splice(i, 0, made);
  return made;
};

/** Books the time from one instant to another, split exactly at the slot borders. */
export const bookTime = (slots: OpenSlot[], fromMs: number, toMs: number, kind: 'idleMs' | 'stoppedMs'): void => {
  let at = fromMs;
  while (at < toMs) {
    const slotMs = slotOf(at);
    const end = Math.min(toMs, slotMs + BUCKET_MS);
    slotAt(slots, slotMs)[kind] += end - at;
    at = end;
  }
};

/**
 * Books a moving interval: time split at the slot borders, distance in proportion. The parts are differences of a
 * rounded running sum, so that they add up to `distanceMm` exactly.
 */
export const bookMoving = (slots: OpenSlot[], fromMs: number, toMs: number, distanceMm: number): void => {
  let at = fromMs;
  let booked = 0;
  while (at < toMs) {
    const slotMs = slotOf(at);
    const end = Math.min(toMs, slotMs + BUCKET_MS);
    const upTo = end === toMs ? distanceMm : Math.floor((distanceMm * (end - fromMs)) / (toMs - fromMs));
    const slot = slotAt(slots, slotMs);
    slot.movingMs += end - at;
    slot.distanceMm += upTo - booked;
    booked = upTo;
    at = end;
  }
};

/** The public form of a slot. */
export const bucketOf = (slot: OpenSlot): Bucket => ({
  slotMs: slot.slotMs,
  distanceM: slot.distanceMm / 1000,
  movingS: slot.movingMs / 1000,
  idleS: slot.idleMs / 1000,
  stoppedS: slot.stoppedMs / 1000,
  maxSpeedKph: slot.maxSpeedKph,
  pointCount: slot.pointCount,
});
