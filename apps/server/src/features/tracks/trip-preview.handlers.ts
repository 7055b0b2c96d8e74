import { setImmediate as nextTurn } from 'node:timers/promises';
import { PREVIEW_LIMITS } from '@sightline/contract';
import type { PositionStore } from '@sightline/db';
import { TripPreviewRun, type EngineSettings, type PreviewSegment } from '@sightline/domain';
import { watchedDevice } from '../devices/device.service.ts';
import { defineHandlers } from '../handlers.ts';
import { isoTime } from '../times.ts';
import { tripSegment } from './track-view.ts';

const DAY_MS = 86_400_000;
/** Positions before the window tell the engine how it begins: a trip that was under way, a stop overnight. */
const LEAD_MS = DAY_MS / 2;
/** So many go through both engines before others get their turn: some milliseconds. */
const SLICE = 2000;

const totalsOf = (segments: readonly PreviewSegment[]) => {
  const totals = { trips: 0, stops: 0, distance: 0, movingS: 0, idleS: 0 };
  for (const { segment } of segments) {
    if (segment.kind === 'trip') totals.trips++;
    else totals.stops++;
    totals.distance += segment.distanceM;
    totals.movingS += segment.movingS;
    totals.idleS += segment.idleS;
  }
  return totals;
};

const sideOf = (deviceKey: string, deviceId: string, settings: EngineSettings, segments: readonly PreviewSegment[]) => ({
  settings,
  totals: totalsOf(segments),
  segments: segments.map(({ segment, changed }) => {
    const { tripId: _, ...shown } = tripSegment(deviceKey, deviceId, segment);
    return { ...shown, changed };
  }),
});

/** What other trip settings would have made of a device's last days. */
export const tripPreviewHandlers = (positions: PositionStore) =>
  defineHandlers({
    'device.trip.preview': async ({ input, principal, trx }) => {
      const device = await watchedDevice(trx, principal, input.deviceId);
      const before: EngineSettings = {
        minMovingSpeedKph: device.min_moving_speed_kph,
        minStayS: device.min_stay_s,
        locationPoints: device.location_points,
      };
      const after: EngineSettings = {
        minMovingSpeedKph: input.minMovingSpeedKph ?? before.minMovingSpeedKph,
        minStayS: input.minStayS ?? before.minStayS,
        locationPoints: input.locationPoints ?? before.locationPoints,
      };
      const toMs = Date.now();
      const fromMs = toMs - input.days * DAY_MS;
      const run = new TripPreviewRun(before, after);
      let read = 0;
      let endMs = toMs;
      reading: for await (const batch of positions.reader(trx).stream(Number(device.key), fromMs - LEAD_MS, toMs)) {
        for (let at = 0; at < batch.length; at += SLICE) {
          if (read >= PREVIEW_LIMITS.maxPositions) {
            endMs = batch[at]!.fixTimeMs;
            break reading;
          }
          const slice = batch.slice(at, at + SLICE);
          read += slice.length;
          run.push(slice);
          await nextTurn();
        }
      }
      const preview = run.finish(fromMs);
      return {
        deviceId: device.id,
        startTime: isoTime(fromMs),
        endTime: isoTime(endMs),
        complete: endMs === toMs,
        positions: preview.positions,
        before: sideOf(device.key, device.id, before, preview.before),
        after: sideOf(device.key, device.id, after, preview.after),
      };
    },
  });
