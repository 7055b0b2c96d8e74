import { sql, type Kysely, type Selectable } from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { UnknownDeviceTable } from '../schema/tables.ts';
import { likePattern } from './customer.repository.ts';

/** Devices that knocked and are not registered, the latest first. */
export async function pageUnknownDevices(
  db: Kysely<Schema>,
  q: { readonly protocol: string | undefined; readonly deviceId: string | undefined; readonly limit: number; readonly offset: number },
): Promise<{ rows: Selectable<UnknownDeviceTable>[]; total: number }> {
  const base = db
    .selectFrom('unknown_device')
    .$if(q.protocol !== undefined, (b) => b.where('protocol', '=', q.protocol!))
    .$if(q.deviceId !== undefined && q.deviceId !== '', (b) => b.where('device_id', 'ilike', likePattern(q.deviceId!)));
  const rows = await base
    .selectAll()
    .orderBy('last_seen_at', 'desc')
    .orderBy('protocol')
    .orderBy('device_id')
    .limit(q.limit)
    .offset(q.offset)
    .execute();
  const { total } = await base.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}
