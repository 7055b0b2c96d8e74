import { apiError, TRACK_LIMITS } from '@sightline/contract';
import { findDeviceByKey, type PositionStore } from '@sightline/db';
import { requireUnlocked, watchedDevice } from '../devices/device.service.ts';
import { defineHandlers } from '../handlers.ts';
import { isoTime } from '../times.ts';
import { readTrackColumns } from './track-columns.service.ts';
import { readTrackOverview } from './track-overview.service.ts';
import { averageKph, boundaryReason, flagNames, parseTripId, trackPoint, tripSegment } from './track-view.ts';
import { windowMs } from './window.ts';

/** A minute of one position a second and more: the list form is for people and small windows. */
const MAX_LISTED = 100_000;

const typeSet = (types: readonly string[] | undefined): ReadonlySet<number> | null =>
  types && types.length > 0 ? new Set(types.map(Number)) : null;

/** Tracks, trips and why they are as they are. */
export const trackHandlers = (positions: PositionStore) =>
  defineHandlers({
    'device.track': async ({ input, principal, trx }) => {
      const columnar = input.format !== 'list';
      const span = columnar
        ? windowMs(input, TRACK_LIMITS.columnDays, 'last30DaysOnly')
        : windowMs(input, TRACK_LIMITS.listDays, 'rangeOver7Days');
      const device = await watchedDevice(trx, principal, input.deviceId);
      const reader = positions.reader(trx);
      const query = { deviceKey: Number(device.key), ...span, withRejected: input.withRejected, types: typeSet(input.type) };
      if (columnar) {
        const columns =
          input.format === 'overview'
            ? await readTrackOverview(reader, query)
            : await readTrackColumns(reader, { ...query, withAcc: input.withAcc, withChanges: input.withChanges });
        return { deviceId: device.id, deviceName: device.name, points: null, columns };
      }
      const all = await reader.positions(query.deviceKey, span.fromMs, span.toMs, { limit: MAX_LISTED });
      const points = all.filter((p) => (p.flags === 0 || query.withRejected) && (!query.types || query.types.has(p.type))).map(trackPoint);
      return { deviceId: device.id, deviceName: device.name, points, columns: null };
    },

    'device.track.info': async ({ input, principal, trx }) => {
      const device = await watchedDevice(trx, principal, input.deviceId);
      const key = Number(device.key);
      const reader = positions.reader(trx);
      const timeMs = Date.parse(input.time);
      const found = (await reader.positions(key, timeMs, timeMs + 1)).find(
        (p) => input.sequence === undefined || p.sequence === input.sequence,
      );
      if (!found) throw apiError('dataNotFound', { time: input.time });
      const around = (await reader.segments([key], timeMs, timeMs + 1)).get(key) ?? [];
      // Where one segment ends and the next begins at this instant, the one that begins is meant.
      const segment = around.findLast((s) => s.startMs <= timeMs && s.endMs >= timeMs) ?? null;
      return {
        point: trackPoint(found),
        receivedTime: isoTime(found.receivedAtMs),
        attributes: { ...found.attributes },
        rejectedBecause: flagNames(found.flags),
        segment: segment && tripSegment(device.key, device.id, segment),
        reasons: around
          .flatMap((s) => (s.end ? [s.start, s.end] : [s.start]))
          .filter((b) => b.decidedAtMs === found.fixTimeMs && b.decidedSequence === found.sequence)
          .map(boundaryReason),
      };
    },

    'device.data.gpsTrip': async ({ input, principal, trx }) => {
      const { fromMs, toMs } = windowMs(input, TRACK_LIMITS.tripDays, 'last30DaysOnly');
      const device = await watchedDevice(trx, principal, input.deviceId);
      const key = Number(device.key);
      const segments = (await positions.reader(trx).segments([key], fromMs, toMs)).get(key) ?? [];
      const trips = segments.filter((s) => s.kind === 'trip');
      const sum = (of: (s: (typeof trips)[number]) => number): number => trips.reduce((total, s) => total + of(s), 0);
      const distanceM = sum((s) => s.distanceM);
      return {
        totalMileage: distanceM,
        totalTime: sum((s) => (s.endMs - s.startMs) / 1000),
        avgSpeed: averageKph(
          distanceM,
          sum((s) => s.movingS),
        ),
        maxSpeed: trips.reduce((max, s) => Math.max(max, s.maxSpeedKph), 0),
        tripCount: trips.length,
        deviceData: (input.withStops ? segments : trips).map((s) => tripSegment(device.key, device.id, s)),
      };
    },

    'device.data.gpsTripData': async ({ input, principal, trx }) => {
      const { deviceKey, startMs, startSequence } = parseTripId(input.tripId);
      const device = await findDeviceByKey(trx, deviceKey);
      if (device) requireUnlocked(principal, device);
      const reader = positions.reader(trx);
      const key = Number(deviceKey);
      const segment =
        device &&
        (await reader.segments([key], startMs, startMs + 1))
          .get(key)
          ?.find((s) => s.startMs === startMs && s.startSequence === startSequence);
      if (!segment) throw apiError('dataNotFound', { tripId: input.tripId });
      return (await reader.positions(key, segment.startMs, segment.endMs + 1, { limit: MAX_LISTED })).map(trackPoint);
    },
  });
