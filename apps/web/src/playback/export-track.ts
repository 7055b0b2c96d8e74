import {
  csvLines,
  ENGINE_RULES,
  formatInstant,
  gpxLines,
  inChunks,
  kmlLines,
  type Measures,
  type TrackPoint,
  type UserZone,
} from '@sightline/domain';
import type { PlayedDevice } from './use-tracks.ts';
import { ACC_UNKNOWN, isGood } from './track/lookup.ts';
import { rejections } from './track/rejections.ts';

export const EXPORT_FORMATS = ['gpx', 'kml', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const MIME: Readonly<Record<ExportFormat, string>> = {
  gpx: 'application/gpx+xml',
  kml: 'application/vnd.google-earth.kml+xml',
  csv: 'text/csv',
};

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** Counted points, one part for each stretch without a long silence. */
function* parts({ track }: PlayedDevice): Generator<TrackPoint[]> {
  let part: TrackPoint[] = [];
  let lastMs = -Infinity;
  for (let i = 0; i < track.count; i++) {
    if (!isGood(track, i)) continue;
    const timeMs = track.timeMs[i] as number;
    if (timeMs - lastMs > ENGINE_RULES.gapMs && part.length > 0) {
      yield part;
      part = [];
    }
    lastMs = timeMs;
    part.push({
      timeMs,
      lat: track.lat[i] as number,
      lon: track.lon[i] as number,
      speedKph: known(track.speedKph[i] as number),
      course: known(track.course[i] as number),
    });
  }
  if (part.length > 0) yield part;
}

function* rows({ track }: PlayedDevice, zone: UserZone, { cell }: Measures): Generator<(string | number | null)[]> {
  for (let i = 0; i < track.count; i++) {
    const acc = track.acc[i] ?? ACC_UNKNOWN;
    yield [
      formatInstant(zone, track.timeMs[i] as number),
      known(track.lat[i] as number),
      known(track.lon[i] as number),
      cell('speed', known(track.speedKph[i] as number)),
      known(track.course[i] as number),
      acc === ACC_UNKNOWN ? null : acc,
      rejections(track.flags[i] as number).join(' '),
    ];
  }
}

/** The file's text in chunks. CSV holds every point and says which are left out, GPX and KML the counted ones, in the units of their formats. */
export const exportLines = (
  device: PlayedDevice,
  format: ExportFormat,
  zone: UserZone,
  measures: Measures,
  header: readonly string[],
): Iterable<string> => {
  if (format === 'csv') return csvLines(header, rows(device, zone, measures));
  const document = { name: device.name, creator: 'Sightline', parts: parts(device) };
  return format === 'gpx' ? gpxLines(document) : kmlLines(document);
};

/** Names may hold anything; file names may not. */
export const fileName = (device: PlayedDevice, format: ExportFormat, zone: UserZone): string => {
  const first = device.track.count > 0 ? formatInstant(zone, device.track.timeMs[0] as number, 'yyyyMMdd-HHmmss') : 'empty';
  return `${device.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')}-${first}.${format}`;
};

/** Hands a track to the browser as a file. */
export const saveTrack = (
  device: PlayedDevice,
  format: ExportFormat,
  zone: UserZone,
  measures: Measures,
  header: readonly string[],
): void => {
  const url = URL.createObjectURL(
    new Blob([...inChunks(exportLines(device, format, zone, measures, header), 1 << 20)], { type: MIME[format] }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName(device, format, zone);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
