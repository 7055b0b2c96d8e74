import { apiError, type ParsedInputOf } from '@sightline/contract';
import {
  createLicenseBatch,
  existingLicenseCodes,
  licensePolicy,
  listLicenseTypes,
  lockLicenseBatch,
  pageLicenseBatches,
  refreshDeviceLocks,
  saveLicenseType,
  updateLicensePolicy,
  type ScopedTransaction,
} from '@sightline/db';
import { parseLicenseCode } from '@sightline/domain';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { licenseBatch, licenseType } from './license-view.ts';
import { allTypeNames, claimRequest, limitLicenseCount, namedLicenseType, newLicenseCodes } from './license.service.ts';

async function policyOf(trx: ScopedTransaction) {
  const policy = await licensePolicy(trx);
  return {
    requiredForNewDevices: policy.required_for_new_devices,
    graceDays: policy.grace_days,
    noticeDays: policy.notice_days,
  };
}

/** The codes of a new batch: made here, or printed elsewhere. @throws 400, 60005, 60010, 60011 */
async function codesOf(trx: ScopedTransaction, input: ParsedInputOf<'license.batch.create'>): Promise<string[]> {
  const count = input.codes?.length ?? input.count ?? 1;
  limitLicenseCount(count);
  if (!input.codes) return newLicenseCodes(count);
  const codes = input.codes.map((typed) => {
    const code = parseLicenseCode(typed);
    if (code === null) throw apiError('licenseCodeInvalid', { code: typed });
    return code;
  });
  const seen = new Set<string>();
  const repeated = codes.find((code) => seen.has(code) || !seen.add(code));
  const [existing] = await existingLicenseCodes(trx, codes);
  if (repeated !== undefined || existing !== undefined) throw apiError('licenseCodeExists', { code: repeated ?? existing });
  return codes;
}

/** What the platform decides: kinds of licences, batches, and what follows when a licence ends. */
export const licensePlatformHandlers = () =>
  defineHandlers({
    'license.type.list': async ({ trx, language }) => (await listLicenseTypes(trx)).map((type) => licenseType(type, language)),

    'license.type.save': async ({ input, trx, language, audit }) => {
      audit({ typeCode: input.typeCode });
      await saveLicenseType(trx, {
        code: input.typeCode,
        name_en: input.nameEn,
        name_zh: input.nameZh,
        validity_months: input.validityMonths,
        features: [...new Set(input.features)],
        basic_type: input.deviceBasicType,
        transferable: input.transferable,
        unbindable: input.unbindable,
      });
      return licenseType(await namedLicenseType(trx, input.typeCode), language);
    },

    'license.policy.info': async ({ trx }) => await policyOf(trx),

    'license.policy.save': async ({ input, trx, audit }) => {
      audit(input);
      await updateLicensePolicy(trx, {
        required_for_new_devices: input.requiredForNewDevices,
        grace_days: input.graceDays,
        notice_days: input.noticeDays,
      });
      await refreshDeviceLocks(trx);
      return await policyOf(trx);
    },

    'license.batch.page': async ({ input, trx, language }) => {
      const nameOf = await allTypeNames(trx, language);
      const { rows, total } = await pageLicenseBatches(trx, { typeCode: input.typeCode, ...limitOf(input) });
      return pageOfRows(
        input,
        rows.map((row) => licenseBatch(row, nameOf)),
        total,
      );
    },

    'license.batch.create': async ({ input, principal, trx, audit }) => {
      await claimRequest(trx, principal.customerId, input.requestId);
      const type = await namedLicenseType(trx, input.typeCode);
      const codes = await codesOf(trx, input);
      const id = await createLicenseBatch(trx, {
        typeCode: type.code,
        codes,
        customerId: principal.customerId,
        remark: input.remark === undefined || input.remark === '' ? null : input.remark,
        createdBy: principal.userId,
      });
      audit({ batchId: id, typeCode: type.code, count: codes.length });
      return { id, count: codes.length };
    },

    'license.batch.lock': async ({ input, trx, context, audit, afterCommit }) => {
      const deviceIds = await lockLicenseBatch(trx, input.id, input.locked, input.reason ?? null);
      if (!deviceIds) throw apiError('licenseNotFound', { id: input.id });
      audit({ locked: input.locked, devices: deviceIds.length });
      afterCommit(() => deviceIds.forEach((deviceId) => context.bus.publish('device.changed', { deviceId })));
      return { deviceCount: deviceIds.length };
    },
  });
