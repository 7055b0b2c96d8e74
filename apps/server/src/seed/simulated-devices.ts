import { createCustomer, insertDevices, type Database } from '@sightline/db';
import { ensurePlatform } from './create-owner.ts';

const CUSTOMER_NAME = 'Load test';
/** The model that a simulated device of each protocol counts as. */
const MODELS: Readonly<Record<string, string>> = { jt808: 'JT808-GPS', gt06: 'GT06N', teltonika: 'FMB920' };
const CHUNK = 1_000;

/**
 * Registers the devices that `sightline simulate` speaks for, below a customer of their own, so that a load test meets an
 * ordinary platform. Ids that are registered already stay as they are. Returns how many were added.
 */
export async function registerSimulatedDevices(
  database: Database,
  idsByProtocol: Readonly<Record<string, readonly string[]>>,
): Promise<number> {
  return await database.system.transaction().execute(async (trx) => {
    const root = await ensurePlatform(trx);
    const known = await trx
      .selectFrom('customer')
      .select('id')
      .where('parent_id', '=', root.id)
      .where('name', '=', CUSTOMER_NAME)
      .executeTakeFirst();
    const customerId =
      known?.id ?? (await createCustomer(trx, { parentId: root.id, name: CUSTOMER_NAME, customerType: 2, timezone: '+00:00' })).id;
    let added = 0;
    for (const [protocol, ids] of Object.entries(idsByProtocol)) {
      const typeCode = MODELS[protocol];
      if (typeCode === undefined) throw new RangeError(`no device model for protocol '${protocol}'`);
      const registered = new Set(
        (
          await trx
            .selectFrom('device')
            .select('id')
            .where('recycled_at', 'is', null)
            .where('id', 'in', [...ids])
            .execute()
        ).map((d) => d.id),
      );
      const missing = ids.filter((id) => !registered.has(id));
      for (let at = 0; at < missing.length; at += CHUNK) {
        const part = missing.slice(at, at + CHUNK);
        await insertDevices(
          trx,
          part.map((id, i) => ({ id, customer_id: customerId, name: `Load ${protocol} ${at + i + 1}`, type_code: typeCode })),
        );
      }
      added += missing.length;
    }
    return added;
  });
}
