import { apiError } from '@sightline/contract';
import {
  findDevice,
  findUnknownDevice,
  keepClock,
  listDeviceTypes,
  saveTypeNickname,
  typeNicknames,
  updateDevice,
  updateDevices,
  type DeviceChange,
  type DeviceRecord,
  type ScopedTransaction,
} from '@sightline/db';
import { namedCustomer } from '../customers/customer.service.ts';
import { defineHandlers } from '../handlers.ts';
import { deviceInfo } from './device-view.ts';
import { namedDevice, namedDevices } from './device.service.ts';
import { onlineSinceMs } from './online.service.ts';
import { errorText, registerDevice, registerDevices } from './registration.service.ts';

/** A text as it is stored: an empty one clears the field, one left out leaves it. */
const cleared = (text: string | undefined): string | null | undefined => (text === '' ? null : text);

const typeOf = async (trx: ScopedTransaction, code: string) => {
  const type = (await listDeviceTypes(trx)).find((t) => t.code === code);
  if (!type) throw apiError('dataNotFound', { deviceType: code });
  return type;
};

const changed = async (trx: ScopedTransaction, device: DeviceRecord): Promise<DeviceRecord> => (await findDevice(trx, device.id)) ?? device;

/** Registering and changing devices. */
export const deviceAdminHandlers = () =>
  defineHandlers({
    'device.add': async ({ input, principal, trx, audit }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      const { labelIds, customerId: _, ...device } = input;
      audit({ deviceId: input.deviceId, deviceType: input.deviceType, customerId: customer.id });
      return await registerDevice(trx, customer, device, labelIds);
    },

    'device.add.batch': async ({ input, principal, trx, audit, language }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      const devices = input.devices.map((d) => ({ ...d, deviceId: d.deviceId.trim(), deviceType: input.deviceType }));
      const { added, refused, wrongCheckDigit } = await registerDevices(trx, customer, devices);
      audit({ customerId: customer.id, deviceType: input.deviceType, deviceIds: [...added.keys()] });
      return {
        added: added.size,
        failed: refused.map((r) => ({ deviceId: r.deviceId, code: apiError(r.error).code, msg: errorText(r.error, language) })),
        warnings: wrongCheckDigit.map((deviceId) => ({ deviceId, warning: 'checkDigit' as const })),
      };
    },

    'device.unknown.register': async ({ input, principal, trx, audit }) => {
      const unknown = await findUnknownDevice(trx, input.unknownId);
      if (!unknown) throw apiError('dataNotFound', { unknownId: input.unknownId });
      const customer = await namedCustomer(trx, principal, input.customerId);
      // JT/T 808 pads its numbers with zeros.
      const deviceId = input.deviceId ?? input.unknownId.replace(/^0+(?=[0-9]{12,})/, '');
      audit({ unknownId: input.unknownId, deviceId, protocol: unknown.protocol });
      const { deviceName, deviceType } = input;
      return await registerDevice(trx, customer, { deviceId, deviceType, deviceName });
    },

    'device.save': async ({ input, principal, trx, context, audit }) => {
      const device = await namedDevice(trx, input.deviceId);
      const { deviceId: _, ...given } = input;
      const type = given.deviceType === undefined ? undefined : await typeOf(trx, given.deviceType);
      const change: DeviceChange = {
        ...(given.deviceName === undefined ? {} : { name: given.deviceName === '' ? device.id : given.deviceName }),
        ...(type === undefined ? {} : { type_code: type.code, cam_count: Math.min(device.cam_count, type.cam_count) }),
        ...(given.icon === undefined ? {} : { icon: given.icon }),
        ...Object.fromEntries(
          (['sim', 'iccid', 'plate', 'vin', 'remark', 'timezone'] as const)
            .filter((field) => given[field] !== undefined)
            .map((field) => [field, cleared(given[field])]),
        ),
      };
      if (Object.keys(change).length > 0) await updateDevice(trx, device.key, change);
      audit(given);
      return deviceInfo(principal, await changed(trx, device), onlineSinceMs(context));
    },

    'device.saveCamCount': async ({ input, principal, trx, context, audit }) => {
      const device = await namedDevice(trx, input.deviceId);
      const type = await typeOf(trx, device.type_code);
      if (input.camCount > type.cam_count) throw apiError('cameraCountExceeded', { max: type.cam_count });
      await updateDevice(trx, device.key, { cam_count: input.camCount });
      audit({ camCount: input.camCount });
      return deviceInfo(principal, await changed(trx, device), onlineSinceMs(context));
    },

    'device.saveCamView': async ({ input, principal, trx, context, audit }) => {
      const device = await namedDevice(trx, input.deviceId);
      const channels = input.camView.map(Number).toSorted((a, b) => a - b);
      const wrong = channels.find((c) => !Number.isInteger(c) || c < 1 || c > device.cam_count);
      if (wrong !== undefined) throw apiError('cameraCountExceeded', { max: device.cam_count });
      await updateDevice(trx, device.key, { cam_view: channels.length === 0 ? null : channels });
      audit({ camView: channels });
      return deviceInfo(principal, await changed(trx, device), onlineSinceMs(context));
    },

    'device.set.icon': async ({ input, trx, audit }) => {
      await namedDevices(trx, input.deviceIds);
      await updateDevices(trx, input.deviceIds, { icon: input.icon });
      audit({ icon: input.icon });
      return null;
    },

    'device.expand.save.channel.name': async ({ input, trx, audit }) => {
      const device = await namedDevice(trx, input.deviceId);
      await updateDevice(trx, device.key, { channel_names: JSON.stringify(input.channelName) });
      audit({ channelName: input.channelName });
      return null;
    },

    'device.expand.save.io.name': async ({ input, trx, audit }) => {
      const device = await namedDevice(trx, input.deviceId);
      await updateDevice(trx, device.key, { io_names: JSON.stringify(input.ioName) });
      audit({ ioName: input.ioName });
      return null;
    },

    'device.expand.save.summer.time': async ({ input, trx, context, audit, afterCommit }) => {
      const device = await namedDevice(trx, input.deviceId);
      const { deviceId, ...rule } = input;
      await updateDevice(trx, device.key, { summer_time: JSON.stringify(rule) });
      // Measured on times that were read otherwise.
      await keepClock(trx, device.key, null);
      audit(rule);
      afterCommit(() => context.bus.publish('device.changed', { deviceId }));
      return null;
    },

    'device.types.nickname': async ({ input, principal, trx }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      const names = await typeNicknames(trx, customer.path);
      return (await listDeviceTypes(trx)).map((t) => ({ typeCode: t.code, typeName: t.name, nickName: names.get(t.code) ?? null }));
    },

    'device.types.nickname.save': async ({ input, principal, trx, audit }) => {
      const customer = await namedCustomer(trx, principal, input.customerId);
      const type = await typeOf(trx, input.typeCode);
      await saveTypeNickname(trx, customer.id, type.code, input.nickName === '' ? null : input.nickName);
      audit({ typeCode: type.code, nickName: input.nickName });
      return null;
    },
  });
