import type { DeviceClock } from '@sightline/contract';
import { newestRawFrames, type DeviceRecord, type PositionReader, type RawFrameRecord, type ScopedTransaction } from '@sightline/db';
import { clockOffsetMs, suggestedUtcOffsetMinutes } from '@sightline/domain';
import { protocolById } from '@sightline/protocols';
import type { AppContext } from '../../context.ts';
import { decodeFrames, saysLocalTimes, type DecodedFrame } from './frame-decoder.ts';

/** Rows read for each frame that is shown: answers, and what has not been pruned yet. */
const ROWS_PER_FRAME = 4;
const CLOCK_FIXES = 300;
/** Zones reach from -12 to +14 h: a clock that is off by one lies within this of now. */
const CLOCK_WINDOW_MS = 27 * 3_600_000;

export interface Exchange {
  /** A frame of the device, or a command to it. */
  readonly frame: DecodedFrame;
  readonly answers: readonly DecodedFrame[];
}

/** The kept frames of a device with their answers, newest first. */
export async function exchangesOf(trx: ScopedTransaction, context: AppContext, deviceKey: string): Promise<Exchange[]> {
  const keep = context.config.rawFrames;
  const rows = await newestRawFrames(trx, deviceKey, keep * ROWS_PER_FRAME);
  const decoded = decodeFrames(rows.toReversed());
  const answers = new Map<string, DecodedFrame[]>();
  const nameOf = (frame: RawFrameRecord, number: string): string => `${frame.gateway}/${number}`;
  for (const one of decoded) {
    if (one.frame.answers === null) continue;
    const name = nameOf(one.frame, one.frame.answers);
    answers.set(name, [...(answers.get(name) ?? []), one]);
  }
  return decoded
    .filter(({ frame }) => frame.answers === null)
    .toReversed()
    .slice(0, keep)
    .map((frame) => ({ frame, answers: answers.get(nameOf(frame.frame, frame.frame.number)) ?? [] }));
}

/**
 * The clock of a device, measured on the positions that it sent in the last day. A setting is suggested only to devices that
 * send wall-clock times: UTC cannot be shifted by it.
 */
export async function deviceClock(reader: PositionReader, device: DeviceRecord, frames: readonly DecodedFrame[]): Promise<DeviceClock> {
  const now = Date.now();
  const positions = await reader.positions(Number(device.key), now - CLOCK_WINDOW_MS, now + CLOCK_WINDOW_MS, {
    limit: CLOCK_FIXES,
    descending: true,
    withAttributes: false,
  });
  const offsetMs = clockOffsetMs(positions);
  const protocol = protocolById(device.protocol);
  const readWithMinutes = device.utc_offset_minutes ?? protocol?.defaultUtcOffsetMinutes ?? 0;
  const local = frames.length > 0 ? saysLocalTimes(frames) : protocol?.defaultUtcOffsetMinutes !== 0;
  return {
    offsetS: offsetMs === null ? null : offsetMs / 1000,
    readWithMinutes,
    suggestedUtcOffsetMinutes: offsetMs === null || !local ? null : suggestedUtcOffsetMinutes(offsetMs, readWithMinutes),
  };
}
