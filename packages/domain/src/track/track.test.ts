import { describe, expect, it } from 'vitest';
import { csvLines, neutraliseCell } from './csv.ts';
import { gpxLines } from './gpx.ts';
import { kmlLines } from './kml.ts';
import { speedClassOf, speedRuns } from './speed-class.ts';
import { escapeXml, inChunks } from './text.ts';
import { simplifyForZoom } from './zoom.ts';

const T = Date.UTC(2026, 0, 2, 3, 4, 5);
function* points() {
  yield { timeMs: T, lat: -33.5, lon: 151.25, altitudeM: 12.34, speedKph: 36, course: 270 };
  yield { timeMs: T + 1500, lat: 1e-8, lon: -179.9999999, speedKph: null };
}
const track = {
  name: 'A & <B> "x"',
  creator: "o'clock",
  get parts() {
    return [points(), points()];
  },
};

describe('GPX', () => {
  it('is the document that the schema asks for', () => {
    expect([...gpxLines({ ...track, parts: [points()] })].join('')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="o&apos;clock" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
 <trk>
  <name>A &amp; &lt;B&gt; &quot;x&quot;</name>
  <trkseg>
   <trkpt lat="-33.5" lon="151.25"><ele>12.3</ele><time>2026-01-02T03:04:05Z</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>10</gpxtpx:speed><gpxtpx:course>270</gpxtpx:course></gpxtpx:TrackPointExtension></extensions></trkpt>
   <trkpt lat="0" lon="-179.9999999"><time>2026-01-02T03:04:06.500Z</time></trkpt>
  </trkseg>
 </trk>
</gpx>
`);
  });
});

describe('KML', () => {
  it('has as many times as places in each part, times first, also from one-way iterables', () => {
    const text = [...kmlLines(track)].join('');
    expect(text.match(/<when>/g)).toHaveLength(4);
    expect(text.match(/<gx:coord>/g)).toHaveLength(4);
    expect(text).toMatch(
      /<gx:Track>\s*<altitudeMode>clampToGround<\/altitudeMode>\s*<when>2026-01-02T03:04:05Z<\/when>\s*<when>2026-01-02T03:04:06.500Z<\/when>\s*<gx:coord>151.25 -33.5 12.3<\/gx:coord>\s*<gx:coord>-179.9999999 0 0<\/gx:coord>\s*<\/gx:Track>/,
    );
    expect(text).toContain('A &amp; &lt;B&gt; &quot;x&quot; 2');
  });
});

describe('XML text', () => {
  it('has no character that XML forbids', () => {
    expect(escapeXml('a\u0000b\u001Fc\uD800d\uFFFEe\n\t😀')).toBe('a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\n\t😀');
    expect([...inChunks(['ab', 'cd', 'e'], 3)]).toEqual(['abcd', 'e']);
  });
});

describe('CSV', () => {
  it.each(['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\t=1', '\r\n=1', ' =1', '＝1', '-', '+65 9123'])('neutralises %j', (text) =>
    expect(neutraliseCell(text)).toBe(`'${text}`),
  );
  it.each(['abc', '1=1', '-12.5', '+6591234567', '', 'a@b'])('leaves %j', (text) => expect(neutraliseCell(text)).toBe(text));
  it('quotes by RFC 4180', () => {
    expect(
      [
        ...csvLines(
          ['id', 'name'],
          [
            ['1', 'a,"b"\nc'],
            [-2.5, null],
            [true, '=x,y'],
            [NaN, ' a'],
          ],
        ),
      ].join(''),
    ).toBe('\uFEFFid,name\r\n1,"a,""b""\nc"\r\n-2.5,\r\ntrue,"\'=x,y"\r\n," a"\r\n');
  });
});

describe('colours and zoom', () => {
  it('classes speeds and joins runs without holes', () => {
    expect([null, 0, 4.9, 5, 89.9, 90, 500, NaN].map(speedClassOf)).toEqual([0, 0, 0, 1, 3, 4, 5, 0]);
    expect(speedRuns([0, 0, 40, 45, 2])).toEqual([
      { speedClass: 0, start: 0, end: 1 },
      { speedClass: 2, start: 1, end: 3 },
      { speedClass: 0, start: 3, end: 4 },
    ]);
    expect(speedRuns([50])).toEqual([]);
  });
  it('leaves out what nobody can see', () => {
    const line = Array.from({ length: 1000 }, (_, i) => ({ lat: 48 + i * 1e-4, lon: 11 + Math.sin(i / 5) * 1e-4 }));
    expect(simplifyForZoom(line, 4).length).toBeLessThan(5);
    expect(simplifyForZoom(line, 18).length).toBeGreaterThan(300);
    expect(simplifyForZoom([], 4)).toEqual([]);
  });
});
