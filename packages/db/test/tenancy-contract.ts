import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../../../test/dev-env/database.ts';
import type { Scope, ScopedTransaction } from '../src/connection/database.ts';
import { createPositionStore } from '../src/positions/store.ts';
import type { PositionStore } from '../src/positions/types.ts';
import { beginCameraLook } from '../src/video/camera-look.repository.ts';
import { insertMediaFile } from '../src/video/media-file.repository.ts';
import { EMPTY_BATCH } from '../src/positions/empty-batch.ts';
import { DAY_MS, liveState, NOW, position, segment } from './fixtures.ts';

/**
 * What row-level security must do, on whatever PostgreSQL. A platform with two dealers; the first has a customer. Every
 * customer has a user, a label and a device with positions, both as rows and sealed.
 */
export function tenancyContract(open: () => Promise<TestDatabase>): void {
  let test: TestDatabase;
  let store: PositionStore;
  const customers: Record<string, { id: string; path: string }> = {};
  const devices: Record<string, number> = {};
  const NAMES = ['platform', 'dealerA', 'customerA', 'dealerB'] as const;
  const PARENTS = { platform: null, dealerA: 'platform', customerA: 'dealerA', dealerB: 'platform' } as const;

  beforeAll(async () => {
    test = await open();
    store = createPositionStore(test.database);
    await sql`INSERT INTO device_type (code, name, protocol) VALUES ('T', 'Tracker', 'jt808')`.execute(test.database.system);
    await store.ensurePartitions(NOW - 2 * DAY_MS, 0);
    const writer = store.writer();
    for (const name of NAMES) await make(name, writer);
    await store.sealDue(NOW, 1);
    for (const name of NAMES)
      await writer.write({ ...EMPTY_BATCH, positions: [{ deviceKey: devices[name]!, position: position(NOW), late: false }] });
    await writer.close();
  });
  afterAll(() => test.drop());

  const make = async (name: (typeof NAMES)[number], writer: ReturnType<PositionStore['writer']>): Promise<void> => {
    const parent = PARENTS[name];
    const { rows } = await sql<{ id: string; path: string }>`
      WITH n AS (SELECT nextval(pg_get_serial_sequence('customer', 'id')) AS id)
      INSERT INTO customer (id, parent_id, path, name) OVERRIDING SYSTEM VALUE
      SELECT id, ${parent && customers[parent]!.id}::bigint, (${parent ? `${customers[parent]!.path}.` : ''} || id)::ltree, ${name} FROM n RETURNING id, path::text`.execute(
      test.database.system,
    );
    const customer = rows[0]!;
    customers[name] = customer;
    const user = await test.database.system
      .insertInto('app_user')
      .values({ customer_id: customer.id, account: name, name, password_hash: 'x', user_type: 2 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await test.database.system
      .insertInto('session_token')
      .values({ hash: Buffer.from(name), user_id: user.id, expires_at: new Date(NOW) })
      .execute();
    const device = await test.database.system
      .insertInto('device')
      .values({ id: name, customer_id: customer.id, name, type_code: 'T' })
      .returning('key')
      .executeTakeFirstOrThrow();
    const key = Number(device.key);
    devices[name] = key;
    const label = await test.database.system
      .insertInto('label')
      .values({ customer_id: customer.id, name: `label of ${name}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await test.database.system.insertInto('device_label').values({ device_key: device.key, label_id: label.id }).execute();
    await sql`INSERT INTO share_link (hash, device_key, customer_path, expires_at) VALUES (${Buffer.from(name)}, ${key}, ${customer.path}::ltree, now())`.execute(
      test.database.system,
    );
    await sql`INSERT INTO audit_log (account, customer_path, operation) VALUES (${name}, ${customer.path}::ltree, 'device.page')`.execute(
      test.database.system,
    );
    const media = {
      channel: 1,
      kind: 'picture',
      source: 'capture',
      takenAt: new Date(NOW),
      contentType: 'image/jpeg',
      fileName: 'a.jpg',
      sizeBytes: 10,
      sha256: Buffer.alloc(32),
    } as const;
    const unknown = { eventCode: null, untilAt: null, lat: null, lon: null, speedKph: null, alarmId: null, expiresAt: null };
    await insertMediaFile(test.database.system, { ...media, ...unknown, deviceKey: key, storageName: name });
    await beginCameraLook(test.database.system, {
      nonce: null,
      device: { key: device.key, id: name, name, customer_id: customer.id },
      channel: 1,
      kind: 'live',
      stream: 0,
      userId: user.id,
      account: name,
      fromAbove: false,
      remote: null,
    });
    await writer.write({
      ...EMPTY_BATCH,
      positions: [position(NOW - 2 * DAY_MS), position(NOW - 2 * DAY_MS + 1)].map((p) => ({ deviceKey: key, position: p, late: false })),
      states: [liveState(key, NOW, NOW)],
      segments: [{ deviceKey: key, segment: segment(NOW, NOW + 1) }],
      buckets: [
        { deviceKey: key, bucket: { slotMs: NOW, distanceM: 1, movingS: 1, idleS: 0, stoppedS: 0, maxSpeedKph: 1, pointCount: 1 } },
      ],
      marks: [{ deviceKey: key, mark: { fixTimeMs: NOW, sequence: 1, jump: true } }],
    });
  };

  const scopeOf = (name: string): Scope => ({ customerPath: customers[name]!.path, userId: '1', platform: name === 'platform' });
  const as = <T>(name: string, work: (trx: ScopedTransaction) => Promise<T>): Promise<T> => test.database.scoped(scopeOf(name), work);
  const namesIn = async (trx: ScopedTransaction, table: string, column: string): Promise<unknown[]> =>
    (await sql<Record<string, unknown>>`SELECT ${sql.ref(column)} AS name FROM ${sql.table(table)} ORDER BY 1`.execute(trx)).rows.map(
      (row) => row['name'],
    );
  /** SQLSTATE of what `work` is refused with. */
  const refused = async (work: Promise<unknown>): Promise<unknown> =>
    await work.then(
      () => 'done',
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
    );
  const DENIED = '42501';
  const SEES = { platform: [...NAMES], dealerA: ['customerA', 'dealerA'], customerA: ['customerA'], dealerB: ['dealerB'] } as const;

  describe.each(NAMES)('the scope of %s', (name) => {
    const seen = (): string[] => [...SEES[name]].toSorted();

    it('holds its own subtree and nothing else', async () => {
      await as(name, async (trx) => {
        for (const [table, column] of [
          ['customer', 'name'],
          ['app_user', 'account'],
          ['device', 'id'],
          ['audit_log', 'account'],
          ['media_file', 'device_name'],
        ] as const) {
          expect([table, await namesIn(trx, table, column)]).toEqual([table, seen()]);
        }
        expect(await namesIn(trx, 'label', 'name')).toEqual(
          seen()
            .map((n) => `label of ${n}`)
            .toSorted(),
        );
        for (const table of [
          'device_label',
          'share_link',
          'device_state',
          'segment',
          'bucket',
          'position_mark',
          'media_file',
          'camera_look',
        ]) {
          const keys = (await namesIn(trx, table, 'device_key')).map(Number);
          expect([table, keys]).toEqual([
            table,
            seen()
              .map((n) => devices[n]!)
              .toSorted((a, b) => a - b),
          ]);
        }
      });
    });

    it('reads the positions and facts of its devices, and of foreign ones nothing', async () => {
      await as(name, async (trx) => {
        const reader = store.reader(trx);
        const keys = NAMES.map((n) => devices[n]!);
        const visible = (found: Map<number, unknown>): number[] => [...found.keys()].toSorted((a, b) => a - b);
        const expected = seen()
          .map((n) => devices[n]!)
          .toSorted((a, b) => a - b);
        expect(visible(await reader.states(keys))).toEqual(expected);
        expect(visible(await reader.segments(keys, 0, NOW * 2))).toEqual(expected);
        expect(visible(await reader.buckets(keys, 0, NOW * 2))).toEqual(expected);
        for (const other of NAMES) {
          const count = seen().includes(other) ? 3 : 0;
          expect(await reader.positions(devices[other]!, 0, NOW * 2)).toHaveLength(count);
          expect(await reader.positions(devices[other]!, 0, NOW * 2, { limit: 9, descending: true })).toHaveLength(count);
          expect((await reader.columns(devices[other]!, 0, NOW * 2)).count).toBe(count);
          let streamed = 0;
          for await (const batch of reader.stream(devices[other]!, 0, NOW * 2)) streamed += batch.length;
          expect(streamed).toBe(count);
        }
      });
    });
  });

  it('without a scope there is nothing, not everything', async () => {
    await test.database.system.transaction().execute(async (trx) => {
      await sql`SET LOCAL ROLE sightline_api`.execute(trx);
      for (const table of [
        'customer',
        'app_user',
        'device',
        'label',
        'device_label',
        'share_link',
        'audit_log',
        'unknown_device',
        'device_state',
        'segment',
        'bucket',
        'position_mark',
        'media_file',
        'media_usage',
        'camera_look',
      ]) {
        expect([table, (await sql`SELECT FROM ${sql.table(table)}`.execute(trx)).rows.length]).toEqual([table, 0]);
      }
      for (const name of NAMES) expect(await store.reader(trx).positions(devices[name]!, 0, NOW * 2)).toEqual([]);
    });
    expect(await test.database.scoped({ customerPath: '', userId: '', platform: false }, (trx) => namesIn(trx, 'device', 'id'))).toEqual(
      [],
    );
  });

  it('ends with its transaction: the next user of the connection is the owner again', async () => {
    await as('customerA', (trx) => namesIn(trx, 'device', 'id'));
    for (let i = 0; i < 20; i++) expect(await test.database.system.selectFrom('device').select('id').execute()).toHaveLength(NAMES.length);
  });

  it.each([
    'password_code',
    'user_two_factor',
    'user_recovery_code',
    'position',
    'position_late',
    'position_sealing',
    'position_chunk',
    'engine_state',
    'checkpoint',
    'dirty_span',
  ])('%s cannot be read at all', async (table) => {
    expect(await refused(as('platform', (trx) => sql`SELECT FROM ${sql.table(table)}`.execute(trx)))).toBe(DENIED);
  });

  it('the doors to the stores cannot be passed by their inner functions, nor the partitions read by name', async () => {
    const key = devices['dealerB'];
    expect(await refused(as('dealerA', (trx) => sql`SELECT app.position_bounds(${key}, 0, 1)`.execute(trx)))).toBe(DENIED);
    expect(await refused(as('dealerA', (trx) => sql`SELECT app.sees_device(${key})`.execute(trx)))).toBe(DENIED);
    await store.ensurePartitions(NOW, 0);
    const { rows } = await sql<{
      table: string;
    }>`SELECT inhrelid::regclass::text AS table FROM pg_inherits WHERE inhparent = 'position'::regclass`.execute(test.database.system);
    expect(rows.length).toBeGreaterThan(2);
    for (const { table } of rows)
      expect([table, await refused(as('platform', (trx) => sql`SELECT FROM ${sql.table(table)}`.execute(trx)))]).toEqual([table, DENIED]);
  });

  it('a table of the same name in front of the real one changes nothing', async () => {
    // What a person with SQL could do at most: temporary tables are searched first unless the path is pinned.
    await test.database.system.transaction().execute(async (trx) => {
      await sql`CREATE TEMPORARY TABLE device (key bigint, customer_path ltree) ON COMMIT DROP`.execute(trx);
      await sql`INSERT INTO pg_temp.device VALUES (${devices['dealerB']}, ${customers['dealerA']!.path}::ltree)`.execute(trx);
      await sql`SELECT set_config('role', 'sightline_api', true), set_config('app.customer_path', ${customers['dealerA']!.path}, true)`.execute(
        trx,
      );
      expect(await store.reader(trx).positions(devices['dealerB']!, 0, NOW * 2)).toEqual([]);
      expect(await store.reader(trx).positions(devices['dealerA']!, 0, NOW * 2)).toHaveLength(3);
    });
  });

  it('nothing can be written into a foreign customer, nor taken from one', async () => {
    const foreign = customers['dealerB']!.id;
    const own = customers['dealerA']!.id;
    const device = (customer: string, id: string) => (trx: ScopedTransaction) =>
      trx.insertInto('device').values({ id, customer_id: customer, name: id, type_code: 'T' }).execute();
    expect(await refused(as('dealerA', device(foreign, 'intruder')))).toBe(DENIED);
    expect(
      await refused(
        as('dealerA', (trx) =>
          trx
            .insertInto('app_user')
            .values({ customer_id: foreign, account: 'intruder', name: 'i', password_hash: 'x', user_type: 2 })
            .execute(),
        ),
      ),
    ).toBe(DENIED);
    expect(
      await refused(as('dealerA', (trx) => trx.insertInto('label').values({ customer_id: foreign, name: 'intruder' }).execute())),
    ).toBe(DENIED);
    expect(
      await refused(
        as('dealerA', (trx) =>
          sql`INSERT INTO customer (parent_id, path, name) VALUES (${foreign}, ${`${customers['dealerB']!.path}.999`}::ltree, 'intruder')`.execute(
            trx,
          ),
        ),
      ),
    ).toBe(DENIED);
    expect(
      await refused(
        as('dealerA', (trx) =>
          sql`INSERT INTO audit_log (account, customer_path, operation) VALUES ('x', ${customers['dealerB']!.path}::ltree, 'x')`.execute(
            trx,
          ),
        ),
      ),
    ).toBe(DENIED);
    // Giving a device away, or pulling a foreign one in.
    expect(
      await refused(as('dealerA', (trx) => trx.updateTable('device').set({ customer_id: foreign }).where('id', '=', 'dealerA').execute())),
    ).toBe(DENIED);
    const taken = await as('dealerA', (trx) =>
      trx.updateTable('device').set({ customer_id: own }).where('id', '=', 'dealerB').executeTakeFirst(),
    );
    expect(taken.numUpdatedRows).toBe(0n);
    const deleted = await as('dealerA', (trx) => trx.deleteFrom('device').where('id', '=', 'dealerB').executeTakeFirst());
    expect(deleted.numDeletedRows).toBe(0n);
    expect(
      await refused(as('dealerA', (trx) => sql`INSERT INTO device_label SELECT ${devices['dealerB']}, min(id) FROM label`.execute(trx))),
    ).toBe(DENIED);
    expect(await refused(as('dealerA', (trx) => sql`UPDATE device_state SET odometer_m = 0`.execute(trx)))).toBe(DENIED);
    const media = await as('dealerA', (trx) => trx.deleteFrom('media_file').where('device_id', '=', 'dealerB').executeTakeFirst());
    expect(media.numDeletedRows).toBe(0n);
    // Files come from devices alone; what a file says of itself is not changed by people.
    expect(await refused(as('dealerA', (trx) => sql`INSERT INTO media_file (customer_id) VALUES (${own})`.execute(trx)))).toBe(DENIED);
    expect(await refused(as('dealerA', (trx) => sql`UPDATE media_file SET channel = 2`.execute(trx)))).toBe(DENIED);
    // With the rights it does have, within its own subtree, it works.
    expect(await refused(as('dealerA', device(customers['customerA']!.id, 'fresh')))).toBe('done');
    await test.database.system.deleteFrom('device').where('id', '=', 'fresh').execute();
  });

  it('the path of a row cannot be forged: it always follows its customer', async () => {
    for (const other of ['dealerB', 'customerA', 'platform']) {
      await as('dealerA', (trx) =>
        sql`UPDATE device SET customer_path = ${customers[other]!.path}::ltree WHERE id = 'dealerA'`.execute(trx),
      ).catch(() => undefined);
    }
    const { rows } = await sql<{ path: string }>`SELECT customer_path::text AS path FROM device WHERE id = 'dealerA'`.execute(
      test.database.system,
    );
    expect(rows[0]?.path).toBe(customers['dealerA']!.path);
  });

  it('unknown devices are for the platform alone', async () => {
    await sql`INSERT INTO unknown_device (protocol, device_id) VALUES ('jt808', '1')`.execute(test.database.system);
    expect(await as('platform', (trx) => namesIn(trx, 'unknown_device', 'device_id'))).toEqual(['1']);
    expect(await as('dealerA', (trx) => namesIn(trx, 'unknown_device', 'device_id'))).toEqual([]);
  });

  it('a customer that moves takes its devices, users, labels, links, pictures and looks along', async () => {
    const from = customers['customerA']!;
    const moved = `${customers['dealerB']!.path}.${from.id}`;
    const move = (path: string, parent: string) =>
      sql`UPDATE customer SET path = ${path}::ltree, parent_id = ${parent} WHERE id = ${from.id}`.execute(test.database.system);
    await move(moved, customers['dealerB']!.id);
    const [old, now] = [customers['dealerA']!, customers['dealerB']!];
    const sees = (customer: { path: string }) =>
      test.database.scoped({ customerPath: customer.path, userId: '1', platform: false }, async (trx) => ({
        device: (await namesIn(trx, 'device', 'id')).includes('customerA'),
        user: (await namesIn(trx, 'app_user', 'account')).includes('customerA'),
        label: (await namesIn(trx, 'label', 'name')).includes('label of customerA'),
        link: (await namesIn(trx, 'share_link', 'device_key')).map(Number).includes(devices['customerA']!),
        media: (await namesIn(trx, 'media_file', 'device_id')).includes('customerA'),
        look: (await namesIn(trx, 'camera_look', 'device_id')).includes('customerA'),
        track: (await store.reader(trx).positions(devices['customerA']!, 0, NOW * 2)).length > 0,
        state: (await store.reader(trx).states([devices['customerA']!])).size > 0,
      }));
    expect(await sees(old)).toEqual({
      device: false,
      user: false,
      label: false,
      link: false,
      media: false,
      look: false,
      track: false,
      state: false,
    });
    expect(await sees(now)).toEqual({
      device: true,
      user: true,
      label: true,
      link: true,
      media: true,
      look: true,
      track: true,
      state: true,
    });
    await move(from.path, customers['dealerA']!.id);
    expect(await sees(old)).toMatchObject({ device: true, track: true });
  });
}
