import { apiError } from '@sightline/contract';
import { insertShareLink, openShareLink, pageShareLinks, revokeShareLink, type PositionStore } from '@sightline/db';
import { unitChoiceOf } from '@sightline/domain';
import { newToken, tokenHash } from '../auth/sessions.service.ts';
import { watchedDevice } from '../devices/device.service.ts';
import { sharedTrack } from './shared-track.ts';
import { onlineSinceMs, statusNumber } from '../devices/online.service.ts';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { isoOrNull, isoTime } from '../times.ts';
import { settingsOf } from '../users/user-settings.service.ts';

const MINUTE_MS = 60_000;

/** Links that show the live place of one device to whoever has them. */
export const shareHandlers = (positions: PositionStore) =>
  defineHandlers({
    'device.share': async ({ input, principal, trx, audit }) => {
      const device = await watchedDevice(trx, principal, input.deviceId);
      const token = newToken();
      const expiresAt = new Date(Date.now() + input.durationMinutes * MINUTE_MS);
      const id = await insertShareLink(trx, {
        hash: tokenHash(token),
        deviceKey: device.key,
        customerPath: device.customer_path,
        createdBy: principal.userId,
        expiresAt,
        trackHours: input.trackHours,
      });
      audit({ shareId: id, minutes: input.durationMinutes, trackHours: input.trackHours });
      return { id, token, path: `/share/${token}`, expirationTime: isoTime(expiresAt) };
    },

    'device.share.page': async ({ input, trx }) => {
      const { rows, total } = await pageShareLinks(trx, { deviceId: input.deviceId, ...limitOf(input) });
      const now = Date.now();
      const records = rows.map((r) => ({
        id: r.id,
        deviceId: r.device_id,
        deviceName: r.device_name,
        createTime: isoTime(r.created_at),
        expirationTime: isoTime(r.expires_at),
        createdBy: r.created_by_name,
        status: r.revoked_at !== null ? ('revoked' as const) : r.expires_at.getTime() <= now ? ('expired' as const) : ('active' as const),
        seenCount: r.seen_count,
        trackHours: r.track_hours,
      }));
      return pageOfRows(input, records, total);
    },

    'device.share.revoke': async ({ input, trx }) => {
      if (!(await revokeShareLink(trx, input.id))) throw apiError('dataNotFound', { id: input.id });
      return null;
    },

    'device.share.view': async ({ input, context }) => {
      const shared = await openShareLink(context.database.system, tokenHash(input.token), input.again ? 0 : 1);
      if (!shared) throw apiError('dataNotFound');
      const key = Number(shared.device_key);
      const state = (await positions.systemReader().states([key])).get(key);
      const units = unitChoiceOf(settingsOf({ settings: shared.maker_settings ?? {} }));
      return {
        deviceName: shared.name,
        icon: shared.icon,
        expirationTime: isoTime(shared.expires_at),
        lat: state?.fix?.lat ?? null,
        lon: state?.fix?.lon ?? null,
        speed: state?.fix?.speedKph ?? null,
        course: state?.fix?.course ?? null,
        motion: state?.motion ?? 'stopped',
        status: statusNumber(state?.lastContactMs ?? null, onlineSinceMs(context)),
        deviceTime: isoOrNull(state?.fix?.fixTimeMs),
        trackHours: shared.track_hours,
        units: { speedUnit: units.speed, distanceUnit: units.distance },
        track: shared.track_hours === 0 || input.again ? null : await sharedTrack(positions.systemReader(), key, shared.track_hours),
      };
    },
  });
