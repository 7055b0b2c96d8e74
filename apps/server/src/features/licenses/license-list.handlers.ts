import { licensePolicy, licenseStock, listLicenseTypes, pageLicenses, pageLicenseUsage, pageMovements } from '@sightline/db';
import { formatLicenseCode } from '@sightline/domain';
import { namedCustomer, namedCustomerPath } from '../customers/customer.service.ts';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import { licenseNotice, licenseRow, licenseSale, licenseType, licenseUsage } from './license-view.ts';
import { allTypeNames } from './license.service.ts';

const DAY_MS = 86_400_000;

/** What there is of licences, and where it went. */
export const licenseListHandlers = () =>
  defineHandlers({
    'license.list.code': async ({ input, principal, trx, language }) => {
      const stock = new Map((await licenseStock(trx, principal.customerId, input.codeLimit)).map((row) => [row.type_code, row]));
      return (await listLicenseTypes(trx))
        .filter((type) => input.typeCode === undefined || type.code === input.typeCode)
        .filter((type) => input.deviceBasicType === undefined || type.basic_type === null || type.basic_type === input.deviceBasicType)
        .map((type) => {
          const row = stock.get(type.code);
          return { ...licenseType(type, language), count: row?.count ?? 0, codes: (row?.codes ?? []).map(formatLicenseCode) };
        });
    },

    'license.page': async ({ input, principal, trx, language }) => {
      const customer = input.customerId === undefined ? undefined : await namedCustomer(trx, principal, input.customerId);
      const nameOf = await allTypeNames(trx, language);
      const { rows, total } = await pageLicenses(trx, {
        typeCode: input.typeCode,
        statuses: input.status,
        customerId: input.subsumption === 1 ? undefined : (customer?.id ?? principal.customerId),
        path: input.subsumption === 1 ? customer?.path : undefined,
        // As it is stored; a part of a code cannot be checked.
        code: input.code?.replace(/[\s-]/g, '').toUpperCase(),
        device: input.deviceIdOrName,
        batchId: input.batchId,
        movementId: input.saleId,
        soonest: false,
        ...limitOf(input),
      });
      return pageOfRows(
        input,
        rows.map((row) => licenseRow(row, nameOf)),
        total,
      );
    },

    'license.notice.page': async ({ input, principal, trx, language }) => {
      const path = input.customerId === undefined ? undefined : await namedCustomerPath(trx, principal, input.customerId);
      const policy = await licensePolicy(trx);
      const nameOf = await allTypeNames(trx, language);
      const now = Date.now();
      const { rows, total } = await pageLicenses(trx, {
        path,
        boundUntil: new Date(now + (input.days ?? policy.notice_days) * DAY_MS),
        soonest: true,
        ...limitOf(input),
      });
      return pageOfRows(
        input,
        rows.map((row) => licenseNotice(row, nameOf, policy.grace_days, now)),
        total,
      );
    },

    'license.sale.page': async ({ input, principal, trx, language }) => {
      const path = input.customerId === undefined ? undefined : await namedCustomerPath(trx, principal, input.customerId);
      const nameOf = await allTypeNames(trx, language);
      const { rows, total } = await pageMovements(trx, {
        kind: input.kind,
        typeCode: input.typeCode,
        path,
        from: input.start === undefined ? undefined : new Date(input.start),
        to: input.end === undefined ? undefined : new Date(input.end),
        ...limitOf(input),
      });
      return pageOfRows(
        input,
        rows.map((row) => licenseSale(row, nameOf)),
        total,
      );
    },

    'license.usage.page': async ({ input, principal, trx }) => {
      const path = await namedCustomerPath(trx, principal, input.customerId);
      const days = input.expiringDays ?? (await licensePolicy(trx)).notice_days;
      const { rows, total } = await pageLicenseUsage(trx, {
        path,
        typeCode: input.typeCode,
        expiringUntil: new Date(Date.now() + days * DAY_MS),
        ...limitOf(input),
      });
      return pageOfRows(input, rows.map(licenseUsage), total);
    },
  });
