import type { DeviceAbbrev, LiveSnapshot } from '@sightline/contract';
import { customerNames, devicesByIds, liveRows, type LiveRow, type PositionStore, type ScopedTransaction } from '@sightline/db';
import type { Principal } from '../principal.ts';
import { namedCustomer } from '../customers/customer.service.ts';
import { defineHandlers, type ScopedCall } from '../handlers.ts';
import type { AddressProvider } from '../places/addresses.service.ts';
import { isoOrNull } from '../times.ts';
import { limitDeviceCount } from './device.service.ts';
import { onlineSinceMs, statusNumber } from './online.service.ts';
import { deviceShadow } from './shadow-view.ts';
import { LiveSnapshotWriter } from './snapshot-view.ts';

interface LiveInput {
  readonly customerId?: string | undefined;
  readonly subsumption: 0 | 1;
}

async function rowsOfCustomer(trx: ScopedTransaction, principal: Principal, input: LiveInput): Promise<LiveRow[]> {
  const customer = await namedCustomer(trx, principal, input.customerId);
  return await liveRows(trx, input.subsumption === 1 ? { path: customer.path } : { customerId: customer.id });
}

const bitOf = (value: boolean | null): 0 | 1 | null => (value === null ? null : value ? 1 : 0);

/** The latest of devices. */
export const deviceStateHandlers = (positions: PositionStore, addresses: AddressProvider) =>
  defineHandlers({
    'device.data.shadow': async ({ input, principal, trx, context, language }: ScopedCall<'device.data.shadow'>) => {
      limitDeviceCount(input.deviceIds);
      const devices = await devicesByIds(trx, input.deviceIds);
      const states = await positions.reader(trx).states(devices.map((d) => Number(d.key)));
      const since = onlineSinceMs(context);
      return await Promise.all(
        devices.map(async (device) => {
          const state = states.get(Number(device.key)) ?? null;
          const fix = input.withAddress ? state?.fix : null;
          const address = fix ? await addresses.quick(fix.lat, fix.lon, language, principal.units.distance) : null;
          return deviceShadow(device, state, address, since);
        }),
      );
    },

    'device.data.shadow.customer.abbrev': async ({ input, principal, trx, context }): Promise<DeviceAbbrev[]> => {
      const since = onlineSinceMs(context);
      return (await rowsOfCustomer(trx, principal, input)).map((r) => ({
        deviceId: r.id,
        deviceName: r.name,
        customerId: r.customer_id,
        deviceType: r.type_code,
        icon: r.icon,
        lat: r.lat,
        lon: r.lon,
        speed: r.speed_kph,
        course: r.course,
        acc: bitOf(r.ignition),
        motion: r.motion,
        status: statusNumber(r.last_contact_ms, since),
        deviceTime: isoOrNull(r.fix_time_ms),
        reportTime: isoOrNull(r.last_contact_ms),
      }));
    },

    'device.live.snapshot': async ({ input, principal, trx, context }): Promise<LiveSnapshot> => {
      const writer = new LiveSnapshotWriter(context.config.onlineTimeoutS);
      for (const row of await rowsOfCustomer(trx, principal, input)) writer.add(row);
      return writer.finish(await customerNames(trx, writer.customerIds));
    },
  });
