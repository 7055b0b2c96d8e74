import type { EndedAlarm, RaisedAlarm } from '@sightline/db';
import type { Effects, Position } from '@sightline/domain';
import type { KnownDevice, SubmittedFrame } from '../services/gateway/ports.ts';
import type { DeviceMemory } from './device-memory.ts';

/** A position on its way, with what the steps have found out about it. */
export interface MovingPosition {
  readonly deviceKey: number;
  position: Position;
  /** `next`: the engine takes it in. `late`: stored now, its span is run again. `ignored`: stored only. `repeat`: known already. */
  arrival: 'next' | 'late' | 'ignored' | 'repeat';
  late: boolean;
  /** From when its attributes hold for the present; null for what is past. */
  sinceMs: number | null;
}

/** Everything of one device in one batch, going through the steps together. */
export interface Passage {
  readonly device: KnownDevice;
  readonly memory: DeviceMemory;
  /** In order of arrival. */
  readonly frames: readonly SubmittedFrame[];
  /** In order of time from the step `order` on; within a second in an order that does not depend on the way here. */
  positions: MovingPosition[];
  /** The same in order of time, within a second of the device's clock as it told them; from the step `order` on. */
  asTold: readonly MovingPosition[];
  /** What the engine changed. */
  effects: Effects | null;
  alarms: RaisedAlarm[];
  endedAlarms: EndedAlarm[];
}

/** An empty passage for what has come of a device. */
export const newPassage = (memory: DeviceMemory, frames: readonly SubmittedFrame[]): Passage => ({
  device: memory.device,
  memory,
  frames,
  positions: [],
  asTold: [],
  effects: null,
  alarms: [],
  endedAlarms: [],
});

/** One step of the pipeline: reads and extends the passage. It does no I/O and must not throw for anything a device can send. */
export type Step = (passage: Passage) => void;
