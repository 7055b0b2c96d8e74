import type { InputOf, Track, TripSegment } from '@sightline/contract';
import { call } from '../api/client.ts';
import { trackReader } from './track/track-reader.ts';

export interface DeviceChoice {
  readonly deviceId: string;
  readonly name: string;
}

/** Everything about one position, on demand. */
export interface PointInfo {
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly receivedTime: string;
  readonly rejectedBecause: readonly string[];
}

/** What the playback screen asks of the server. */
export interface PlaybackPort {
  findDevices(text: string, signal: AbortSignal): Promise<readonly DeviceChoice[]>;
  namesOf(deviceIds: readonly string[], signal: AbortSignal): Promise<readonly DeviceChoice[]>;
  /** Positions of a window, the rejected ones with their flags. At most 31 days. */
  track(deviceId: string, fromMs: number, toMs: number, signal: AbortSignal): Promise<Track>;
  /** The line of a window in few points; where it is broken one without a place stands. At most 31 days. */
  overview(deviceId: string, fromMs: number, toMs: number, signal: AbortSignal): Promise<Track>;
  segments(deviceId: string, fromMs: number, toMs: number, signal: AbortSignal): Promise<readonly TripSegment[]>;
  point(deviceId: string, timeMs: number, signal: AbortSignal): Promise<PointInfo>;
  address(lat: number, lon: number): Promise<string>;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** A track whose columns are read beside the main thread. */
const readTrack = async (input: InputOf<'device.track'>, signal: AbortSignal): Promise<Track> => {
  const reader = trackReader();
  let track: Track | null = null;
  await call('device.track', input, {
    signal,
    read: async (response) => {
      const answer = await reader.read(await response.arrayBuffer());
      track = answer.track;
      return answer.body;
    },
  });
  if (track === null) throw new TypeError('a track without columns');
  return track;
};

/** The port over the product's API. */
export const apiPort = (language: string): PlaybackPort => ({
  findDevices: async (deviceIdOrName, signal) =>
    (await call('device.listByDeviceIdOrNameLimit', { deviceIdOrName, limit: 20 }, { signal })).map(({ id, deviceName }) => ({
      deviceId: id,
      name: deviceName,
    })),
  namesOf: async (deviceIds, signal) =>
    (await call('device.list', { deviceIds: deviceIds.join(',') }, { signal })).map(({ id, deviceName }) => ({
      deviceId: id,
      name: deviceName,
    })),
  track: (deviceId, fromMs, toMs, signal) =>
    readTrack(
      { deviceId, start: iso(fromMs), end: iso(toMs), format: 'columns', withRejected: true, withAcc: true, withChanges: true },
      signal,
    ),
  overview: (deviceId, fromMs, toMs, signal) => readTrack({ deviceId, start: iso(fromMs), end: iso(toMs), format: 'overview' }, signal),
  segments: async (deviceId, fromMs, toMs, signal) =>
    (await call('device.data.gpsTrip', { deviceId, start: iso(fromMs), end: iso(toMs), withStops: true }, { signal })).deviceData,
  point: (deviceId, timeMs, signal) => call('device.track.info', { deviceId, time: iso(timeMs) }, { signal }),
  address: async (lat, lon) => (await call('common.poi', { lat, lon, language })).displayName,
});
