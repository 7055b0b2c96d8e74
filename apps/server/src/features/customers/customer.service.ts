import { apiError } from '@sightline/contract';
import { findCustomer, type CustomerRecord, type ScopedTransaction } from '@sightline/db';
import type { Principal } from '../principal.ts';

/** The customer that a call names, or the principal's own. @throws 9002 when the principal cannot see it. */
export async function namedCustomer(trx: ScopedTransaction, principal: Principal, customerId: string | undefined): Promise<CustomerRecord> {
  const customer = await findCustomer(trx, customerId ?? principal.customerId);
  if (!customer) throw apiError('dataNotFound', { customerId });
  return customer;
}

/** Path of the named customer; saves the query for the principal's own. */
export async function namedCustomerPath(trx: ScopedTransaction, principal: Principal, customerId: string | undefined): Promise<string> {
  return customerId === undefined || customerId === principal.customerId
    ? principal.customerPath
    : (await namedCustomer(trx, principal, customerId)).path;
}
