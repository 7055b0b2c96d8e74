import { escapeXml, isoInstant, plainNumber } from './text.ts';
import type { TrackDocument, TrackPoint } from './text.ts';

/** GPX 1.1 (topografix.com/GPX/1/1): one trk, a trkseg for each part. Speed in m/s and course go into Garmin's TrackPointExtension v2. */
export function* gpxLines(track: TrackDocument): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<gpx version="1.1" creator="${escapeXml(track.creator)}" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">\n`;
  yield ` <trk>\n  <name>${escapeXml(track.name)}</name>\n`;
  for (const part of track.parts) {
    yield '  <trkseg>\n';
    for (const point of part) yield pointLine(point);
    yield '  </trkseg>\n';
  }
  yield ' </trk>\n</gpx>\n';
}

/** Elements in the schema's order: ele, time, extensions; within the extension speed before course. */
const pointLine = ({ timeMs, lat, lon, altitudeM = null, speedKph = null, course = null }: TrackPoint): string => {
  const elevation = altitudeM === null ? '' : `<ele>${plainNumber(altitudeM, 1)}</ele>`;
  const speed = speedKph === null ? '' : `<gpxtpx:speed>${plainNumber(speedKph / 3.6, 2)}</gpxtpx:speed>`;
  const heading = course === null ? '' : `<gpxtpx:course>${plainNumber(course, 1)}</gpxtpx:course>`;
  const extensions =
    speed === '' && heading === ''
      ? ''
      : `<extensions><gpxtpx:TrackPointExtension>${speed}${heading}</gpxtpx:TrackPointExtension></extensions>`;
  return `   <trkpt lat="${plainNumber(lat, 7)}" lon="${plainNumber(lon, 7)}">${elevation}<time>${isoInstant(timeMs)}</time>${extensions}</trkpt>\n`;
};
