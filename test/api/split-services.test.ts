import { decodeLiveDelta, SOCKET_PATH } from '@sightline/contract';
import { createPositionStore } from '@sightline/db';
import { createLogger, createMetrics, EventBus, type Service } from '@sightline/runtime';
import { startBusBridge } from '@sightline/server/services/bus/bus-bridge';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually, DeviceSocket } from '../dev-env/gateway-client.ts';
import { jt808Location } from '../dev-env/gateway-frames.ts';
import { startGatewayServer, type GatewayServer } from '../dev-env/gateway-server.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { PASSWORD, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

// Two processes as far as they share nothing but the database: each has a bus of its own.
let api: TestApi;
let gateway: GatewayServer;
let world: TwoTenants;
const bridges: Service[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)));
  gateway = await startGatewayServer(api.database);
  bridges.push(await startBusBridge(api.context, api.positions, true), await startBusBridge(gateway.context, gateway.store, false));
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  for (const bridge of bridges) await bridge.stop();
  await gateway?.stop();
  await api?.stop();
});

async function watch(account: string): Promise<{ socket: Socket; keys: number[] }> {
  const token = await api.signIn(account, PASSWORD);
  const socket = io(api.url, { path: SOCKET_PATH, query: { token }, transports: ['websocket'], reconnection: false });
  sockets.push(socket);
  const keys: number[] = [];
  socket.on('live_delta', (bytes: Uint8Array) => keys.push(...decodeLiveDelta(bytes)!.key));
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  return { socket, keys };
}

it('a position that one process stores reaches the browsers of another, and only those who may see it', async () => {
  const [a, b] = [await watch(world.a.account), await watch(world.b.account)];
  await a.socket.emitWithAck('live_subscribe', { customerId: world.a.customerId });
  await b.socket.emitWithAck('live_subscribe', { customerId: world.b.customerId });
  const device = await DeviceSocket.open(gateway.gateway.ports['jt808']!.tcp!);
  device.send(jt808Location(world.a.deviceId, 1, { timeMs: Math.floor(Date.now() / 1000) * 1000, lat: 47.1, lon: 8.2 }));
  await eventually(() => device.answered().length === 1, 'the answer', 20_000);
  await eventually(() => a.keys.includes(world.a.deviceKey), 'the delta', 20_000);
  expect(b.keys).toEqual([]);
  device.close();
});

it('rights that change in one process end the session in another', async () => {
  const { socket } = await watch(world.b.account);
  let ended = false;
  socket.once('disconnect', () => void (ended = true));
  await api.database.system
    .updateTable('app_user')
    .set({ menu_ids: ['3000'] })
    .where('id', '=', world.b.userId)
    .execute();
  gateway.context.bus.publish('principal.changed', { userId: world.b.userId });
  await eventually(() => ended, 'the end of the session', 20_000);
});

it('more changed devices than fit into one notice arrive all', async () => {
  const third = new EventBus(() => undefined);
  const heard = new Set<string>();
  const context = { ...api.context, bus: third, logger: createLogger('silent'), metrics: createMetrics() };
  third.subscribe('device.state', ({ deviceKey }) => void heard.add(String(deviceKey)));
  const bridge = await startBusBridge(context, createPositionStore(api.database), true);
  bridges.push(bridge);
  const keys = Array.from({ length: 5_000 }, (_, i) => 1_000_000 + i);
  await api.database.pool.query(
    `INSERT INTO device_state (device_key, last_contact_at) SELECT unnest($1::bigint[]), now() ON CONFLICT DO NOTHING`,
    [keys],
  );
  const state = (await api.positions.systemReader().states([keys[0]!])).get(keys[0]!)!;
  for (const deviceKey of keys) gateway.context.bus.publish('device.state', { ...state, deviceKey });
  await eventually(() => heard.size === keys.length, `all of ${keys.length}`, 20_000);
});
