import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { bearingDeg, distanceM } from '@sightline/domain';

/** A way that can be driven: points in time order, ms from the start, without impossible steps. */
export interface Track {
  readonly name: string;
  readonly durationMs: number;
  readonly lengthM: number;
  readonly points: readonly TrackPoint[];
}

export interface TrackPoint {
  readonly ms: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKph: number;
  readonly course: number;
  readonly altitudeM: number;
  /** Way driven since the start. */
  readonly alongM: number;
}

/** Over this a step is a flaw of the recording, not a drive. */
const MAX_STEP_KPH = 140;

type Row = readonly [number, number, number, number | null, number | null, number | null];

/**
 * A track of the form `{name, points: [[s, lat, lon, km/h, altitude m, course], ...]}`. Steps that nothing drives are
 * left out. Throws `Error` when fewer than two points remain.
 */
export function readTrack(name: string, rows: readonly Row[]): Track {
  const points: TrackPoint[] = [];
  for (const [s, lat, lon, speed, altitude, course] of rows) {
    const before = points.at(-1);
    const ms = Math.round(s * 1000);
    const stepM = before ? distanceM(before.lat, before.lon, lat, lon) : 0;
    if (before && (ms <= before.ms || stepM / ((ms - before.ms) / 3600) > MAX_STEP_KPH)) continue;
    points.push({
      ms,
      lat,
      lon,
      speedKph: Math.max(0, speed ?? (before ? stepM / ((ms - before.ms) / 3600) : 0)),
      course: course ?? (before && stepM > 3 ? bearingDeg(before, { lat, lon }) : (before?.course ?? 0)),
      altitudeM: altitude ?? before?.altitudeM ?? 0,
      alongM: (before?.alongM ?? 0) + stepM,
    });
  }
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || first === last) throw new Error(`track ${name} has no two points that can be driven`);
  const shifted = points.map((p) => ({ ...p, ms: p.ms - first.ms }));
  return { name, durationMs: last.ms - first.ms, lengthM: last.alongM, points: shifted };
}

/** All tracks (`*.json`) of a folder, by name. Throws `Error` when there is none. */
export function readTracks(folder: string): Map<string, Track> {
  const tracks = new Map<string, Track>();
  for (const file of readdirSync(folder)
    .filter((f) => f.endsWith('.json'))
    .sort()) {
    const { name, points } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as { name: string; points: Row[] };
    tracks.set(name, readTrack(name, points));
  }
  if (tracks.size === 0) throw new Error(`no tracks (*.json) in ${folder}`);
  return tracks;
}
