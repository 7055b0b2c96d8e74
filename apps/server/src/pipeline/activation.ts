import type { Database } from '@sightline/db';

/** Notes the first position of devices. A device that has one already keeps it. */
export async function markActivated(
  database: Database,
  devices: readonly { readonly deviceKey: number; readonly atMs: number }[],
): Promise<void> {
  await database.pool.query(
    `UPDATE device d SET activated_at = n.at
     FROM unnest($1::bigint[], $2::timestamptz[]) AS n (key, at)
     WHERE d.key = n.key AND d.activated_at IS NULL`,
    [devices.map((device) => device.deviceKey), devices.map((device) => new Date(device.atMs).toISOString())],
  );
}
