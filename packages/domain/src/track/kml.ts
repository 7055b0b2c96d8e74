import { escapeXml, isoInstant, plainNumber } from './text.ts';
import type { TrackDocument } from './text.ts';

/**
 * KML 2.2 with gx:Track (OGC 07-147r2 and Google's extension): a placemark for each part. All `when` come before all `gx:coord`,
 * so the coordinates of one part are held back until its times are out.
 */
export function* kmlLines(track: TrackDocument): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">\n';
  yield ` <Document>\n  <name>${escapeXml(track.name)}</name>\n  <Style id="track"><LineStyle><color>ff0d72ff</color><width>4</width></LineStyle></Style>\n`;
  let number = 0;
  for (const part of track.parts) {
    number++;
    yield `  <Placemark>\n   <name>${escapeXml(track.name)} ${number}</name>\n   <styleUrl>#track</styleUrl>\n   <gx:Track>\n    <altitudeMode>clampToGround</altitudeMode>\n`;
    const coordinates: string[] = [];
    for (const { timeMs, lat, lon, altitudeM } of part) {
      coordinates.push(`    <gx:coord>${plainNumber(lon, 7)} ${plainNumber(lat, 7)} ${plainNumber(altitudeM ?? 0, 1)}</gx:coord>\n`);
      yield `    <when>${isoInstant(timeMs)}</when>\n`;
    }
    yield* coordinates;
    yield '   </gx:Track>\n  </Placemark>\n';
  }
  yield ' </Document>\n</kml>\n';
}
