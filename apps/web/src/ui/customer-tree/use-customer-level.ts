import type { CustomerNode } from '@sightline/contract';
import { useCall } from '../../api/query.ts';

export type { CustomerNode };

/** Counts on the rows are renewed while they are looked at. */
const REFRESH_MS = 30_000;

/** The customers below one; `null` is the person's own customer. */
export const useCustomerLevel = (customerId: string | null) =>
  useCall('customer.tree', customerId === null ? {} : { customerId }, { refetchInterval: REFRESH_MS, keepPrevious: true });
