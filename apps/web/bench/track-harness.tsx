import { decodeTrackColumns, type Track, type TripSegment } from '@sightline/contract';
import { UTC_ZONE } from '@sightline/domain';
import { useEffect, useState, type ReactElement } from 'react';
import type { MapTypeId } from '../src/map/map-types.ts';
import { PlaybackScreen } from '../src/playback/playback-screen.tsx';
import type { PlaybackQuery } from '../src/playback/playback-url.ts';
import type { PlaybackPort } from '../src/playback/port.ts';
import { trackReader } from '../src/playback/track/track-reader.ts';
import { useUnits } from '../src/units/user-units.ts';
import { columnsOf, makeJourney, overviewOf, monthStartMs, type Journey } from './journey.ts';
import { appearance, language, parameter, show, text } from './harness-shell.tsx';

declare global {
  interface Window {
    /** Time from the first request to the first picture of the track, ms; null so far. */
    firstPaintMs: number | null;
    firstRequestMs: number | null;
    /** From the first request to the moment when its answer is there, not yet read, ms; null so far. */
    firstAnswerMs: number | null;
    /** From the first request to the end of the last task of more than 50 ms, and how many there were. */
    longTasks: number[];
    /** From the first request to the picture of the whole range, at least in overview, ms; null so far. */
    overviewPaintedMs: number | null;
    /** From the first request to the picture of the whole range in all detail, ms; null so far. */
    allPaintedMs: number | null;
    /** Longest task of the main thread after the first request, ms. */
    longestTaskMs: number;
    /** Loads the range again on the map that is there, as another choice in the panel does. */
    reopen: () => void;
  }
}
window.firstPaintMs = null;
window.firstRequestMs = null;
window.firstAnswerMs = null;
window.longTasks = [];
window.overviewPaintedMs = null;
window.allPaintedMs = null;
window.longestTaskMs = 0;
/** The last part of the range has been answered. */
let whole = false;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    if (entry.startTime > (window.firstRequestMs ?? Infinity)) {
      window.longestTaskMs = Math.max(window.longestTaskMs, entry.duration);
      window.longTasks.push(Math.round(entry.duration));
    }
}).observe({ type: 'longtask' });

const days = parameter('days', 1);
const startMs = monthStartMs(days);
const ids = text('devices', 'A1').split(',');
const remote = text('remote', '') !== '';
const journeys = new Map<string, Journey>();
const journeyOf = (deviceId: string): Journey => {
  const known =
    journeys.get(deviceId) ?? makeJourney(deviceId, startMs, days, 1.36 + ids.indexOf(deviceId) * 0.02, 103.8, 11 + ids.indexOf(deviceId));
  journeys.set(deviceId, known);
  return known;
};
const fetchOf = (path: string, body: unknown): Promise<Response> => fetch(path, { method: 'POST', body: JSON.stringify(body) });

/** The answer of the product's API, read as the product does it. */
const remoteTrack = async (path: string, body: unknown): Promise<Track> => {
  const reader = trackReader();
  const bytes = await (await fetchOf(path, body)).arrayBuffer();
  window.firstAnswerMs ??= performance.now() - (window.firstRequestMs ?? 0);
  const { track } = await reader.read(bytes);
  if (track === null) throw new TypeError('a track without columns');
  return track;
};

/** Over HTTP in the bench (`remote`), in the page otherwise. */
const port: PlaybackPort = {
  findDevices: async (query) => ids.filter((id) => id.includes(query)).map((id) => ({ deviceId: id, name: `Truck ${id}` })),
  namesOf: async (deviceIds) => deviceIds.map((id) => ({ deviceId: id, name: `Truck ${id}` })),
  track: async (deviceId, fromMs, toMs) => {
    window.firstRequestMs ??= performance.now();
    const track = remote
      ? await remoteTrack('/track', { deviceId, fromMs, toMs })
      : decodeTrackColumns(columnsOf(journeyOf(deviceId), fromMs, toMs));
    whole = toMs >= startMs + days * 86_400_000 - 60_000;
    return track;
  },
  overview: async (deviceId, fromMs, toMs) =>
    remote ? remoteTrack('/overview', { deviceId, fromMs, toMs }) : decodeTrackColumns(overviewOf(journeyOf(deviceId), fromMs, toMs)),
  segments: async (deviceId) =>
    remote ? ((await (await fetchOf('/segments', {})).json()) as readonly TripSegment[]) : journeyOf(deviceId).segments,
  point: async () => ({ attributes: { sat: 11, battery: 4.1 }, receivedTime: '', rejectedBecause: [] }),
  address: async () => '12 Bukit Timah Road, Singapore',
};

const Harness = (): ReactElement => {
  const [query, setQuery] = useState<PlaybackQuery>({
    deviceIds: ids,
    fromMs: startMs,
    toMs: startMs + days * 86_400_000 - 1000,
    atMs: startMs + parameter('hour', 12) * 3_600_000,
  });
  const [type, setType] = useState<MapTypeId>('offline');
  useEffect(() => {
    window.reopen = () => {
      window.firstRequestMs = null;
      window.firstAnswerMs = null;
      window.longTasks = [];
      whole = false;
      window.firstPaintMs = null;
      window.overviewPaintedMs = null;
      window.allPaintedMs = null;
      window.longestTaskMs = 0;
      setQuery((before) => ({ ...before, toMs: before.toMs - 1000 }));
    };
  }, []);
  const units = useUnits();
  return (
    <PlaybackScreen
      port={port}
      query={query}
      onQueryChange={setQuery}
      zone={UTC_ZONE}
      theme={appearance}
      language={language}
      accent="#ff720d"
      units={units}
      mapType={type}
      onMapTypeChange={setType}
      onPainted={(inOverview) => {
        // A picture of the range before may still be on its way.
        if (remote && window.firstAnswerMs === null) return;
        const sinceMs = performance.now() - (window.firstRequestMs ?? 0);
        window.firstPaintMs ??= sinceMs;
        if (inOverview) window.overviewPaintedMs ??= sinceMs;
        if (whole) window.allPaintedMs ??= sinceMs;
      }}
    />
  );
};

await show(<Harness />);
