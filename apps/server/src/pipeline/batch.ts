import type { LiveState } from '@sightline/domain';
import type { EndedAlarm, IngestBatch, IncomingPosition, RaisedAlarm } from '@sightline/db';
import type { KnownDevice, SubmittedFrame } from '../services/gateway/ports.ts';
import type { MemoryCache } from './device-memory.ts';
import { newPassage } from './passage.ts';
import { STEPS } from './steps.ts';

/** A device that was heard without anything to store. */
export interface Contact {
  readonly device: KnownDevice;
  readonly atMs: number;
}

/** A batch ready to be written, and what is to be done when it is durable. */
export interface PreparedBatch {
  readonly batch: IngestBatch;
  /** To be told to the bus: the devices of the batch and those that were only heard. */
  readonly states: readonly LiveState[];
  /** Devices that have no activation yet, with the instant of a first position. */
  readonly activated: readonly { readonly deviceKey: number; readonly atMs: number }[];
  readonly repeats: number;
}

/** The devices of some frames, by key, each as its newest frame has it. */
export function devicesOf(frames: readonly SubmittedFrame[], contacts: readonly Contact[]): Map<number, KnownDevice> {
  const devices = new Map<number, KnownDevice>();
  for (const contact of contacts) devices.set(contact.device.deviceKey, contact.device);
  for (const frame of frames) devices.set(frame.device.deviceKey, frame.device);
  return devices;
}

/** Sends frames through the steps, device by device, and collects what is to be written. The memories must be loaded. */
export function prepareBatch(frames: readonly SubmittedFrame[], contacts: readonly Contact[], memories: MemoryCache): PreparedBatch {
  const byDevice = new Map<number, SubmittedFrame[]>();
  for (const frame of frames) {
    const own = byDevice.get(frame.device.deviceKey);
    if (own) own.push(frame);
    else byDevice.set(frame.device.deviceKey, [frame]);
  }
  const positions: IncomingPosition[] = [];
  const states: LiveState[] = [];
  const engineStates: IngestBatch['engineStates'][number][] = [];
  const segments: IngestBatch['segments'][number][] = [];
  const buckets: IngestBatch['buckets'][number][] = [];
  const marks: IngestBatch['marks'][number][] = [];
  const checkpoints: IngestBatch['checkpoints'][number][] = [];
  const alarms: RaisedAlarm[] = [];
  const endedAlarms: EndedAlarm[] = [];
  const activated: { deviceKey: number; atMs: number }[] = [];
  let repeats = 0;
  for (const [deviceKey, own] of byDevice) {
    const memory = memories.get(deviceKey)!;
    const passage = newPassage(memory, own);
    for (const step of STEPS) step(passage);
    for (const moving of passage.positions) {
      if (moving.arrival === 'repeat') repeats++;
      else positions.push(moving);
    }
    if (passage.effects) {
      for (const segment of passage.effects.segments) segments.push({ deviceKey, segment });
      for (const bucket of passage.effects.buckets) buckets.push({ deviceKey, bucket });
      for (const mark of passage.effects.marks) marks.push({ deviceKey, mark });
      for (const checkpoint of passage.effects.checkpoints) checkpoints.push({ deviceKey, checkpoint });
      engineStates.push({ deviceKey, state: memory.engine.state });
    }
    alarms.push(...passage.alarms);
    endedAlarms.push(...passage.endedAlarms);
    // Again with each batch until the registry says so: a failure in between mends itself.
    if (passage.effects && memory.device.activatedAtMs === null) activated.push({ deviceKey, atMs: own[0]!.receivedAtMs });
    states.push(memory.live());
  }
  const heard: IngestBatch['contacts'][number][] = [];
  const published = [...states];
  for (const { device, atMs } of contacts) {
    const memory = memories.get(device.deviceKey)!;
    if (atMs <= memory.lastContactMs) continue;
    memory.lastContactMs = atMs;
    heard.push({ deviceKey: device.deviceKey, atMs });
    if (!byDevice.has(device.deviceKey)) published.push(memory.live());
  }
  return {
    batch: { positions, states, engineStates, segments, buckets, marks, checkpoints, contacts: heard, endedAlarms, alarms },
    states: published,
    activated,
    repeats,
  };
}
