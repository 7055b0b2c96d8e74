import type { ParsedInputOf } from '@sightline/contract';
import type { CustomerFilter, ScopedTransaction } from '@sightline/db';
import type { Principal } from '../principal.ts';
import { namedCustomerPath } from './customer.service.ts';

type Filters = Omit<ParsedInputOf<'customer.page'>, 'pageIndex' | 'pageSize'>;

/** The filters and the order of a call as those of the repository. @throws 9002 for a customer outside the scope */
export const customerFilter = async (trx: ScopedTransaction, principal: Principal, f: Filters): Promise<CustomerFilter> => ({
  path: await namedCustomerPath(trx, principal, f.customerId),
  deep: f.subsumption === 1,
  ids: f.ids,
  name: f.customerName,
  status: f.status,
  customerType: f.customerType,
  orderBy: f.orderBy ?? 'createTime',
  descending: (f.orderDirection ?? (f.orderBy === undefined ? 'desc' : 'asc')) === 'desc',
});
