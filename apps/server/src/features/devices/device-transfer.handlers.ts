import { apiError, type MovePreview } from '@sightline/contract';
import {
  moveDevices,
  moveEffects,
  pageRecycledDevices,
  purgeDevice,
  restoreDevices,
  takenDeviceIds,
  updateDevices,
  type CustomerRecord,
  type RecycledDevice,
  type ScopedTransaction,
} from '@sightline/db';
import { DEVICE_LIMITS } from '@sightline/domain';
import { namedCustomer } from '../customers/customer.service.ts';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { isoTime } from '../times.ts';
import { namedDevices } from './device.service.ts';

/** Most devices that are deleted for good by one call: each may have a year of positions. */
const MAX_PURGED = 100;
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

const isViolation = (error: unknown, code: string): boolean => (error as { code?: unknown }).code === code;

async function previewOf(trx: ScopedTransaction, deviceIds: readonly string[], target: CustomerRecord): Promise<MovePreview> {
  const effects = await moveEffects(trx, deviceIds, target.path);
  return {
    deviceCount: deviceIds.length,
    targetCustomerId: target.id,
    targetCustomerName: target.name,
    from: effects.customers.map((c) => ({ customerId: c.id, customerName: c.name, deviceCount: c.count })),
    movesAlong: { history: effects.withHistory, license: effects.withLicense, settings: true },
    staysBehind: { labels: effects.labels, shares: effects.shares, users: effects.users },
    blockedPersonal: effects.personal,
  };
}

/** Entries of the recycle bin that a call names. @throws 9009 */
async function namedRecycled(trx: ScopedTransaction, keys: readonly string[]): Promise<RecycledDevice[]> {
  const { rows } = await pageRecycledDevices(trx, { text: undefined, path: undefined, keys, limit: DEVICE_LIMITS.perCall, offset: 0 });
  if (rows.length < keys.length || keys.length === 0) {
    const found = new Set(rows.map((r) => r.key));
    throw apiError('recordNotFound', { ids: keys.filter((key) => !found.has(key)).slice(0, 20) });
  }
  return rows;
}

/** Moving devices between customers, and the recycle bin. A trigger tells the gateways and the live map of each change. */
export const deviceTransferHandlers = () =>
  defineHandlers({
    'device.move.preview': async ({ input, principal, trx }) => {
      await namedDevices(trx, input.deviceIds);
      return await previewOf(trx, input.deviceIds, await namedCustomer(trx, principal, input.customerId));
    },

    'device.move': async ({ input, principal, trx, audit }) => {
      await namedDevices(trx, input.deviceIds);
      const target = await namedCustomer(trx, principal, input.customerId);
      const preview = await previewOf(trx, input.deviceIds, target);
      if (preview.blockedPersonal > 0) throw apiError('personalNotTransferable', { devices: preview.blockedPersonal });
      await moveDevices(trx, input.deviceIds, target);
      audit({ deviceCount: preview.deviceCount, from: preview.from });
      return preview;
    },

    'device.delete': async ({ input, trx, audit }) => {
      await namedDevices(trx, input.deviceIds);
      const count = await updateDevices(trx, input.deviceIds, { recycled_at: new Date() });
      audit({ deviceCount: count });
      return null;
    },

    'device.recycle.page': async ({ input, principal, trx }) => {
      const path = input.customerId === undefined ? undefined : (await namedCustomer(trx, principal, input.customerId)).path;
      const { rows, total } = await pageRecycledDevices(trx, { text: input.deviceIdOrName, path, ...limitOf(input) });
      const records = rows.map((r) => ({
        id: r.key,
        deviceId: r.id,
        deviceName: r.name,
        deviceType: r.type_code,
        deviceTypeName: r.type_name,
        customerId: r.customer_id,
        customerName: r.customer_name,
        recycledTime: isoTime(r.recycled_at),
      }));
      return pageOfRows(input, records, total);
    },

    'device.recycle.restore': async ({ input, trx, audit }) => {
      const devices = await namedRecycled(trx, input.ids);
      const ids = devices.map((d) => d.id);
      const taken = await takenDeviceIds(trx, ids);
      const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
      if (taken.size + twice.length > 0) throw apiError('imeiExists', { deviceIds: [...taken, ...twice].slice(0, 20) });
      try {
        await restoreDevices(trx, input.ids);
      } catch (error) {
        throw isViolation(error, UNIQUE_VIOLATION) ? apiError('imeiExists', { deviceIds: ids.slice(0, 20) }) : error;
      }
      audit({ deviceIds: ids });
      return null;
    },

    'device.recycle.delete': async ({ input, trx, audit }) => {
      if (input.ids.length > MAX_PURGED) throw apiError('tooManyDevicesInQuery', { max: MAX_PURGED, given: input.ids.length });
      const devices = await namedRecycled(trx, input.ids);
      for (const device of devices) {
        try {
          await purgeDevice(trx, device.key);
        } catch (error) {
          // Something else still counts on it, a licence for one.
          throw isViolation(error, FOREIGN_KEY_VIOLATION) ? apiError('deviceHasLicense', { deviceId: device.id }) : error;
        }
      }
      audit({ devices: devices.map((d) => ({ deviceId: d.id, deviceName: d.name })) });
      return null;
    },
  });
