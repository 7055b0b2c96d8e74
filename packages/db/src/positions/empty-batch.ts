import type { IngestBatch } from './types.ts';

/** A batch that changes nothing: what is written goes on top of it. */
export const EMPTY_BATCH: IngestBatch = {
  positions: [],
  states: [],
  engineStates: [],
  segments: [],
  buckets: [],
  marks: [],
  checkpoints: [],
  contacts: [],
  endedAlarms: [],
  alarms: [],
};
