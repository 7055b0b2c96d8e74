import type { CustomerNode } from '@sightline/contract';
import { useCall } from '../../api/query.ts';

export type { CustomerNode };

/** Counts on the rows are renewed while they are looked at. */
const REFRESH_MS = 30_000;

/** The customers right below one. */
export const useCustomerLevel = (customerId: string) =>
  useCall('customer.tree', { customerId }, { refetchInterval: REFRESH_MS, keepPrevious: true });
