import { insertSession, type Database } from '@sightline/db';
import { newToken, tokenHash } from '@sightline/server/features/auth/sessions.service';
import type pg from 'pg';

/**
 * A platform of some size: 5,000 customers on four levels, 100,000 devices, half of them below one dealer.
 *
 * | ids | who |
 * |---|---|
 * | 1 | the platform |
 * | 2..21 | dealers below it |
 * | 22..321 | sub-dealers, half of them below dealer 2 |
 * | 322..5000 | end customers, to whom the devices belong, the earlier ones to more of them |
 */
export const WORLD = { customers: 5000, devices: 100_000, bigDealer: '2', subDealer: '22', devicesOfBigDealer: 50_000 } as const;

/** Users of one kind take turns, so that each stays below the calls a minute that a user may make. */
const USERS_OF_A_KIND = 8;
const KINDS = ['platform', 'dealer', 'subDealer', 'heldToCustomers', 'heldToDevices'] as const;
export type UserKind = (typeof KINDS)[number];
export type Tokens = Record<UserKind, readonly string[]>;

const CUSTOMERS = `
  INSERT INTO customer (id, parent_id, path, name, customer_type, created_at) OVERRIDING SYSTEM VALUE
    VALUES (1, NULL, '1', 'Sightline', 1, now() - interval '900 days');
  INSERT INTO customer (id, parent_id, path, name, customer_type, created_at) OVERRIDING SYSTEM VALUE
    SELECT n, 1, ('1.' || n)::ltree, 'Region ' || n, 1, now() - interval '800 days' + n * interval '1 day' FROM generate_series(2, 21) n;
  INSERT INTO customer (id, parent_id, path, name, customer_type, created_at) OVERRIDING SYSTEM VALUE
    SELECT n, p.id, p.path || n::text, 'Dealer ' || n || ' of ' || p.name, 1, now() - interval '700 days' + n * interval '1 day'
    FROM generate_series(22, 321) n JOIN customer p ON p.id = CASE WHEN n < 172 THEN 2 ELSE 3 + n % 19 END;
  INSERT INTO customer (id, parent_id, path, name, customer_type, status, created_at) OVERRIDING SYSTEM VALUE
    SELECT n, p.id, p.path || n::text,
      (ARRAY['Harbour', 'Summit', 'Northern', 'Golden', 'Rapid', 'United'])[1 + n % 6] || ' '
        || (ARRAY['Logistics', 'Taxi', 'Cold Chain', 'Rental', 'School Bus', 'Mining', 'Couriers'])[1 + n % 7] || ' ' || n,
      2, CASE WHEN n % 50 = 0 THEN 'stopped' ELSE 'active' END, now() - interval '400 days' + n * interval '2 hours'
    FROM generate_series(322, 5000) n JOIN customer p ON p.id = 22 + n % 300;
  SELECT setval(pg_get_serial_sequence('customer', 'id'), 5000);
  INSERT INTO app_user (customer_id, customer_path, account, name, password_hash, user_type)
    SELECT c.id, c.path, 'main' || c.id, 'Main account of ' || c.name, '', CASE WHEN c.parent_id IS NULL THEN 1 ELSE 2 END FROM customer c;
  INSERT INTO label (customer_id, customer_path, name)
    SELECT c.id, c.path, l FROM customer c, unnest(ARRAY['VIP', 'Workshop', 'Night shift']) l WHERE c.customer_type = 1 ORDER BY c.id, l;`;

/** The first half of the devices lies below the big dealer; within a half the n-th of its customers has about 1 / sqrt(n) as many as the first. */
const DEVICES = `
  INSERT INTO device_type (code, name, protocol, basic_type, cam_count) VALUES
    ('ST-20', 'ST-20', 'jt808', 1, 0), ('ST-30', 'ST-30', 'gt06', 1, 0), ('ST-40', 'ST-40', 'teltonika', 1, 0), ('SC-4', 'SC-4', 'jt808', 2, 4);
  WITH owners AS (
    SELECT id, path, half, (row_number() OVER (PARTITION BY half ORDER BY id) - 1)::int AS place
    FROM (SELECT id, path, CASE WHEN path <@ '1.2' THEN 0 ELSE 1 END AS half FROM customer WHERE customer_type = 2) c
  ), sizes AS (SELECT half, count(*) AS owners FROM owners GROUP BY half)
  INSERT INTO device (key, id, customer_id, customer_path, name, type_code, icon, sim, plate, activated_at, created_at) OVERRIDING SYSTEM VALUE
    SELECT n, (860000000000000 + n * 7919::bigint)::text, o.id, o.path,
      (ARRAY['Truck', 'Van', 'Taxi', 'Bus', 'Trailer'])[1 + n % 5] || ' ' || (n * 7919::bigint) % 100003,
      CASE WHEN n % 10 = 0 THEN 'SC-4' ELSE (ARRAY['ST-20', 'ST-30', 'ST-40'])[1 + n % 3] END, (ARRAY['car', 'truck', 'bus'])[1 + n % 3],
      '89860' || n, 'B' || n, now() - interval '300 days' + n * 7919::bigint % 100000 * interval '3 minutes', now() - interval '310 days' + n * 7919::bigint % 100000 * interval '3 minutes'
    FROM generate_series(1, 100000) n
    JOIN sizes z ON z.half = (n - 1) / 50000
    JOIN owners o ON o.half = z.half AND o.place = floor(z.owners * ((n - 1) % 50000 / 50000.0) ^ 2)::int;
  SELECT setval(pg_get_serial_sequence('device', 'key'), 100000);
  -- Seven of ten are heard now, two were heard within the last weeks, one never.
  INSERT INTO device_state (device_key, last_contact_at, fix_time, lat, lon, speed_kph, course, type, motion, ignition, odometer_m, attributes)
    SELECT key, at, at - interval '2 seconds', 22.5 + key % 1000 / 500.0, 113.8 + key / 1000 / 50.0, key % 90, key % 360, 1,
      CASE WHEN key % 3 = 0 THEN 'moving' ELSE 'stopped' END, key % 3 < 2, key * 1000.5,
      '{"ignition": true, "power": 12.6, "signal": 27, "satellites": 14}'
    FROM (SELECT key, CASE WHEN key % 10 < 7 THEN now() + interval '1 hour' ELSE now() - key * interval '20 seconds' END AS at
      FROM device WHERE key % 10 < 9) d;
  INSERT INTO device_label (device_key, label_id)
    SELECT d.key, l.id FROM device d JOIN customer c ON c.id = d.customer_id JOIN customer p ON p.id = c.parent_id
      CROSS JOIN LATERAL (VALUES (p.id), (p.parent_id)) above (id) JOIN label l ON l.customer_id = above.id
      WHERE (d.key + l.id) % 20 = 0;`;

/** Six of ten devices have a licence; some are past their grace, of some the licence was locked by hand. */
const LICENCES = `
  INSERT INTO license_type (code, name_en, name_zh, validity_months, features, transferable, unbindable)
    VALUES ('year', 'One year', '一年', 12, '{tracking}', true, true);
  INSERT INTO license_batch (type_code, count) VALUES ('year', 70000);
  INSERT INTO license (code, type_code, batch_id, customer_id, customer_path, state, device_key, device_id, bound_at, started_at, expires_at, locked_at)
    SELECT 'L' || d.key, 'year', 1, d.customer_id, d.customer_path, 'bound', d.key, d.id, now() - interval '200 days', now() - interval '200 days',
      CASE WHEN d.key % 100 = 1 THEN now() - interval '20 days' ELSE now() + (d.key % 160 + 5) * interval '1 day' END,
      CASE WHEN d.key % 200 = 2 THEN now() END
    FROM device d WHERE d.key % 10 < 6;
  INSERT INTO license (code, type_code, batch_id, customer_id, customer_path)
    SELECT 'S' || n, 'year', 1, c.id, c.path FROM generate_series(1, 10000) n JOIN customer c ON c.id = 1 + n % 321;
  UPDATE device d SET expires_at = l.expires_at, locked_at = CASE WHEN l.expires_at < now() OR l.locked_at IS NOT NULL THEN now() END
    FROM license l WHERE l.device_key = d.key;`;

/** Some users of the platform, of a dealer of half the devices, and of a dealer held to 20 of its customers or to 200 devices. */
const USERS = `
  INSERT INTO app_user (customer_id, customer_path, account, name, password_hash, user_type, customer_limited, device_limited)
    SELECT c.id, c.path, k.kind || n, k.kind, '', k.user_type, k.kind = 'heldToCustomers', k.kind = 'heldToDevices'
    FROM (VALUES ('platform', 1, 1), ('dealer', 2, 2), ('subDealer', 22, 2), ('heldToCustomers', 2, 3), ('heldToDevices', 2, 3)) k (kind, customer, user_type)
    JOIN customer c ON c.id = k.customer, generate_series(1, $USERS) n;
  INSERT INTO user_customer (user_id, customer_id)
    SELECT u.id, c.id FROM app_user u, generate_series(25, 44) c (id) WHERE u.name = 'heldToCustomers';
  INSERT INTO user_device (user_id, device_key)
    SELECT u.id, n * 200 FROM app_user u, generate_series(1, 200) n WHERE u.name = 'heldToDevices';`;

/** Fills an empty database and signs users in. What triggers keep is written beside their rows, or counted by the database's own function. */
export async function seedAdminWorld(database: Database): Promise<Tokens> {
  const client = await database.pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica`);
    for (const part of [CUSTOMERS, DEVICES, LICENCES, USERS.replace('$USERS', String(USERS_OF_A_KIND))]) await client.query(part);
    await client.query('COMMIT; SELECT app.recount_devices()');
    await client.query('VACUUM ANALYZE');
    await checkWorld(client);
  } finally {
    client.release();
  }
  const tokens = await Promise.all(KINDS.map(async (kind) => [kind, await signIn(database, kind)] as const));
  return Object.fromEntries(tokens) as unknown as Tokens;
}

async function checkWorld(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ customers: number; devices: number; big: number; kept: number }>(`
    SELECT (SELECT count(*)::int FROM customer) AS customers, (SELECT count(*)::int FROM device) AS devices,
      (SELECT count(*)::int FROM device WHERE customer_path <@ '1.${WORLD.bigDealer}') AS big,
      (SELECT sum(devices)::int FROM customer_device_count) AS kept`);
  const { customers, devices, big, kept } = rows[0]!;
  if (customers !== WORLD.customers || devices !== WORLD.devices || big !== WORLD.devicesOfBigDealer || kept !== devices)
    throw new Error(`the world is not as it should be: ${JSON.stringify(rows[0])}`);
}

async function signIn(database: Database, kind: UserKind): Promise<string[]> {
  const users = await database.system.selectFrom('app_user').select('id').where('name', '=', kind).execute();
  const tokens: string[] = [];
  for (const { id } of users) {
    const token = newToken();
    await insertSession(database.system, {
      hash: tokenHash(token),
      userId: id,
      expiresAt: new Date(Date.now() + 3_600_000),
      remote: null,
      agent: null,
    });
    tokens.push(token);
  }
  return tokens;
}
