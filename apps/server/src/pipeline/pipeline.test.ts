import type { Database } from '@sightline/db';
import type { LiveState, Segment } from '@sightline/domain';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/dev-env/database.ts';
import { DeviceSocket, eventually, sleep } from '../../../../test/dev-env/gateway-client.ts';
import { jt808Buffered, jt808Heartbeat, jt808Location, jt808Registration, type Place } from '../../../../test/dev-env/gateway-frames.ts';
import { registerDevices } from '../../../../test/dev-env/gateway-devices.ts';
import { startGatewayServer, type GatewayServer, type GatewayServerOptions } from '../../../../test/dev-env/gateway-server.ts';

const A = '13800000001';
const B = '13800000002';
const QUICK: GatewayServerOptions = { pipeline: { lingerMs: 5, contactMs: 50, recomputeDelayMs: 50 }, directory: { unknownTtlMs: 60_000 } };

let own: TestDatabase;
let server: GatewayServer | null = null;
let sockets: DeviceSocket[] = [];
let keys: Map<string, number>;

beforeEach(async () => {
  own = await createTestDatabase();
  keys = await registerDevices(own.database, [A, B]);
});
afterEach(async () => {
  for (const socket of sockets) socket.close();
  sockets = [];
  await server?.stop();
  server = null;
  await own.drop();
});

async function start(options: GatewayServerOptions = QUICK): Promise<GatewayServer> {
  server = await startGatewayServer(own.database, options);
  return server;
}
async function restart(): Promise<GatewayServer> {
  await server?.stop();
  return await start();
}
async function dial(): Promise<DeviceSocket> {
  const socket = await DeviceSocket.open(server!.gateway.ports['jt808']!.tcp!);
  sockets.push(socket);
  return socket;
}
/** Runs statements on a connection of the test's own. */
const sql = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await own.database.pool.query<Record<string, unknown>>(text, values)).rows;
const stored = (id: string) => server!.store.systemReader().positions(keys.get(id)!, 0, 4e12);
const stateOf = async (id: string) => (await server!.store.systemReader().states([keys.get(id)!])).get(keys.get(id)!);

const BASE = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;

/**
 * An hour of a van: drives, stands with the engine on, drives, parks. One position every 10 s. The way winds, so that a
 * piece that is missing makes it shorter.
 */
function hour(): Place[] {
  const places: Place[] = [];
  let lat = 48.1;
  for (let i = 0; i < 360; i++) {
    const standing = (i > 90 && i < 140) || i > 250;
    const speedKph = standing ? 0 : 45;
    lat += ((speedKph / 3.6) * 10) / 111_195;
    places.push({
      timeMs: BASE + i * 10_000,
      lat,
      lon: 11.5 + (standing ? 0 : 0.0004 * (i % 2)),
      speedKph,
      course: 0,
      ignition: !(i > 260),
    });
  }
  return places;
}

async function sendAll(id: string, places: readonly Place[], from = 1): Promise<void> {
  const device = await dial();
  places.forEach((place, i) => device.send(jt808Location(id, from + i, place)));
  await eventually(() => device.answered().length === places.length, `${places.length} answers`, 20_000);
  device.close();
}

describe('a position', () => {
  test('becomes a row, a state and an event, and activates its device', async () => {
    const { context } = await start();
    const heard: Omit<LiveState, 'deviceId'>[] = [];
    context.bus.subscribe('device.state', (state) => heard.push(state));
    const device = await dial();
    device.send(jt808Location(A, 1, { timeMs: BASE, lat: -34.603722, lon: -58.381592, speedKph: 83, course: 125 }, 123_400));
    await eventually(() => device.answered().length === 1, 'the answer');
    const [position, ...others] = await stored(A);
    expect(others).toEqual([]);
    expect(position).toMatchObject({ fixTimeMs: BASE, lat: -34.603722, lon: -58.381592, speedKph: 83, course: 125, valid: true, flags: 0 });
    expect(position?.attributes).toMatchObject({ ignition: true, odometer: 123_400 });
    expect(await stateOf(A)).toMatchObject({ deviceKey: keys.get(A), fix: { fixTimeMs: BASE, lat: -34.603722 } });
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ deviceId: A, fix: { lat: -34.603722 }, ignition: true });
    await eventually(async () => (await sql('SELECT activated_at FROM device WHERE id = $1', [A]))[0]?.['activated_at'], 'activation');
  });

  test('of a clock in summer time is read by the rule of its device, from its next frame on', async () => {
    const day = (days: number): string => new Date(BASE + days * 86_400_000).toISOString().slice(5, 10);
    const rule = { enabled: true, offsetMinutes: 60, start: `${day(-40)} 02:00`, end: `${day(40)} 03:00` };
    await start();
    const device = await dial();
    let number = 0;
    // Its clock is an hour ahead of the time that its protocol expects.
    const readAfter = async (timeMs: number): Promise<number> => {
      device.send(jt808Location(A, ++number, { timeMs: timeMs + 3_600_000, lat: 48, lon: 11 }));
      await eventually(() => device.answered().length === number, 'the answer');
      return (await stored(A)).length;
    };
    await readAfter(BASE - 7_200_000);
    expect((await stored(A))[0]).toMatchObject({ fixTimeMs: BASE - 3_600_000 });
    await sql('UPDATE device SET summer_time = $2 WHERE id = $1', [A, JSON.stringify(rule)]);
    // The change is heard of by a notice: a repeat until then is no new position, nor is it one when it is read so.
    await eventually(async () => (await readAfter(BASE - 7_200_000)) === 2, 'the rule to take effect');
    expect((await stored(A)).map((p) => p.fixTimeMs)).toEqual([BASE - 7_200_000, BASE - 3_600_000]);
    await readAfter(BASE);
    expect((await stored(A)).at(-1)).toMatchObject({ fixTimeMs: BASE, flags: 0 });
  });

  test('is not answered before its commit', async () => {
    await start();
    const device = await dial();
    device.send(jt808Location(A, 1, { timeMs: BASE, lat: 48, lon: 11 }));
    await eventually(() => device.answered().length === 1, 'the first answer');
    const blocker = await own.database.pool.connect();
    try {
      // Readers go on, writers wait.
      await blocker.query('BEGIN; LOCK TABLE device_state IN SHARE MODE');
      device.send(jt808Location(A, 2, { timeMs: BASE + 10_000, lat: 48, lon: 11 }));
      device.send(jt808Heartbeat(A, 3));
      await sleep(300);
      expect(device.answered()).toEqual([1]);
      expect(await stored(A)).toHaveLength(1);
      await blocker.query('COMMIT');
    } finally {
      blocker.release();
    }
    await eventually(() => device.answered().length === 3, 'the answers after the commit');
    expect(device.answered()).toEqual([1, 2, 3]);
    expect(await stored(A)).toHaveLength(2);
  });

  test('sent again is answered and not stored again: at once, in another envelope, after a restart', async () => {
    await start();
    const places = hour().slice(0, 30);
    await sendAll(A, places);
    await sendAll(A, places, 1000);
    const device = await dial();
    device.send(jt808Buffered(A, 1, places.slice(5, 15)));
    await eventually(() => device.answered().length === 1, 'the answer to the batch');
    await restart();
    await sendAll(A, places, 2000);
    expect((await stored(A)).map((p) => p.fixTimeMs)).toEqual(places.map((p) => p.timeMs));
    expect(await server!.store.dirtySpans(10)).toEqual([]);
  });

  test('of a stranger is not stored anywhere; the stranger is counted', async () => {
    const { pipeline } = await start();
    const device = await dial();
    device.send(jt808Registration('19900000000', 1));
    for (let i = 2; i < 6; i++) device.send(jt808Location('19900000000', i, { timeMs: BASE + i * 1000, lat: 48, lon: 11 }));
    await eventually(() => device.answers().length === 1, 'the refusal');
    await eventually(async () => {
      await pipeline.unknownDevices.flush();
      return Number((await sql('SELECT frames FROM unknown_device'))[0]?.['frames']) === 5;
    }, 'five frames counted');
    expect((await sql('SELECT protocol, device_id, remote FROM unknown_device'))[0]).toMatchObject({
      protocol: 'jt808',
      device_id: '19900000000',
    });
    expect(await sql('SELECT device_key FROM device_state')).toEqual([]);
  });
});

describe('who may talk', () => {
  test('a device is let in as soon as it is registered, and not any more when it is recycled', async () => {
    await start();
    const device = await dial();
    const place = (i: number): Place => ({ timeMs: BASE + i * 1000, lat: 48, lon: 11 });
    device.send(jt808Location('13800000009', 1, place(1)));
    await sleep(200);
    expect(device.answered()).toEqual([]);
    const added = await registerDevices(own.database, ['13800000009']);
    await eventually(() => {
      device.send(jt808Location('13800000009', 2, place(2)));
      return device.answered().includes(2);
    }, 'let in');
    await sql('UPDATE device SET recycled_at = now() WHERE id = $1', ['13800000009']);
    // Time for the notice to be heard, also on a busy machine.
    await sleep(1_500);
    device.send(jt808Location('13800000009', 3, place(3)));
    await sleep(200);
    expect(device.answered()).not.toContain(3);
    expect((await server!.store.systemReader().positions(added.get('13800000009')!, 0, 4e12)).map((p) => p.fixTimeMs)).toEqual([
      BASE + 2000,
    ]);
  });

  test('a device whose licence ended long ago is hidden from people, not from the store', async () => {
    await sql(`UPDATE device SET expires_at = now() - interval '1 year'`);
    await sql('SELECT app.refresh_device_locks()');
    await start();
    const device = await dial();
    device.send(jt808Location(A, 1, { timeMs: BASE, lat: 48, lon: 11 }));
    await eventually(() => device.answered().length === 1, 'taken in');
    expect((await stored(A)).map((p) => p.fixTimeMs)).toEqual([BASE]);
  });

  test('a device of a stopped customer is a stranger', async () => {
    await sql(`UPDATE customer SET status = 'stopped'`);
    await start();
    const device = await dial();
    device.send(jt808Location(A, 1, { timeMs: BASE, lat: 48, lon: 11 }));
    await sleep(300);
    expect(device.answered()).toEqual([]);
    expect(await stored(A)).toEqual([]);
  });

  test('a device registered by its IMEI is found by the last 12 digits, unless two end alike', async () => {
    const added = await registerDevices(own.database, ['861234567890123', '990000111122223', '880000111122223']);
    await start();
    const device = await dial();
    device.send(jt808Location('234567890123', 1, { timeMs: BASE, lat: 48, lon: 11 }));
    await eventually(() => device.answered().length === 1, 'found by its tail');
    expect(await server!.store.systemReader().positions(added.get('861234567890123')!, 0, 4e12)).toHaveLength(1);
    device.send(jt808Location('000111122223', 2, { timeMs: BASE, lat: 48, lon: 11 }));
    await sleep(200);
    expect(device.answered()).toEqual([1]);
  });
});

describe('late data', () => {
  const facts = async (
    id: string,
  ): Promise<{ segments: Segment[]; buckets: unknown; marks: unknown; odometerM: number; fix: unknown; motion: unknown }> => {
    const reader = server!.store.systemReader();
    const key = keys.get(id)!;
    const state = await stateOf(id);
    return {
      segments: (await reader.segments([key], 0, 4e12)).get(key) ?? [],
      buckets: (await reader.buckets([key], 0, 4e12)).get(key) ?? [],
      marks: (await reader.positions(key, 0, 4e12)).map((p) => p.flags),
      odometerM: Math.round(state!.odometerM),
      fix: state!.fix,
      motion: state!.motion,
    };
  };

  test('gives the same trips, stops, quarters and state as data in order', async () => {
    const { pipeline } = await start();
    const places = hour();
    await sendAll(A, places);
    // B loses its connection in the middle, sends live data when it is back, then its memory, newest part first.
    await sendAll(B, places.slice(0, 100));
    await sendAll(B, places.slice(220));
    const device = await dial();
    for (const [n, from] of [200, 180, 160, 140, 120, 100].entries()) {
      device.send(jt808Buffered(B, n, places.slice(from, from + 20)));
      await eventually(() => device.answered().length === n + 1, 'the batch');
    }
    await pipeline.sink.recomputeNow();
    expect(await stored(B)).toHaveLength(places.length);
    const [inOrder, late] = [await facts(A), await facts(B)];
    expect(inOrder.segments.length).toBeGreaterThanOrEqual(4);
    expect(late).toEqual(inOrder);
    expect(await server!.store.dirtySpans(10)).toEqual([]);
  });

  test('is run again by itself, and live data that comes meanwhile builds on the outcome', async () => {
    await start();
    const places = hour();
    await sendAll(A, places);
    await sendAll(B, [...places.slice(0, 50), ...places.slice(100, 200)]);
    const device = await dial();
    for (let i = 0; i < 5; i++) device.send(jt808Buffered(B, 100 + i, places.slice(50 + i * 10, 60 + i * 10)));
    for (let i = 200; i < places.length; i++) {
      device.send(jt808Location(B, i, places[i]!));
      if (i % 20 === 0) await sleep(20);
    }
    await eventually(
      async () => (await stored(B)).length === places.length && (await server!.store.dirtySpans(10)).length === 0,
      'the re-run',
      20_000,
    );
    await eventually(() => device.answered().length === 5 + places.length - 200, 'all answers');
    expect(await facts(B)).toEqual(await facts(A));
  });

  test('does not move the latest state', async () => {
    await start();
    const places = hour();
    await sendAll(A, places.slice(100, 110));
    const before = await stateOf(A);
    const device = await dial();
    device.send(jt808Buffered(A, 1, places.slice(0, 10)));
    await eventually(() => device.answered().length === 1, 'the batch');
    await server!.pipeline.sink.recomputeNow();
    expect((await stateOf(A))?.fix).toEqual(before?.fix);
  });
});

describe('the state goes on', () => {
  test('over a restart in the middle of a trip', async () => {
    await start();
    const places = hour();
    await sendAll(A, places);
    await sendAll(B, places.slice(0, 77));
    await restart();
    await sendAll(B, places.slice(77));
    const reader = server!.store.systemReader();
    const of = async (id: string) => (await reader.segments([keys.get(id)!], 0, 4e12)).get(keys.get(id)!);
    expect(await of(B)).toEqual(await of(A));
  });

  test('with two gateways, whichever a device connects to', async () => {
    const first = await start();
    const second = await startGatewayServer(own.database, QUICK);
    try {
      const places = hour();
      await sendAll(A, places);
      for (const [n, gateway] of [first, second, first, second, first].entries()) {
        const device = await DeviceSocket.open(gateway.gateway.ports['jt808']!.tcp!);
        sockets.push(device);
        const part = places.slice(n * 72, (n + 1) * 72);
        part.forEach((place, i) => device.send(jt808Location(B, i, place)));
        await eventually(() => device.answered().length === part.length, 'the answers');
        device.close();
      }
      const segments = await first.store.systemReader().segments([keys.get(A)!, keys.get(B)!], 0, 4e12);
      expect(segments.get(keys.get(B)!)).toEqual(segments.get(keys.get(A)!));
    } finally {
      await second.stop();
    }
  });

  test('heartbeats move the last contact without a row each', async () => {
    await start();
    const device = await dial();
    device.send(jt808Location(A, 1, { timeMs: BASE, lat: 48, lon: 11 }));
    await eventually(() => device.answered().length === 1, 'the answer');
    const before = (await stateOf(A))!;
    await sleep(20);
    for (let i = 2; i < 30; i++) device.send(jt808Heartbeat(A, i));
    await eventually(() => device.answered().length === 29, 'the answers');
    await eventually(async () => (await stateOf(A))!.lastContactMs > before.lastContactMs, 'the last contact');
    expect((await stateOf(A))?.fix).toEqual(before.fix);
    expect(await stored(A)).toHaveLength(1);
  });
});

describe('a database that goes away', () => {
  const cut = (database: Database): Promise<unknown> =>
    database.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );

  test('in the middle of batches: nothing is lost, nothing is stored twice', async () => {
    await start();
    const places = hour();
    const device = await dial();
    const cuts = setInterval(() => void cut(own.database).catch(() => undefined), 40);
    try {
      for (let i = 0; i < places.length; i++) {
        device.send(jt808Location(A, i, places[i]!));
        if (i % 10 === 0) await sleep(15);
      }
    } finally {
      clearInterval(cuts);
    }
    await eventually(() => device.answered().length === places.length, 'all answers', 30_000);
    expect((await stored(A)).map((p) => p.fixTimeMs)).toEqual(places.map((p) => p.timeMs));
    await sendAll(B, places);
    const reader = server!.store.systemReader();
    const segments = await reader.segments([keys.get(A)!, keys.get(B)!], 0, 4e12);
    expect(segments.get(keys.get(A)!)).toEqual(segments.get(keys.get(B)!));
  });

  test('for a while: no answers meanwhile, everything flows afterwards', async () => {
    await start();
    const name = String((await sql('SELECT current_database() AS name'))[0]?.['name']);
    const { Client } = (await import('pg')).default;
    const admin = new Client({ ...own.connection, database: 'postgres' });
    await admin.connect();
    const device = await dial();
    device.send(jt808Location(A, 1, { timeMs: BASE, lat: 48, lon: 11 }));
    await eventually(() => device.answered().length === 1, 'before');
    try {
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      for (let i = 2; i <= 20; i++) device.send(jt808Location(A, i, { timeMs: BASE + i * 1000, lat: 48, lon: 11 }));
      await sleep(800);
      expect(device.answered()).toEqual([1]);
    } finally {
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
      await admin.end();
    }
    await eventually(() => device.answered().length === 20, 'all answers', 20_000);
    expect(await stored(A)).toHaveLength(20);
  });
});

test('a batch that is worth it does not wait out its time when no more comes', async () => {
  const written: number[] = [];
  await start({
    pipeline: { ...QUICK.pipeline, lingerMs: 3_600_000, contactMs: 3_600_000, worthwhileBatch: 10, quietMs: 1, shards: 1 },
    around: (store) => ({
      ...store,
      writer: () => {
        const writer = store.writer();
        return { close: () => writer.close(), write: (batch) => (written.push(batch.positions.length), writer.write(batch)) };
      },
    }),
  });
  const places = hour().slice(0, 10);
  const device = await dial();
  for (const [i, place] of places.entries()) device.send(jt808Location(A, i, place));
  await eventually(() => device.answered().length === 10, 'ten answers');
  expect(written).toEqual([10]);
});

test('what the database can never take is refused alone; everybody else goes on, and nothing of it is left in the memory', async () => {
  const C = '13800000003';
  keys.set(C, (await registerDevices(own.database, [C])).get(C)!);
  let refusing = true;
  await start({
    // One batch for all of them.
    pipeline: { ...QUICK.pipeline, lingerMs: 200, shards: 1 },
    around: (store) => ({
      ...store,
      writer: () => {
        const writer = store.writer();
        return {
          close: () => writer.close(),
          write: (batch) =>
            refusing && batch.positions.some((p) => p.deviceKey === keys.get(B) && p.position.speedKph === 66)
              ? Promise.reject(Object.assign(new Error('invalid input'), { code: '22P02' }))
              : writer.write(batch),
        };
      },
    }),
  });
  const places = hour().slice(0, 40);
  const devices = await Promise.all([A, B, C].map(async (id) => ({ id, socket: await dial() })));
  for (const { id, socket } of devices)
    places.forEach((place, i) => socket.send(jt808Location(id, i, id === B && i === 20 ? { ...place, speedKph: 66 } : place)));
  await eventually(() => devices.every(({ id, socket }) => socket.answered().length === (id === B ? 39 : 40)), 'answers to all but one');
  expect(devices[1]!.socket.answered()).not.toContain(20);
  expect((await stored(B)).map((p) => p.fixTimeMs)).toEqual(places.filter((_, i) => i !== 20).map((p) => p.timeMs));
  const segments = await server!.store.systemReader().segments([keys.get(A)!, keys.get(C)!], 0, 4e12);
  expect(segments.get(keys.get(A)!)).toEqual(segments.get(keys.get(C)!));
  // It sends it again, and this time it is taken.
  refusing = false;
  devices[1]!.socket.send(jt808Location(B, 20, { ...places[20]!, speedKph: 66 }));
  await eventually(() => devices[1]!.socket.answered().includes(20), 'the last answer');
  expect(await stored(B)).toHaveLength(40);
});
