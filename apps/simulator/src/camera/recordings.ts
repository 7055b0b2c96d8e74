import { generator } from '../random.ts';

/** What the disk of a camera holds of a channel, in one file. */
export interface Recording {
  readonly channel: number;
  readonly startMs: number;
  readonly endMs: number;
  /** Alarms while it was made: JT/T 808 alarm bits 0 to 31, video alarms 32 to 63. */
  readonly alarms: bigint;
  readonly sizeBytes: number;
}

export interface RecordingFilter {
  /** 0: any. */
  readonly channel: number;
  /** null: from the oldest, to the newest. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  /** Any of these bits; 0: no matter which. */
  readonly alarms: bigint;
}

export const RECORDING_MS = 5 * 60_000;
/** The disk holds this much; what is older is overwritten. */
const KEPT_MS = 2 * 24 * 3_600_000;
/** Shares of the files that are missing (the device was off), and that have an alarm. */
const GAP_SHARE = 0.06;
const ALARM_SHARE = 0.08;
/** Emergency button, collision, fatigue, and one of the video alarms: signal covered. */
const ALARMS = [1n << 0n, 1n << 29n, 1n << 2n, 1n << 33n] as const;
/** About what two megabits a second leave on a disk in five minutes. */
const TYPICAL_BYTES = 75_000_000;

/** The recordings that match, oldest first and by channel: a function of the device and the time, the same whenever it is asked. */
export function recordingsOf(deviceId: string, channels: number, filter: RecordingFilter, nowMs: number): Recording[] {
  const oldest = Math.ceil((nowMs - KEPT_MS) / RECORDING_MS);
  // The file that is being written is not on the list.
  const newest = Math.floor(nowMs / RECORDING_MS) - 1;
  const first = Math.max(oldest, filter.fromMs === null ? oldest : Math.floor(filter.fromMs / RECORDING_MS));
  const last = Math.min(newest, filter.toMs === null ? newest : Math.ceil(filter.toMs / RECORDING_MS) - 1);
  const found: Recording[] = [];
  for (let slot = first; slot <= last; slot++) {
    const random = generator(`${deviceId}/recording/${slot}`);
    if (random() < GAP_SHARE) continue;
    const alarms = random() < ALARM_SHARE ? ALARMS[Math.floor(random() * ALARMS.length)]! : 0n;
    if (filter.alarms !== 0n && (alarms & filter.alarms) === 0n) continue;
    for (let channel = 1; channel <= channels; channel++) {
      if (filter.channel !== 0 && filter.channel !== channel) continue;
      found.push({
        channel,
        startMs: slot * RECORDING_MS,
        endMs: (slot + 1) * RECORDING_MS,
        alarms,
        sizeBytes: Math.round(TYPICAL_BYTES * (0.8 + 0.4 * generator(`${deviceId}/recording/${slot}/${channel}`)())),
      });
    }
  }
  return found;
}
