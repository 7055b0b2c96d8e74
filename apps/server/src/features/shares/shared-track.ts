import { TrackColumnsWriter, type TrackColumns } from '@sightline/contract';
import type { PositionReader } from '@sightline/db';
import { simplify } from '@sightline/domain';

const HOUR_MS = 3_600_000;
/** Most positions read for one look: a position every four seconds for the longest time that a link can show. */
const MAX_READ = 65_000;
/** What a thinned line may be off, m: less than a lane. */
const TOLERANCE_M = 3;

/** The track of the last hours for somebody without a sign-in: where it went and when, and nothing else of the device. */
export async function sharedTrack(reader: PositionReader, deviceKey: number, hours: number): Promise<TrackColumns> {
  const now = Date.now();
  const read = await reader.positions(deviceKey, now - hours * HOUR_MS, now + 1, {
    limit: MAX_READ,
    descending: true,
    withAttributes: false,
  });
  const good = read
    .toReversed()
    .flatMap((p) => (p.flags === 0 && p.type === 1 && p.lat !== null && p.lon !== null ? [{ ...p, lat: p.lat, lon: p.lon }] : []));
  const writer = new TrackColumnsWriter(false);
  for (const p of simplify(good, TOLERANCE_M)) {
    writer.add({ timeMs: p.fixTimeMs, lat: p.lat, lon: p.lon, speedKph: p.speedKph, course: p.course, flags: 0, acc: 2 });
  }
  return writer.finish();
}
