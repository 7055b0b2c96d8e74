import { apiError } from '@sightline/contract';
import { findCustomer, type CustomerRecord, type ScopedTransaction, updateCustomer } from '@sightline/db';
import type { Principal } from '../principal.ts';

/** The customer that a call names, or the principal's own. @throws 9002 when the principal cannot see it. */
export async function namedCustomer(trx: ScopedTransaction, principal: Principal, customerId: string | undefined): Promise<CustomerRecord> {
  const customer = await findCustomer(trx, customerId ?? principal.customerId);
  if (!customer) throw apiError('dataNotFound', { customerId });
  return customer;
}

/** The customer that a call names, which must be the own one: those above cannot send what is its elsewhere. @throws 9002, 403 */
export async function ownCustomer(trx: ScopedTransaction, principal: Principal, customerId: string | undefined): Promise<CustomerRecord> {
  const customer = await namedCustomer(trx, principal, customerId);
  if (customer.id !== principal.customerId) throw apiError('noPermission', { customerId: customer.id });
  return customer;
}

/** Changes a customer. @throws 403 when the principal sees it, as a user held to customers sees those above them, and may not change it. */
export async function changeCustomer(
  trx: ScopedTransaction,
  customerId: string,
  change: Parameters<typeof updateCustomer>[2],
): Promise<void> {
  if (!(await updateCustomer(trx, customerId, change))) throw apiError('noPermission');
}

/** Path of the named customer; saves the query for the principal's own. */
export async function namedCustomerPath(trx: ScopedTransaction, principal: Principal, customerId: string | undefined): Promise<string> {
  return customerId === undefined || customerId === principal.customerId
    ? principal.customerPath
    : (await namedCustomer(trx, principal, customerId)).path;
}

/**
 * The customer that a call names, when it lies truly below the principal's own: nobody stops, grants or takes what belongs to himself.
 *
 * @throws 9002 when the principal cannot see it, 15004 for the platform itself, 15002 for the own customer.
 */
export async function customerBelow(trx: ScopedTransaction, principal: Principal, customerId: string | undefined): Promise<CustomerRecord> {
  const customer = await namedCustomer(trx, principal, customerId);
  if (customer.parent_id === null) throw apiError('cannotOperateAdmin', { customerId: customer.id });
  if (customer.id === principal.customerId) throw apiError('cannotOperateCurrentUser', { customerId: customer.id });
  return customer;
}

/** A dealer, under which there may be customers. @throws 9002, 400 for an end customer. */
export async function namedDealer(trx: ScopedTransaction, principal: Principal, customerId: string | undefined): Promise<CustomerRecord> {
  const dealer = await namedCustomer(trx, principal, customerId);
  if (dealer.customer_type !== 1) {
    throw apiError('invalidParameters', [{ path: 'parentId', message: 'an end customer has no sub-customers' }]);
  }
  return dealer;
}
