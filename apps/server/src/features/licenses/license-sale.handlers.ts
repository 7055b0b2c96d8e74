import { apiError, type ErrorName } from '@sightline/contract';
import { findLicenseType, redeemLicense, type ScopedTransaction } from '@sightline/db';
import { formatLicenseCode, isAncestor, parseLicenseCode } from '@sightline/domain';
import { namedCustomer } from '../customers/customer.service.ts';
import { namedDevice } from '../devices/device.service.ts';
import { defineHandlers } from '../handlers.ts';
import type { Principal } from '../principal.ts';
import { typeNameOf } from './license-view.ts';
import { bindToDevices } from './license-binding.service.ts';
import { claimRequest, namedDevices, namedLicenses, passLicenses, requireFit, requireUnlicensed } from './license.service.ts';

const REFUSALS = {
  notFound: 'licenseNotFound',
  notOwned: 'licenseNotOwned',
  locked: 'licenseLocked',
  bound: 'licenseBound',
  expired: 'licenseExpired',
} as const satisfies Record<string, ErrorName>;

/** The other side of a sale. @throws 9002, 60001 for licences that cannot be seen, 60012 when it is not below the caller. */
async function otherSide(trx: ScopedTransaction, principal: Principal, customerId: string, licenseIds: readonly string[] | undefined) {
  const customer = await namedCustomer(trx, principal, customerId);
  if (!isAncestor(principal.customerPath, customer.path)) {
    if (licenseIds) await namedLicenses(trx, licenseIds);
    throw apiError('licenseNotTransferable', { customerId });
  }
  return customer;
}

/** Licences on their way down the tree, and back. */
export const licenseSaleHandlers = () =>
  defineHandlers({
    'license.sell': async ({ input, principal, trx, audit }) => {
      const buyer = await otherSide(trx, principal, input.customerId, input.licenseIds);
      if ((input.unitPrice === undefined) !== (input.currency === undefined)) {
        throw apiError('invalidParameters', [{ path: 'currency', message: 'a price has a currency' }]);
      }
      await claimRequest(trx, principal.customerId, input.requestId);
      const sale = await passLicenses(trx, {
        kind: 'sale',
        from: principal.customerId,
        to: buyer.id,
        typeCode: input.typeCode,
        count: input.count,
        licenseIds: input.licenseIds,
        remark: input.remark,
        createdBy: principal.userId,
        price:
          input.unitPrice === undefined || input.currency === undefined
            ? undefined
            : { unitPrice: input.unitPrice, currency: input.currency },
      });
      audit({ ...sale, typeCode: input.typeCode });
      return sale;
    },

    'license.takeBack': async ({ input, principal, trx, audit }) => {
      const holder = await otherSide(trx, principal, input.customerId, input.licenseIds);
      await claimRequest(trx, principal.customerId, input.requestId);
      const sale = await passLicenses(trx, {
        kind: 'return',
        from: holder.id,
        to: principal.customerId,
        typeCode: input.typeCode,
        count: input.count,
        licenseIds: input.licenseIds,
        // A dealer undoes its own sales alone; the platform may take back whatever is unused.
        sellerId: principal.platform ? undefined : principal.customerId,
        remark: input.remark,
        createdBy: principal.userId,
      });
      audit({ ...sale, typeCode: input.typeCode });
      return sale;
    },

    'license.redeem': async ({ input, principal, trx, language, context, audit, afterCommit }) => {
      // Only looked at: devices are locked after the stock, which lies above the caller.
      const wanted = input.deviceId === undefined ? undefined : await namedDevice(trx, input.deviceId);
      if (wanted) await requireUnlicensed(trx, [wanted]);
      const code = parseLicenseCode(input.code);
      if (code === null) throw apiError('licenseCodeInvalid');
      const { outcome, license_id: id } = await redeemLicense(trx, code, principal.customerId, principal.userId);
      if (outcome !== 'ok' || id === null) throw apiError(REFUSALS[outcome === 'ok' ? 'notFound' : outcome]);
      const [license] = await namedLicenses(trx, [id]);
      const type = license && (await findLicenseType(trx, license.type_code));
      if (!license || !type) throw apiError('licenseNotFound');
      audit({ licenseId: id });
      if (wanted) {
        const devices = await namedDevices(trx, [wanted.id]);
        requireFit(type, devices);
        await bindToDevices(
          trx,
          principal,
          type.code,
          devices.map((device) => ({ licenseId: id, device })),
        );
        afterCommit(() => context.bus.publish('device.changed', { deviceId: wanted.id }));
      }
      return { id, code: formatLicenseCode(code), typeCode: type.code, typeName: typeNameOf(type, language) };
    },
  });
