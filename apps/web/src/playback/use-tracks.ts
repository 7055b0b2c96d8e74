import type { Track, TripSegment } from '@sightline/contract';
import { startTransition, useEffect, useState } from 'react';
import type { DeviceChoice, PlaybackPort } from './port.ts';
import { EMPTY_DIGEST, extendDigest, type TrackDigest } from './track/digest.ts';
import { EMPTY_TRACK, GrowingTrack } from './track/lookup.ts';

/** Colours of devices played together: apart in hue and lightness, 3:1 on both base maps. */
export const DEVICE_COLOURS = ['#7048e8', '#0b7285', '#c2255c', '#a05a00', '#2b6cb0', '#5c7c1a'] as const;

export type LoadState = 'loading' | 'ready' | 'failed';

export interface PlayedDevice extends DeviceChoice {
  readonly colour: string;
  readonly track: Track;
  readonly digest: TrackDigest;
  /** The line of the whole range in few points, while its parts are not all there; null otherwise. */
  readonly overview: Track | null;
  readonly segments: readonly TripSegment[];
  readonly state: LoadState;
  readonly error: unknown;
}

/** A month comes in parts: a day, which is on screen at once, then parts twice as long as the one before. */
const FIRST_PART_MS = 86_400_000;
/** Longer ones would hold the main thread up while their text is read. */
const LONGEST_PART_MS = 4 * 86_400_000;

/** Windows that follow each other, both ends included. */
export const partsOf = (fromMs: number, toMs: number): readonly (readonly [fromMs: number, toMs: number])[] => {
  const parts: [number, number][] = [];
  let length = FIRST_PART_MS;
  for (let start = fromMs; start <= toMs;) {
    const end = Math.min(toMs, start + length - 1);
    parts.push([start, end]);
    start = end + 1;
    length = Math.min(LONGEST_PART_MS, length * 2);
  }
  return parts;
};

/** Loads tracks and segments of the devices for the range, part by part in time order. */
export const useTracks = (
  port: PlaybackPort,
  deviceIds: readonly string[],
  fromMs: number,
  toMs: number,
  attempt: number,
): readonly PlayedDevice[] => {
  const [devices, setDevices] = useState<readonly PlayedDevice[]>([]);
  const key = deviceIds.join(',');

  useEffect(() => {
    const abort = new AbortController();
    const ids = key === '' ? [] : key.split(',');
    setDevices(
      ids.map((deviceId, i) => ({
        deviceId,
        name: deviceId,
        colour: DEVICE_COLOURS[i % DEVICE_COLOURS.length] as string,
        track: EMPTY_TRACK,
        digest: EMPTY_DIGEST,
        overview: null,
        segments: [],
        state: 'loading',
        error: null,
      })),
    );
    const put = (deviceId: string, change: Partial<PlayedDevice>): void => {
      if (abort.signal.aborted) return;
      setDevices((known) => known.map((device) => (device.deviceId === deviceId ? { ...device, ...change } : device)));
    };
    const loadSegments = async (deviceId: string): Promise<void> => {
      const segments = await port.segments(deviceId, fromMs, toMs, abort.signal);
      // The list may wait, the track may not.
      startTransition(() => put(deviceId, { segments }));
    };
    const loadTrack = async (deviceId: string): Promise<void> => {
      const whole = new GrowingTrack();
      let digest = EMPTY_DIGEST;
      const parts = partsOf(fromMs, toMs);
      const ask = (part: number): Promise<Track> | null => {
        const window = parts[part];
        if (window === undefined) return null;
        const answer = port.track(deviceId, ...window, abort.signal);
        // Of an answer that is never waited for, because the one before it failed.
        answer.catch(() => undefined);
        return answer;
      };
      const loadOverview = async (): Promise<void> => {
        try {
          put(deviceId, { overview: await port.overview(deviceId, fromMs, toMs, abort.signal) });
        } catch {
          // The parts come all the same, and say what is wrong.
        }
      };
      // The first part has the line for itself, and the overview behind it; then one part is on its way while the one before is read.
      let next = ask(0);
      for (let part = 1; next !== null; part++) {
        const ahead = part === 1 ? null : ask(part);
        const track = whole.append(await next);
        digest = extendDigest(digest, track);
        put(deviceId, { track, digest });
        if (part === 1 && parts.length > 1) await loadOverview();
        next = ahead ?? ask(part);
      }
    };
    const load = async (deviceId: string): Promise<void> => {
      try {
        await Promise.all([loadSegments(deviceId), loadTrack(deviceId)]);
        put(deviceId, { state: 'ready', overview: null });
      } catch (error) {
        put(deviceId, { state: 'failed', error });
      }
    };
    for (const deviceId of ids) void load(deviceId);
    if (ids.length > 0) {
      // Names are a courtesy: without them the ids stand.
      port.namesOf(ids, abort.signal).then(
        (names) => names.forEach(({ deviceId, name }) => put(deviceId, { name })),
        () => undefined,
      );
    }
    return () => abort.abort();
  }, [port, key, fromMs, toMs, attempt]);

  return devices;
};
