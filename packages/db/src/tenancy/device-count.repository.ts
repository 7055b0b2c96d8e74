import { sql, type Kysely } from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { CustomerRecord } from './customer.repository.ts';

export interface CustomerCount {
  readonly own: number;
  readonly total: number;
  readonly online: number;
}

type CountedCustomer = Pick<CustomerRecord, 'id' | 'path'>;

/**
 * Devices in service of each of these customers, of one kind (1 tracker, 2 camera) or of all: of it alone and with everything below it. From
 * the numbers that the database keeps; online is 0, which is known elsewhere. Nothing for users held to customers or devices.
 */
export async function keptDeviceCounts(
  db: Kysely<Schema>,
  customerIds: readonly string[],
  basicType?: number,
): Promise<Map<string, CustomerCount>> {
  if (customerIds.length === 0) return new Map();
  const { rows } = await sql<{ customer_id: string; own: number; total: number }>`
    SELECT customer_id, own, total FROM app.kept_device_counts(${customerIds}::bigint[], ${basicType ?? null}::integer)`.execute(db);
  return new Map(rows.map(({ customer_id, own, total }) => [customer_id, { own, total, online: 0 }]));
}

/** The same and how many of those are online, counted one by one: for who does not see all of a customer. */
export async function countDevicesOf(
  db: Kysely<Schema>,
  customers: readonly CountedCustomer[],
  onlineSinceMs: number,
  basicType?: number,
): Promise<Map<string, CustomerCount>> {
  if (customers.length === 0) return new Map();
  // Once through the devices, each to its customer: a join by paths would go through all of them for every customer.
  const { rows } = await sql<{ customer_id: string; customer_path: string; devices: number; online: number }>`
    SELECT d.customer_id, d.customer_path, count(*)::int AS devices,
      (count(*) FILTER (WHERE s.last_contact_at >= to_timestamp(${onlineSinceMs / 1000}::float8)))::int AS online
    FROM device d LEFT JOIN device_state s ON s.device_key = d.key
    WHERE d.recycled_at IS NULL
      ${basicType === undefined ? sql`` : sql`AND d.type_code IN (SELECT code FROM device_type WHERE basic_type = ${basicType})`}
    GROUP BY d.customer_id, d.customer_path`.execute(db);
  const counts = new Map(customers.map(({ id }) => [id, { own: 0, total: 0, online: 0 }]));
  for (const { customer_id, customer_path, devices, online } of rows) {
    for (const id of customer_path.split('.')) {
      const count = counts.get(id);
      if (!count) continue;
      if (id === customer_id) count.own += devices;
      count.total += devices;
      count.online += online;
    }
  }
  return counts;
}
