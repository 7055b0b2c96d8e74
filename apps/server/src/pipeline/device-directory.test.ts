import { createLogger, EventBus } from '@sightline/runtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/dev-env/database.ts';
import { eventually, sleep } from '../../../../test/dev-env/gateway-client.ts';
import { registerDevices } from '../../../../test/dev-env/gateway-devices.ts';
import { CachedDeviceDirectory, type DirectoryOptions } from './device-directory.ts';
import { registeredAs, tailOf } from './device-ids.ts';
import { UnknownDeviceRecorder } from './unknown-device-recorder.ts';

const logger = createLogger('silent');
let own: TestDatabase;
let directory: CachedDeviceDirectory;
let bus: EventBus;

beforeEach(async () => {
  own = await createTestDatabase();
  await open();
});
afterEach(async () => {
  await directory.stop();
  await own.drop();
});

async function open(options: Partial<DirectoryOptions> = { unknownTtlMs: 60_000 }): Promise<void> {
  bus = new EventBus(() => undefined);
  directory = new CachedDeviceDirectory(own.database, logger, options);
  await directory.start(bus);
}
const idOf = async (...ids: string[]): Promise<string | null> => (await directory.find('jt808', ids))?.deviceId ?? null;
/** Registers and waits until the directory has heard of it: what it knows then stays known. */
async function register(...ids: string[]): Promise<Map<string, number>> {
  const before = directory.epoch;
  const keys = await registerDevices(own.database, ids);
  await eventually(() => directory.epoch >= before + ids.length, 'the notices');
  return keys;
}
const sql = (text: string): Promise<unknown> => own.database.pool.query(text);

describe('ids', () => {
  test('forms of an identity', () => {
    expect(registeredAs('013800138000')).toEqual(['013800138000', '13800138000']);
    expect(registeredAs('861234567890123')).toEqual(['861234567890123', '234567890123']);
    expect(registeredAs('00000000861234567890')).toEqual(['00000000861234567890', '861234567890']);
    expect(registeredAs('000000000000')).toEqual(['000000000000']);
    expect(registeredAs('')).toEqual([]);
    expect(registeredAs('x'.repeat(100))).toEqual([]);
    expect(registeredAs('a\0b')).toEqual([]);
  });
  test('tails', () => {
    expect(tailOf('234567890123')).toBe('234567890123');
    expect(tailOf('001234567890')).toBe('001234567890');
    expect(tailOf('00000000234567890123')).toBe('234567890123');
    expect(tailOf('861234567890123')).toBeNull();
    expect(tailOf("'%; DROP")).toBeNull();
  });
});

describe('directory', () => {
  test('finds by id, padded id, longer id and shorter id; the best identity first', async () => {
    const keys = await registerDevices(own.database, ['13800138000', '861234567890123', '111122223333', '222233334444']);
    expect(await idOf('13800138000')).toBe('13800138000');
    expect(await idOf('013800138000')).toBe('13800138000');
    expect(await idOf('861234567890123')).toBe('861234567890123');
    expect(await idOf('234567890123')).toBe('861234567890123');
    expect(await idOf('990111122223333')).toBe('111122223333');
    expect(await idOf('nobody', '222233334444', '111122223333')).toBe('222233334444');
    expect(await idOf('nobody')).toBeNull();
    expect((await directory.find('jt808', ['13800138000']))?.deviceKey).toBe(keys.get('13800138000'));
  });

  test('an exact id wins over an end, and an end that two devices share finds nobody', async () => {
    await registerDevices(own.database, ['234567890123', '861234567890123', '990000111122223', '880000111122223']);
    expect(await idOf('234567890123')).toBe('234567890123');
    expect(await idOf('000111122223')).toBeNull();
  });

  test('what is known is answered at once, without the database', async () => {
    await register('13800138000');
    const first = await directory.find('jt808', ['13800138000']);
    expect(directory.find('jt808', ['13800138000'])).toBe(first);
    expect(await idOf('nobody')).toBeNull();
    expect(directory.find('jt808', ['nobody'])).toBeNull();
  });

  test('hears of registrations and changes by the database and by the bus', async () => {
    expect(await idOf('13800138000')).toBeNull();
    await registerDevices(own.database, ['13800138000']);
    await eventually(() => idOf('13800138000'), 'registered');
    await sql(`UPDATE device SET min_moving_speed_kph = 9`);
    await eventually(async () => (await directory.find('jt808', ['13800138000']))?.settings.minMovingSpeedKph === 9, 'changed settings');
    await sql('ALTER TABLE device DISABLE TRIGGER device_changed');
    await sql(`UPDATE device SET min_moving_speed_kph = 8`);
    bus.publish('device.changed', { deviceId: '13800138000' });
    expect((await directory.find('jt808', ['13800138000']))?.settings.minMovingSpeedKph).toBe(8);
    await sql('ALTER TABLE device ENABLE TRIGGER device_changed');
    await sql(`UPDATE device SET recycled_at = now()`);
    await eventually(async () => (await idOf('13800138000')) === null, 'recycled');
  });

  test('a stopped customer anywhere above is found out when the answer is stale', async () => {
    await directory.stop();
    await open({ knownTtlMs: 30 });
    await registerDevices(own.database, ['13800138000']);
    await sql(`INSERT INTO customer (path, name, parent_id) SELECT '1.2', 'below', id FROM customer`);
    await sql(`UPDATE device SET customer_id = (SELECT id FROM customer WHERE path = '1.2')`);
    expect(await idOf('13800138000')).toBe('13800138000');
    await sql(`UPDATE customer SET status = 'stopped' WHERE path = '1'`);
    await eventually(async () => (await idOf('13800138000')) === null, 'a stranger now');
    await sql(`UPDATE customer SET status = 'active' WHERE path = '1'`);
    bus.publish('device.changed', { deviceId: '13800138000' });
    await eventually(() => idOf('13800138000'), 'let in again');
  });

  test('while the database is away strangers wait and known devices do not', async () => {
    await directory.stop();
    await open({ knownTtlMs: 0 });
    await register('13800138000', '13800138001');
    await idOf('13800138000');
    const query = own.database.pool.query.bind(own.database.pool);
    const broken = (() => Promise.reject(new Error('connection refused'))) as unknown as typeof own.database.pool.query;
    own.database.pool.query = broken;
    expect(directory.find('jt808', ['13800138000'])).toMatchObject({ deviceId: '13800138000' });
    let answer: string | null | undefined;
    void idOf('13800138001').then(
      (id) => {
        answer = id;
      },
      () => undefined,
    );
    await sleep(300);
    expect(answer).toBeUndefined();
    own.database.pool.query = query;
    await eventually(() => answer !== undefined, 'the answer');
    expect(answer).toBe('13800138001');
  });

  test('many questions at once are few queries', async () => {
    const ids = Array.from({ length: 1000 }, (_, i) => `1390000${String(i).padStart(4, '0')}`);
    await registerDevices(own.database, ids);
    let queries = 0;
    const query = own.database.pool.query.bind(own.database.pool);
    own.database.pool.query = ((...args: Parameters<typeof query>) => {
      queries++;
      return query(...args);
    }) as typeof query;
    const found = await Promise.all(ids.map((id) => idOf(id)));
    own.database.pool.query = query;
    expect(found).toEqual(ids);
    expect(queries).toBeLessThan(10);
  });

  test('a question that is open at the end is refused', async () => {
    own.database.pool.query = (() => Promise.reject(new Error('away'))) as unknown as typeof own.database.pool.query;
    const open = expect(directory.find('jt808', ['13800138000'])).rejects.toThrow('closed');
    await sleep(50);
    await directory.stop();
    await open;
  });
});

test('strangers are counted with the first and the last time, and the number of rows is bounded by the recorder', async () => {
  const recorder = new UnknownDeviceRecorder(own.database, logger);
  recorder.count('jt808', 'a\0\ud800', '10.0.0.1', 1000);
  recorder.count('jt808', 'a\0\ud800', '10.0.0.2', 5000);
  for (let i = 0; i < 5000; i++) recorder.count('gt06', String(i), '10.0.0.3', 2000);
  await recorder.flush();
  recorder.count('jt808', 'a\0\ud800', '10.0.0.1', 9000);
  await recorder.flush();
  const { rows } = await own.database.pool.query(
    `SELECT device_id, frames::int, remote, extract(epoch FROM first_seen_at)::int AS first, extract(epoch FROM last_seen_at)::int AS last FROM unknown_device WHERE protocol = 'jt808'`,
  );
  expect(rows).toEqual([{ device_id: 'a\ufffd', frames: 3, remote: '10.0.0.1', first: 1, last: 9 }]);
  const { rows: others } = await own.database.pool.query(`SELECT count(*)::int AS n FROM unknown_device WHERE protocol = 'gt06'`);
  expect(others).toEqual([{ n: 1999 }]);
});
