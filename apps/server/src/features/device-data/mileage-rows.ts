import type { PositionReader } from '@sightline/db';
import { addDays, dayRange, formatDuration, type Bucket, type CsvCell, type Measures, type UserZone } from '@sightline/domain';

/** The columns of a table of days; the heads name the units. */
export function mileageHeader(words: 'en' | 'zh', { symbol }: Measures): string[] {
  const [distance, speed] = [symbol('distance'), symbol('speed')];
  return words === 'zh'
    ? [
        '日期',
        `里程 (${distance})`,
        `起始里程表 (${distance})`,
        `结束里程表 (${distance})`,
        '行驶时长',
        '怠速时长',
        '行程数',
        `最高速度 (${speed})`,
      ]
    : [
        'Day',
        `Distance (${distance})`,
        `Odometer at the beginning (${distance})`,
        `Odometer at the end (${distance})`,
        'Driving time',
        'Idling time',
        'Trips',
        `Top speed (${speed})`,
      ];
}

const sum = (buckets: readonly Bucket[], of: (bucket: Bucket) => number): number => buckets.reduce((total, b) => total + of(b), 0);

/**
 * A line for each day of the zone. The odometer is the engine's: what it shows now less what was driven since. A trip counts on the
 * day on which it began.
 */
export async function mileageRows(
  reader: PositionReader,
  deviceKey: number,
  zone: UserZone,
  days: readonly string[],
  { cell }: Measures,
): Promise<CsvCell[][]> {
  const [fromMs] = dayRange(zone, days[0]!);
  const [, toMs] = dayRange(zone, days.at(-1)!);
  // To the last one there is: the odometer is reckoned back from now.
  const buckets = (await reader.buckets([deviceKey], fromMs, Number.MAX_SAFE_INTEGER)).get(deviceKey) ?? [];
  const trips = ((await reader.segments([deviceKey], fromMs, toMs)).get(deviceKey) ?? []).filter((s) => s.kind === 'trip');
  const odometerM = (await reader.states([deviceKey])).get(deviceKey)?.odometerM ?? null;
  const odometerAt = (ms: number): number | null =>
    odometerM === null
      ? null
      : cell(
          'distance',
          odometerM -
            sum(
              buckets.filter((b) => b.slotMs >= ms),
              (b) => b.distanceM,
            ),
        );
  return days.map((day) => {
    const [startMs, endMs] = dayRange(zone, day);
    const own = buckets.filter((b) => b.slotMs >= startMs && b.slotMs < endMs);
    return [
      day,
      cell(
        'distance',
        sum(own, (b) => b.distanceM),
      ),
      odometerAt(startMs),
      odometerAt(endMs),
      formatDuration(sum(own, (b) => b.movingS)),
      formatDuration(sum(own, (b) => b.idleS)),
      trips.filter((trip) => trip.startMs >= startMs && trip.startMs < endMs).length,
      cell(
        'speed',
        own.reduce((top, b) => Math.max(top, b.maxSpeedKph), 0),
      ),
    ];
  });
}

/** The days from the first to the last one. */
export const daysFrom = (start: string, count: number): string[] => Array.from({ length: count }, (_, i) => addDays(start, i));
