import { TrackColumnsWriter, type TrackColumns } from '@sightline/contract';
import type { PositionReader } from '@sightline/db';
import { ENGINE_RULES, outlineOf } from '@sightline/domain';

/** Side of the picture for which an overview is made, px: a large screen with some zooming on top. */
const SIDE_PX = 2000;

/** Which positions; the end is not included. */
export interface OverviewQuery {
  readonly deviceKey: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** Null: all location types. */
  readonly types: ReadonlySet<number> | null;
}

/** The line of a whole span in few points: from the columns of the store alone, a tenth of the time that all positions take. */
export async function readTrackOverview(reader: PositionReader, q: OverviewQuery): Promise<TrackColumns> {
  const c = await reader.columns(q.deviceKey, q.fromMs, q.toMs);
  const counts = (i: number): boolean =>
    c.flags[i] === 0 &&
    !Number.isNaN(c.lat[i] ?? NaN) &&
    !Number.isNaN(c.lon[i] ?? NaN) &&
    (q.types === null || q.types.has(c.type[i] ?? 0));
  const writer = new TrackColumnsWriter(false);
  let timeMs = 0;
  for (const i of outlineOf(c, { counts, gapMs: ENGINE_RULES.gapMs, sidePx: SIDE_PX })) {
    if (i === -1) {
      writer.add({ timeMs, lat: null, lon: null, speedKph: null, course: null, flags: 0, acc: 2 });
      continue;
    }
    timeMs = c.fixTimeMs[i] as number;
    const [speedKph, course] = [c.speedKph[i] as number, c.course[i] as number];
    writer.add({
      timeMs,
      lat: c.lat[i] as number,
      lon: c.lon[i] as number,
      speedKph: Number.isNaN(speedKph) ? null : speedKph,
      course: Number.isNaN(course) ? null : course,
      flags: 0,
      acc: 2,
    });
  }
  return writer.finish();
}
