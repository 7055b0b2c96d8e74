import type { DeviceClock } from '@sightline/contract';
import {
  keepClock,
  keptClock,
  newestRawFrames,
  type DeviceRecord,
  type PositionReader,
  type RawFrameRecord,
  type ScopedTransaction,
} from '@sightline/db';
import { clockOffsetMs, deviceOffsetMinutes, suggestedUtcOffsetMinutes } from '@sightline/domain';
import { protocolById } from '@sightline/protocols';
import type { AppContext } from '../../context.ts';
import { deviceClockSetting } from '../devices/device-clock.service.ts';
import { isoOrNull } from '../times.ts';
import { decodeFrames, saysLocalTimes, type DecodedFrame } from './frame-decoder.ts';

/** Rows read for each frame that is shown: answers, and what has not been pruned yet. */
const ROWS_PER_FRAME = 4;
/** What is kept of a clock is written anew when it differs by so much or is so old: it is asked for more often than it changes. */
const CLOCK_KEPT_MS = { difference: 1000, age: 3_600_000 } as const;
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

/** What was measured now, kept for later; with too few live fixes what was measured last. */
async function measuredClock(
  trx: ScopedTransaction,
  deviceKey: string,
  offsetMs: number | null,
): Promise<{ readonly offsetMs: number; readonly measuredAt: Date } | null> {
  const kept = await keptClock(trx, deviceKey);
  if (offsetMs === null) return kept;
  const now = new Date();
  const differs = kept === null || Math.abs(kept.offsetMs - offsetMs) > CLOCK_KEPT_MS.difference;
  if (differs || now.getTime() - kept.measuredAt.getTime() > CLOCK_KEPT_MS.age) await keepClock(trx, deviceKey, offsetMs);
  return { offsetMs, measuredAt: now };
}

/**
 * The clock of a device, measured on the positions that it sent in the last day. A setting is suggested only to devices that
 * send wall-clock times: UTC cannot be shifted by it.
 */
export async function deviceClock(
  trx: ScopedTransaction,
  reader: PositionReader,
  device: DeviceRecord,
  frames: readonly DecodedFrame[],
): Promise<DeviceClock> {
  const now = Date.now();
  const positions = await reader.positions(Number(device.key), now - CLOCK_WINDOW_MS, now + CLOCK_WINDOW_MS, {
    limit: CLOCK_FIXES,
    descending: true,
    withAttributes: false,
  });
  const offsetMs = clockOffsetMs(positions);
  const measured = await measuredClock(trx, device.key, offsetMs);
  const protocol = protocolById(device.protocol);
  const setting = deviceClockSetting(device);
  const { utcOffsetMinutes } = setting;
  const local = frames.length > 0 ? saysLocalTimes(frames) : protocol?.defaultUtcOffsetMinutes !== 0;
  const readWithMinutes = deviceOffsetMinutes(setting, now);
  const summerMinutes = local ? readWithMinutes - utcOffsetMinutes : 0;
  return {
    offsetS: measured === null ? null : measured.offsetMs / 1000,
    measuredTime: isoOrNull(measured?.measuredAt),
    readWithMinutes,
    summerMinutes,
    suggestedUtcOffsetMinutes: offsetMs === null || !local ? null : suggestedUtcOffsetMinutes(offsetMs, utcOffsetMinutes, summerMinutes),
  };
}
