import { apiError, type CustomerRow } from '@sightline/contract';
import {
  createCustomer,
  customerNameTaken,
  hasSubCustomers,
  lockCustomerTree,
  moveCustomer,
  pageCustomers,
  setCustomerGrant,
  wholeCustomerTree,
  type CustomerCount,
  type CustomerListRow,
  type ScopedTransaction,
} from '@sightline/db';
import { isWithin } from '@sightline/domain';
import { newGrant, permissionsOfCustomer } from '../auth/grants.service.ts';
import { deviceCounts, NO_DEVICES } from '../devices/device-counts.service.ts';
import type { OnlineCounts } from '../devices/online.service.ts';
import { checkedEmail } from '../email.ts';
import { defineHandlers } from '../handlers.ts';
import { asGiven, startJob } from '../jobs/job.service.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import type { Principal } from '../principal.ts';
import { addMainAccount } from '../users/main-account.service.ts';
import { requireNoGain } from '../users/managed-user.service.ts';
import { customerExportJob } from './customer-export.jobs.ts';
import { customerFilter } from './customer-filter.ts';
import { lineageText, namesAlong } from './customer-names.ts';
import { customerBelow, namedCustomer, namedCustomerPath, namedDealer, changeCustomer } from './customer.service.ts';

/** @throws 25002 when a customer below the same one has this name. */
async function requireFreeName(trx: ScopedTransaction, parentId: string | null, name: string, except?: string): Promise<void> {
  if (await customerNameTaken(trx, parentId, name, except)) throw apiError('nameExists', [{ path: 'customerName', message: name }]);
}

function rowOf(principal: Principal, c: CustomerListRow, names: ReadonlyMap<string, string>, count: CustomerCount): CustomerRow {
  const own = c.path === principal.customerPath;
  return {
    id: c.id,
    customerName: c.name,
    ...lineageText(principal, c.path, names),
    customerType: c.customer_type,
    status: c.status,
    parentId: own ? null : c.parent_id,
    parentName: c.parent_name,
    contact: c.contact,
    phone: c.phone,
    email: c.email,
    remark: c.remark,
    timezone: c.timezone,
    account: c.main_account,
    mainUserId: c.main_user_id,
    currentCustomerTotalCount: count.own,
    totalCount: count.total,
    onlineCount: count.online,
    userCount: c.user_count,
    modules: c.modules,
    superiorMayWatch: c.superior_may_watch,
    changeable: principal.customerPaths === null || principal.customerPaths.some((top) => isWithin(top, c.path)),
    createTime: c.created_at.toISOString(),
  };
}

/** Listing, adding, changing and moving customers. */
export const customerAdminHandlers = (online: OnlineCounts) =>
  defineHandlers({
    'customer.page': async ({ input, principal, trx, context }) => {
      const filter = await customerFilter(trx, principal, input);
      const { rows, total } = await pageCustomers(trx, { ...filter, ...limitOf(input) });
      const counts = await deviceCounts(trx, principal, context, online, rows);
      const names = await namesAlong(
        trx,
        principal,
        rows.map((r) => r.path),
      );
      return pageOfRows(
        input,
        rows.map((r) => rowOf(principal, r, names, counts.get(r.id) ?? NO_DEVICES)),
        total,
      );
    },

    'report.export.customer': async ({ input, principal, trx, language, audit }) => {
      // A customer outside of the scope is told at once.
      await customerFilter(trx, principal, input);
      audit({ format: input.format, columns: input.columns });
      return await startJob(trx, customerExportJob, asGiven(input), { principal, language });
    },

    'customer.info.add': async ({ input, principal, trx, context, audit }) => {
      await lockCustomerTree(trx);
      const parent = await namedDealer(trx, principal, input.parentId);
      await requireFreeName(trx, parent.id, input.customerName);
      const customer = await createCustomer(trx, {
        parentId: parent.id,
        name: input.customerName,
        customerType: input.customerType === 1 ? 1 : 2,
        timezone: input.timezone ?? parent.timezone,
        ...(input.defaultLat !== undefined && input.defaultLon !== undefined
          ? { defaultLat: input.defaultLat, defaultLon: input.defaultLon }
          : {}),
      });
      await changeCustomer(trx, customer.id, {
        contact: input.contact ?? null,
        phone: input.phone ?? null,
        email: checkedEmail(input.email) ?? null,
        address: input.address ?? null,
        remark: input.remark ?? null,
        force_password_days: input.forcePasswordDays ?? null,
      });
      // Nobody makes a customer that may more than he does himself.
      const above = await permissionsOfCustomer(context.database, parent.path);
      const grant = newGrant(principal, above);
      if (grant !== null) await setCustomerGrant(trx, customer.id, grant);
      let userId: string | null = null;
      if (input.account !== undefined) {
        if (input.password === undefined) throw apiError('invalidParameters', [{ path: 'password', message: 'required with an account' }]);
        requireNoGain(principal, new Set(grant ?? above));
        userId = await addMainAccount(trx, customer, {
          account: input.account,
          password: input.password,
          name: input.userName ?? input.customerName,
          language: principal.language,
        });
      }
      audit({ id: customer.id, customerName: customer.name, parentId: parent.id, ...(input.account ? { account: input.account } : {}) });
      return { id: customer.id, userId };
    },

    'customer.info.save': async ({ input, principal, trx, audit, afterCommit, context }) => {
      await lockCustomerTree(trx);
      const customer = await namedCustomer(trx, principal, input.customerId);
      if (input.customerType !== undefined && input.customerType !== customer.customer_type) {
        await customerBelow(trx, principal, customer.id);
        if (input.customerType === 2 && (await hasSubCustomers(trx, customer.id))) {
          throw apiError('invalidParameters', [{ path: 'customerType', message: 'it has sub-customers' }]);
        }
      }
      if (input.customerName !== undefined) await requireFreeName(trx, customer.parent_id, input.customerName, customer.id);
      const email = checkedEmail(input.email);
      const { customerId: _, customerName: name, customerType: type, forcePasswordDays: days, email: _email, ...texts } = input;
      await changeCustomer(trx, customer.id, {
        ...texts,
        ...(name === undefined ? {} : { name }),
        ...(type === undefined ? {} : { customer_type: type }),
        ...(days === undefined ? {} : { force_password_days: days }),
        ...(email === undefined ? {} : { email }),
      });
      const { customerId: _id, ...changed } = input;
      audit(changed);
      afterCommit(() => context.bus.publish('principal.changed', { userId: null, customerPaths: [customer.path] }));
      return null;
    },

    'customer.info.updateCurrentCustomers': async ({ input, principal, trx, audit, afterCommit, context }) => {
      await lockCustomerTree(trx);
      const parent = await namedCustomer(trx, principal, input.parentId);
      const customer = await customerBelow(trx, principal, input.customerId);
      await namedDealer(trx, principal, parent.id);
      if (isWithin(customer.path, parent.path)) {
        throw apiError('invalidParameters', [{ path: 'parentId', message: 'a customer cannot hang below itself' }]);
      }
      if (customer.parent_id === parent.id) return null;
      await requireFreeName(trx, parent.id, customer.name, customer.id);
      await moveCustomer(trx, customer, parent);
      audit({ customerName: customer.name, from: customer.parent_id, to: parent.id });
      // Everybody: users elsewhere may be held to customers that have moved along.
      afterCommit(() => context.bus.publish('principal.changed', { userId: null }));
      return null;
    },

    'customer.checkCustomerName': async ({ input, principal, trx }) => {
      const except = input.customerId === undefined ? undefined : await namedCustomer(trx, principal, input.customerId);
      const parentId = input.parentId === undefined && except ? except.parent_id : (await namedCustomer(trx, principal, input.parentId)).id;
      return { available: (await customerNameTaken(trx, parentId, input.customerName, except?.id)) ? 0 : 1 };
    },

    'customer.tree.all': async ({ input, principal, trx }) => {
      const path = await namedCustomerPath(trx, principal, input.customerId);
      return (await wholeCustomerTree(trx, path)).map((c) => ({
        id: c.id,
        pid: c.path === principal.customerPath ? null : c.parent_id,
        customerName: c.name,
        customerType: c.customer_type,
        status: c.status,
      }));
    },
  });
