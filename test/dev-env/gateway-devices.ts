import type { Database } from '@sightline/db';

/** Registers devices of one customer (made when missing); returns their keys by id. */
export async function registerDevices(database: Database, ids: readonly string[]): Promise<Map<string, number>> {
  const { pool } = database;
  const { rows: customers } = await pool.query<{ id: string }>(
    `INSERT INTO customer (path, name) VALUES ('1', 'Test customer') ON CONFLICT (path) DO UPDATE SET name = excluded.name RETURNING id`,
  );
  await pool.query(`INSERT INTO device_type (code, name, protocol) VALUES ('TEST', 'Test device', 'jt808') ON CONFLICT DO NOTHING`);
  const { rows } = await pool.query<{ id: string; key: string }>(
    `INSERT INTO device (id, customer_id, name, type_code) SELECT id, $1, id, 'TEST' FROM unnest($2::text[]) AS t (id) RETURNING id, key`,
    [customers[0]!.id, ids],
  );
  return new Map(rows.map((row) => [row.id, Number(row.key)]));
}
