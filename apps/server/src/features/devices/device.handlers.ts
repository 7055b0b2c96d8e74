import { apiError, type ParsedInputOf } from '@sightline/contract';
import {
  devicesByIds,
  findDevice,
  listDeviceTypes,
  pageDevices,
  requestRecompute,
  updateDevice,
  type DeviceFilter,
  type DeviceRecord,
  type ScopedTransaction,
} from '@sightline/db';
import type { AppContext } from '../../context.ts';
import type { Principal } from '../principal.ts';
import { namedCustomer } from '../customers/customer.service.ts';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { channelNames, deviceInfo, deviceRow, deviceType, tripSettings, visibleToSuperior } from './device-view.ts';
import { limitDeviceCount, namedDevice } from './device.service.ts';
import { onlineSinceMs } from './online.service.ts';

const DAY_MS = 86_400_000;
/** How far back trips are made again with new settings; what was reported before stays as it was. */
const RECOMPUTE_DAYS = 31;

const tripsChange = (before: ReturnType<typeof tripSettings>, after: ReturnType<typeof tripSettings>): boolean =>
  before.minMovingSpeedKph !== after.minMovingSpeedKph ||
  before.minStayS !== after.minStayS ||
  before.locationPoints !== after.locationPoints;

type Filters = Pick<ParsedInputOf<'device.page'>, keyof ParsedInputOf<'device.page'>>;

/** The filters of a call as those of the repository. @throws 9002 for a customer outside the scope, 10003 for too many ids. */
async function deviceFilter(trx: ScopedTransaction, principal: Principal, context: AppContext, f: Filters): Promise<DeviceFilter> {
  const customer = f.customerId === undefined ? undefined : await namedCustomer(trx, principal, f.customerId);
  if (f.deviceIds) limitDeviceCount(f.deviceIds);
  const statuses = f.deviceStatus?.filter((s) => s === '1' || s === '2');
  const typeCodes = [...(f.deviceTypes ?? []), ...(f.deviceType === undefined || f.deviceType === '' ? [] : [f.deviceType])];
  return {
    text: f.deviceIdOrName,
    name: f.deviceName,
    ids: f.deviceIds,
    typeCodes: typeCodes.length === 0 ? undefined : typeCodes,
    basicType: f.deviceBasicType,
    labelIds: f.labelIds?.length === 0 ? undefined : f.labelIds,
    customerId: customer && f.subsumption !== 1 ? customer.id : undefined,
    path: customer && f.subsumption === 1 ? customer.path : undefined,
    personal: f.personal === undefined ? undefined : f.personal === 1,
    withExpiration: f.bindLicense === undefined ? undefined : f.bindLicense === 1,
    inService: statuses?.length === 1 ? statuses[0] === '1' : undefined,
    connection: f.status,
    activeFrom: f.activeTimeStart === undefined ? undefined : new Date(f.activeTimeStart),
    activeTo: f.activeTimeEnd === undefined ? undefined : new Date(f.activeTimeEnd),
    onlineSinceMs: onlineSinceMs(context),
  };
}

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

/** What is registered about devices. */
export const deviceHandlers = () =>
  defineHandlers({
    'device.page': async ({ input, principal, trx, context }) => {
      const filter = await deviceFilter(trx, principal, context, input);
      const { rows, total } = await pageDevices(trx, {
        ...filter,
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
      const { rows } = await pageDevices(trx, {
        text: input.deviceIdOrName,
        basicType: input.deviceBasicType,
        onlineSinceMs: onlineSinceMs(context),
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

    'device.types': async ({ input, trx }) =>
      (await listDeviceTypes(trx))
        .filter((t) => input.deviceBasicType === undefined || t.basic_type === input.deviceBasicType)
        .map(deviceType),

    'device.type.info': async ({ input, trx }) => {
      const type = (await listDeviceTypes(trx)).find((t) => t.code === input.deviceType);
      if (!type) throw apiError('dataNotFound', { deviceType: input.deviceType });
      return deviceType(type);
    },

    'device.expand.info': async ({ input, trx }) => {
      const device = await namedDevice(trx, input.deviceId);
      return { id: device.id, channelName: JSON.stringify(channelNames(device)) };
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
