import { apiError } from '@sightline/contract';
import {
  devicesByIds,
  findDevice,
  keepClock,
  listDeviceTypes,
  firstDevices,
  pageDevices,
  requestRecompute,
  typeNicknames,
  updateDevice,
  type DeviceRecord,
} from '@sightline/db';
import { RECOMPUTE_DAYS } from '@sightline/domain';
import type { Principal } from '../principal.ts';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { namedUser } from '../users/user.service.ts';
import { channelNames, deviceInfo, deviceRow, deviceType, tripSettings } from './device-view.ts';
import { knownCounts } from './device-counts.service.ts';
import { deviceFilter } from './device-filter.ts';
import { limitDeviceCount, namedDevice, visibleToSuperior } from './device.service.ts';
import { onlineSinceMs, type OnlineCounts } from './online.service.ts';

const DAY_MS = 86_400_000;

const tripsChange = (before: ReturnType<typeof tripSettings>, after: ReturnType<typeof tripSettings>): boolean =>
  before.minMovingSpeedKph !== after.minMovingSpeedKph ||
  before.minStayS !== after.minStayS ||
  before.locationPoints !== after.locationPoints;

const pickerRow = (principal: Principal, d: DeviceRecord) => ({
  id: d.id,
  deviceName: d.name,
  labelNames: d.label_names,
  deviceType: d.type_code,
  deviceTypeName: d.type_name,
  activeTime: d.activated_at?.toISOString() ?? null,
  customerId: d.customer_id,
  customerName: d.customer_name,
  parentDealerVisibility: visibleToSuperior(principal, d),
});

const heldTo = (principal: Principal): 'customers' | 'devices' | undefined =>
  principal.deviceKeys !== null ? 'devices' : principal.customerPaths !== null ? 'customers' : undefined;

/** What is registered about devices. */
export const deviceHandlers = (online: OnlineCounts) =>
  defineHandlers({
    'device.page': async ({ input, principal, trx, context }) => {
      const filter = await deviceFilter(trx, principal, context, input);
      const { rows, total } = await pageDevices(trx, {
        ...filter,
        held: heldTo(principal),
        ...(await knownCounts(trx, principal, online, filter)),
        orderBy: input.orderBy ?? 'createTime',
        descending: (input.orderDirection ?? (input.orderBy === undefined ? 'desc' : 'asc')) === 'desc',
        ...limitOf(input),
      });
      return pageOfRows(
        input,
        rows.map((d) => deviceRow(principal, d)),
        total,
      );
    },

    'device.pageByCustomerId': async ({ input, principal, trx, context }) => {
      const filter = await deviceFilter(trx, principal, context, input);
      const { rows, total } = await pageDevices(trx, {
        ...filter,
        held: heldTo(principal),
        ...(await knownCounts(trx, principal, online, filter)),
        orderBy: input.orderBy ?? 'deviceName',
        descending: input.orderDirection === 'desc',
        ...limitOf(input),
      });
      return pageOfRows(
        input,
        rows.map((d) => pickerRow(principal, d)),
        total,
      );
    },

    'device.page.notAuth': async ({ input, principal, trx, context }) => {
      const user = await namedUser(trx, principal, input.userId);
      const filter = await deviceFilter(trx, principal, context, {
        ...input,
        customerId: input.customerId ?? user.customer_id,
        subsumption: 1,
      });
      const { rows, total } = await pageDevices(trx, {
        ...filter,
        held: heldTo(principal),
        notGivenTo: user.id,
        orderBy: input.orderBy ?? 'deviceName',
        descending: input.orderDirection === 'desc',
        ...limitOf(input),
      });
      return pageOfRows(
        input,
        rows.map((d) => pickerRow(principal, d)),
        total,
      );
    },

    'device.listByDeviceIdOrNameLimit': async ({ input, principal, trx, context }) => {
      const filter = { text: input.deviceIdOrName, basicType: input.deviceBasicType, onlineSinceMs: onlineSinceMs(context) };
      const rows = await firstDevices(trx, {
        ...filter,
        held: heldTo(principal),
        ...(heldTo(principal) === 'customers' ? await knownCounts(trx, principal, online, filter) : {}),
        orderBy: 'deviceName',
        descending: false,
        limit: input.limit,
        offset: 0,
      });
      return rows.map((d) => pickerRow(principal, d));
    },

    'device.list': async ({ input, principal, trx }) => {
      limitDeviceCount(input.deviceIds);
      return (await devicesByIds(trx, input.deviceIds)).map((d) => deviceRow(principal, d));
    },

    'device.info': async ({ input, principal, trx, context }) =>
      deviceInfo(principal, await namedDevice(trx, input.deviceId), onlineSinceMs(context)),

    'device.types': async ({ input, principal, trx }) => {
      const nicknames = await typeNicknames(trx, principal.customerPath);
      return (await listDeviceTypes(trx))
        .filter((t) => input.deviceBasicType === undefined || t.basic_type === input.deviceBasicType)
        .map((t) => deviceType(t, nicknames.get(t.code) ?? null));
    },

    'device.type.info': async ({ input, principal, trx }) => {
      const type = (await listDeviceTypes(trx)).find((t) => t.code === input.deviceType);
      if (!type) throw apiError('dataNotFound', { deviceType: input.deviceType });
      return deviceType(type, (await typeNicknames(trx, principal.customerPath)).get(type.code) ?? null);
    },

    'device.expand.info': async ({ input, trx }) => {
      const device = await namedDevice(trx, input.deviceId);
      return {
        id: device.id,
        channelName: JSON.stringify(channelNames(device)),
        ioName: JSON.stringify(device.io_names),
        summerTime: device.summer_time,
      };
    },

    'device.saveTrip': async ({ input, trx, context, audit, afterCommit }) => {
      const device = await namedDevice(trx, input.deviceId);
      const { deviceId, ...given } = input;
      const settings = { ...tripSettings(device), ...given };
      await updateDevice(trx, device.key, {
        min_moving_speed_kph: settings.minMovingSpeedKph,
        min_stay_s: settings.minStayS,
        location_points: settings.locationPoints,
        position_interval_s: settings.positionIntervalS,
        utc_offset_minutes: settings.utcOffsetMinutes,
      });
      // Measured on times that were read otherwise.
      if (settings.utcOffsetMinutes !== device.utc_offset_minutes) await keepClock(trx, device.key, null);
      audit(given);
      afterCommit(() => context.bus.publish('device.changed', { deviceId }));
      if (tripsChange(tripSettings(device), settings)) {
        // In the same transaction: settings without their re-run would never be noticed.
        const now = Date.now();
        await requestRecompute(trx, device.key, now - RECOMPUTE_DAYS * DAY_MS, now);
      }
      const saved = await findDevice(trx, deviceId);
      return tripSettings(saved ?? device);
    },
  });
