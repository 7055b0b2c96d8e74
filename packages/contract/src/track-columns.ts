import type { TrackColumns } from './entities/track.entities.ts';

/** What a device says beside its place, from an instant on. */
export interface TrackChange {
  readonly timeMs: number;
  /** Location type: 1 GPS, 2 LBS, 3 WIFI. */
  readonly type: number;
  /** Comma list of alarm kinds; empty = none. */
  readonly alarm: string;
}

/** A track in memory: index i of each array is one position. NaN where there is no value. */
export interface Track {
  readonly count: number;
  readonly timeMs: Float64Array;
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  readonly speedKph: Float32Array;
  readonly course: Float32Array;
  readonly flags: Uint8Array;
  /** 0 off, 1 on, 2 not known. Empty when it was not asked for. */
  readonly acc: Uint8Array;
  /** In the order of time. Empty when they were not asked for. */
  readonly changes: readonly TrackChange[];
}

/** One position to write; lat and lon are both null or none. */
export interface TrackColumnPoint {
  readonly timeMs: number;
  readonly lat: number | null;
  readonly lon: number | null;
  readonly speedKph: number | null;
  readonly course: number | null;
  readonly flags: number;
  readonly acc: 0 | 1 | 2;
  /** Left out when changes are not asked for. */
  readonly said?: Pick<TrackChange, 'type' | 'alarm'>;
}

/** Collects positions into columns of differences. */
export class TrackColumnsWriter {
  private readonly columns: TrackColumns = { count: 0, time: [], lat: [], lon: [], speed: [], course: [], flags: [], acc: [], changes: [] };
  private timeMs = 0;
  private lat = 0;
  private lon = 0;

  /** @param withAcc fills the column `acc`; it stays empty otherwise. */
  constructor(private readonly withAcc: boolean) {}

  add(p: TrackColumnPoint): void {
    const c = this.columns;
    c.count++;
    c.time.push(p.timeMs - this.timeMs);
    this.timeMs = p.timeMs;
    if (p.lat === null || p.lon === null) {
      c.lat.push(null);
      c.lon.push(null);
    } else {
      const lat = Math.round(p.lat * 1e6);
      const lon = Math.round(p.lon * 1e6);
      c.lat.push(lat - this.lat);
      c.lon.push(lon - this.lon);
      this.lat = lat;
      this.lon = lon;
    }
    c.speed.push(p.speedKph === null ? -1 : Math.round(p.speedKph * 10));
    c.course.push(p.course === null ? -1 : Math.round(p.course));
    c.flags.push(p.flags);
    if (this.withAcc) c.acc.push(p.acc);
    const last = c.changes.at(-1);
    if (p.said && (last?.type !== p.said.type || last.alarm !== p.said.alarm))
      c.changes.push({ index: c.count - 1, type: p.said.type, alarm: p.said.alarm });
  }

  finish(): TrackColumns {
    return this.columns;
  }
}

/** Reads columns of differences into typed arrays. */
export function decodeTrackColumns(columns: TrackColumns): Track {
  const n = columns.count;
  const track = {
    count: n,
    timeMs: new Float64Array(n),
    lat: new Float64Array(n),
    lon: new Float64Array(n),
    speedKph: new Float32Array(n),
    course: new Float32Array(n),
    flags: Uint8Array.from(columns.flags),
    acc: Uint8Array.from(columns.acc),
  };
  let time = 0;
  let lat = 0;
  let lon = 0;
  for (let i = 0; i < n; i++) {
    time += columns.time[i] ?? 0;
    track.timeMs[i] = time;
    const dLat = columns.lat[i] ?? null;
    const dLon = columns.lon[i] ?? null;
    if (dLat === null || dLon === null) {
      track.lat[i] = Number.NaN;
      track.lon[i] = Number.NaN;
    } else {
      lat += dLat;
      lon += dLon;
      track.lat[i] = lat / 1e6;
      track.lon[i] = lon / 1e6;
    }
    const speed = columns.speed[i] ?? -1;
    track.speedKph[i] = speed < 0 ? Number.NaN : speed / 10;
    const course = columns.course[i] ?? -1;
    track.course[i] = course < 0 ? Number.NaN : course;
  }
  const changes = columns.changes.map(({ index, type, alarm }) => ({ timeMs: track.timeMs[index] ?? 0, type, alarm }));
  return { ...track, changes };
}
