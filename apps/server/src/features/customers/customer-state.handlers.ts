import { apiError } from '@sightline/contract';
import {
  binCustomer,
  customerHasBoundLicences,
  customerNameTaken,
  endSessionsBelow,
  findBinnedCustomer,
  findCustomer,
  hasDevicesBelow,
  lockCustomerTree,
  pageBinnedCustomers,
  purgeCustomer,
  restoreCustomer,
  takenAccountsOf,
  type ScopedTransaction,
} from '@sightline/db';
import type { AppContext } from '../../context.ts';
import { defineHandlers } from '../handlers.ts';
import { limitOf, pageOfRows } from '../paging.ts';
import type { Principal } from '../principal.ts';
import { customerBelow, namedCustomer, changeCustomer } from './customer.service.ts';

const tell = (context: AppContext, path: string) => (): void =>
  context.bus.publish('principal.changed', { userId: null, customerPaths: [path] });

/** A customer of the recycle bin. @throws 9002; 15015 for the own customer, which only those above could have thrown away. */
async function binned(trx: ScopedTransaction, principal: Principal, id: string) {
  const found = await findBinnedCustomer(trx, id);
  if (found) return found;
  await namedCustomer(trx, principal, id);
  return null;
}

/** Why a customer cannot be thrown away. @throws 25001, 15018 */
async function requireEmpty(trx: ScopedTransaction, path: string, recycledDevices: boolean): Promise<void> {
  if (await hasDevicesBelow(trx, path, { recycled: recycledDevices })) throw apiError('customerHasDevices');
  if (await customerHasBoundLicences(trx, path)) throw apiError('customerHasLicenses');
}

/** Stopping customers, the recycle bin, and the end. */
export const customerStateHandlers = () =>
  defineHandlers({
    'customer.stop': async ({ input, principal, trx, context, audit, afterCommit }) => {
      await lockCustomerTree(trx);
      const customer = await customerBelow(trx, principal, input.customerId);
      await changeCustomer(trx, customer.id, { status: 'stopped' });
      await endSessionsBelow(trx, customer.path);
      audit({ customerName: customer.name });
      afterCommit(tell(context, customer.path));
      return null;
    },

    'customer.resume': async ({ input, principal, trx, context, audit, afterCommit }) => {
      await lockCustomerTree(trx);
      const customer = await customerBelow(trx, principal, input.customerId);
      await changeCustomer(trx, customer.id, { status: 'active' });
      audit({ customerName: customer.name });
      afterCommit(tell(context, customer.path));
      return null;
    },

    'customer.del': async ({ input, principal, trx, context, audit, afterCommit }) => {
      await lockCustomerTree(trx);
      const named = await namedCustomer(trx, principal, input.customerId);
      if (named.id === principal.customerId && named.parent_id !== null) throw apiError('mainAccountDeletion', { customerId: named.id });
      const customer = await customerBelow(trx, principal, named.id);
      await requireEmpty(trx, customer.path, false);
      await endSessionsBelow(trx, customer.path);
      const gone = await binCustomer(trx, customer);
      audit({ customerName: customer.name, ...gone });
      afterCommit(tell(context, customer.path));
      return { customerCount: gone.customers, userCount: gone.users };
    },

    'customer.rest': async ({ input, principal, trx, context, audit, afterCommit }) => {
      await lockCustomerTree(trx);
      const customer = await binned(trx, principal, input.customerId);
      // Not in the recycle bin: there is nothing to bring back, and nothing is wrong.
      if (!customer) return null;
      if (customer.parent_id === null || !(await findCustomer(trx, customer.parent_id))) {
        throw apiError('dataNotFound', { parentId: customer.parent_id });
      }
      if (await customerNameTaken(trx, customer.parent_id, customer.name)) {
        throw apiError('nameExists', [{ path: 'customerName', message: customer.name }]);
      }
      const accounts = await takenAccountsOf(trx, customer.id);
      if (accounts.length > 0) throw apiError('accountExists', { accounts });
      await restoreCustomer(trx, customer.id);
      audit({ customerName: customer.name });
      afterCommit(tell(context, customer.path));
      return null;
    },

    'customer.recycle.page': async ({ input, principal, trx }) => {
      const { rows, total } = await pageBinnedCustomers(trx, { name: input.customerName, ...limitOf(input) });
      return pageOfRows(
        input,
        rows.map((r) => ({
          id: r.id,
          customerName: r.name,
          customerType: r.customer_type,
          parentId: r.path === principal.customerPath ? null : r.parent_id,
          parentName: r.parent_name,
          customerCount: r.customer_count,
          userCount: r.user_count,
          recycleTime: r.recycled_at.toISOString(),
          createTime: r.created_at.toISOString(),
        })),
        total,
      );
    },

    'customer.recycle.delete': async ({ input, principal, trx, audit }) => {
      await lockCustomerTree(trx);
      const customer = await binned(trx, principal, input.customerId);
      // In service: it has to be thrown away first, with the questions that this asks.
      if (!customer) throw apiError('mainAccountDeletion', { customerId: input.customerId });
      await requireEmpty(trx, customer.path, true);
      await purgeCustomer(trx, customer.path);
      audit({ customerName: customer.name });
      return null;
    },
  });
