import { apiError } from '@sightline/contract';
import { lockLicenseStock, spendLicenses, transferLicense, unbindLicenses, type LicensableDevice } from '@sightline/db';
import { isWithin } from '@sightline/domain';
import { defineHandlers, type CallBase } from '../handlers.ts';
import { isoOrNull } from '../times.ts';
import { bindToDevices, currentLicenses, licensesWithCodes, recordGoneAlong, requireNoLess } from './license-binding.service.ts';
import { claimRequest, namedDevices, namedLicenseType, requireFit, requireUnlicensed, takeFromStock } from './license.service.ts';

type Told = Pick<CallBase<'license.bind.devices'>, 'context' | 'afterCommit'>;

const tellChanges = ({ context, afterCommit }: Told, devices: readonly LicensableDevice[]): void =>
  afterCommit(() => devices.forEach(({ id }) => context.bus.publish('device.changed', { deviceId: id })));

/** Licences on devices. */
export const licenseBindingHandlers = () =>
  defineHandlers({
    'license.bind.devices': async (call) => {
      const { input, principal, trx, audit } = call;
      // The stock before the devices, the devices before the licences: see the migration.
      await lockLicenseStock(trx, principal.customerId);
      const devices = await namedDevices(trx, input.deviceIds);
      const type = await namedLicenseType(trx, input.typeCode);
      requireFit(type, devices);
      await requireUnlicensed(trx, devices);
      const byId = new Map(devices.map((d) => [d.id, d]));
      // Codes belong to the devices in the order in which the call names them.
      const targets = input.codes ? input.deviceIds.map((id) => byId.get(id)).filter((d) => d !== undefined) : devices;
      if (input.codes && input.codes.length !== targets.length) {
        throw apiError('invalidParameters', [{ path: 'codes', message: 'one for each device' }]);
      }
      const licenseIds = input.codes
        ? await licensesWithCodes(trx, principal, type, input.codes)
        : await takeFromStock(trx, { customerId: principal.customerId, typeCode: type.code, count: targets.length });
      await bindToDevices(
        trx,
        principal,
        type.code,
        targets.flatMap((device, i) => {
          const licenseId = licenseIds[i];
          return licenseId === undefined ? [] : [{ licenseId, device }];
        }),
      );
      audit({ typeCode: type.code, count: devices.length });
      tellChanges(call, devices);
      return { count: devices.length };
    },

    'license.unbind.devices': async (call) => {
      const { input, trx } = call;
      const devices = await namedDevices(trx, input.deviceIds);
      const licenses = [...(await currentLicenses(trx, devices, false)).values()];
      for (const code of new Set(licenses.map((l) => l.type_code))) {
        if (!(await namedLicenseType(trx, code)).unbindable) throw apiError('licenseNotTransferable', { typeCode: code });
      }
      await unbindLicenses(
        trx,
        licenses.map((l) => l.id),
      );
      tellChanges(call, devices);
      return { count: devices.length };
    },

    'license.renew.devices': async (call) => {
      const { input, principal, trx, audit } = call;
      await lockLicenseStock(trx, principal.customerId);
      const devices = await namedDevices(trx, input.deviceIds);
      await claimRequest(trx, principal.customerId, input.requestId);
      const type = await namedLicenseType(trx, input.typeCode);
      requireFit(type, devices);
      const current = await currentLicenses(trx, devices, true);
      const forLife = devices.filter((d) => current.get(d.key)?.expires_at === null);
      if (forLife.length > 0) throw apiError('licenseRenewalFailed', { deviceIds: forLife.slice(0, 20).map((d) => d.id) });
      await requireNoLess(trx, type, current.values());
      const picked = await takeFromStock(trx, { customerId: principal.customerId, typeCode: type.code, count: devices.length });
      await spendLicenses(
        trx,
        [...current.values()].map((l) => l.id),
      );
      await bindToDevices(
        trx,
        principal,
        type.code,
        devices.flatMap((device, i) => {
          const licenseId = picked[i];
          return licenseId === undefined ? [] : [{ licenseId, device, startsAt: current.get(device.key)?.expires_at ?? null }];
        }),
      );
      audit({ typeCode: type.code, count: devices.length });
      tellChanges(call, devices);
      const renewed = await currentLicenses(trx, devices, true);
      return devices.map((d) => ({ deviceId: d.id, expirationTime: isoOrNull(renewed.get(d.key)?.expires_at) }));
    },

    'license.transfer.device': async (call) => {
      const { input, principal, trx } = call;
      const devices = await namedDevices(trx, [...new Set([input.deviceId, input.toDeviceId])]);
      const from = devices.find((d) => d.id === input.deviceId);
      const to = devices.find((d) => d.id === input.toDeviceId);
      if (!from || !to) throw apiError('deviceNotFound');
      const license = (await currentLicenses(trx, [from], false)).get(from.key);
      if (!license) throw apiError('licenseNotBound', { deviceIds: [from.id] });
      const type = await namedLicenseType(trx, license.type_code);
      // It does not leave the customer that it was sold to, but to one below it.
      if (!type.transferable || !isWithin(license.customer_path, to.customer_path)) throw apiError('licenseNotTransferable');
      requireFit(type, [to]);
      await requireUnlicensed(trx, [to]);
      await transferLicense(trx, license.id, to, principal.userId);
      if (license.customer_id !== to.customer_id)
        await recordGoneAlong(trx, principal, type.code, [license.id], license.customer_id, to.customer_id);
      tellChanges(call, devices);
      return { deviceId: to.id, expirationTime: isoOrNull(license.expires_at) };
    },
  });
