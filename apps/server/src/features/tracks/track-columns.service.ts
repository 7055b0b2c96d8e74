import { TrackColumnsWriter, type TrackColumns } from '@sightline/contract';
import type { PositionReader } from '@sightline/db';
import { accOf } from './track-view.ts';

/** Which columns of which positions; the end is not included. */
export interface ColumnQuery {
  readonly deviceKey: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly withRejected: boolean;
  /** Null: all location types. */
  readonly types: ReadonlySet<number> | null;
  readonly withAcc: boolean;
  readonly withChanges: boolean;
}

const nullable = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value);

/** From the columns of the store alone. */
async function readPlaces(reader: PositionReader, q: ColumnQuery): Promise<TrackColumns> {
  const writer = new TrackColumnsWriter(false);
  const c = await reader.columns(q.deviceKey, q.fromMs, q.toMs);
  for (let i = 0; i < c.count; i++) {
    const flags = c.flags[i] ?? 0;
    if ((flags !== 0 && !q.withRejected) || (q.types && !q.types.has(c.type[i] ?? 0))) continue;
    writer.add({
      timeMs: c.fixTimeMs[i] ?? 0,
      lat: nullable(c.lat[i]),
      lon: nullable(c.lon[i]),
      speedKph: nullable(c.speedKph[i]),
      course: nullable(c.course[i]),
      flags,
      acc: 2,
    });
  }
  return writer.finish();
}

/** With ignition, location type and alarms, of which two are attributes: whole positions are read, a day at a time. */
async function readWithAttributes(reader: PositionReader, q: ColumnQuery): Promise<TrackColumns> {
  const writer = new TrackColumnsWriter(q.withAcc);
  for await (const batch of reader.stream(q.deviceKey, q.fromMs, q.toMs)) {
    for (const p of batch) {
      if ((p.flags !== 0 && !q.withRejected) || (q.types && !q.types.has(p.type))) continue;
      const alarm = p.attributes['alarm'];
      writer.add({
        timeMs: p.fixTimeMs,
        lat: p.lat,
        lon: p.lon,
        speedKph: p.speedKph,
        course: p.course,
        flags: p.flags,
        acc: accOf(p) ?? 2,
        ...(q.withChanges ? { said: { type: p.type, alarm: typeof alarm === 'string' ? alarm : '' } } : {}),
      });
    }
  }
  return writer.finish();
}

/** A track of the store as the wire carries it. */
export const readTrackColumns = (reader: PositionReader, query: ColumnQuery): Promise<TrackColumns> =>
  query.withAcc || query.withChanges ? readWithAttributes(reader, query) : readPlaces(reader, query);
