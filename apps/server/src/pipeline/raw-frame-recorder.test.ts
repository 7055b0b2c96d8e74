import { newestRawFrames, type RawFrameRecord } from '@sightline/db';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/dev-env/database.ts';
import { DeviceSocket, eventually } from '../../../../test/dev-env/gateway-client.ts';
import { registerDevices } from '../../../../test/dev-env/gateway-devices.ts';
import { gt06Login, jt808Heartbeat, jt808Location, jt808Registration } from '../../../../test/dev-env/gateway-frames.ts';
import { startGatewayServer, type GatewayServer } from '../../../../test/dev-env/gateway-server.ts';

const PHONE = '13800138000';
const IMEI = '353701090012345';
let own: TestDatabase;
let server: GatewayServer | null = null;
let keys: Map<string, number>;
const sockets: DeviceSocket[] = [];

beforeEach(async () => {
  own = await createTestDatabase();
  keys = await registerDevices(own.database, [PHONE, IMEI]);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  await server?.stop();
  server = null;
  await own.drop();
});

const start = async (env: Record<string, string> = {}): Promise<void> => {
  server = await startGatewayServer(own.database, { env });
};
const dial = async (protocol: string): Promise<DeviceSocket> => {
  const socket = await DeviceSocket.open(server!.gateway.ports[protocol]!.tcp!);
  sockets.push(socket);
  return socket;
};
const framesOf = (id: string): Promise<RawFrameRecord[]> => newestRawFrames(own.database.system, String(keys.get(id)), 1000);

test('frames of a device and what was answered, from the first one on, and every octet is counted', async () => {
  await start();
  const device = await dial('jt808');
  device.send(jt808Registration(PHONE, 1));
  const location = jt808Location(PHONE, 2, { timeMs: Date.now(), lat: 48, lon: 11 });
  device.send(location);
  await eventually(() => device.answers().length === 2, 'both answered', 20_000);
  // An orderly stop loses nothing.
  await server!.stop();
  server = null;
  const frames = (await framesOf(PHONE)).toReversed();
  const up = frames.filter((f) => f.direction === 1);
  const down = frames.filter((f) => f.direction === 2);
  expect(up.map((f) => f.data.toString('hex').slice(2, 6))).toEqual(['0100', '0200']);
  expect(down.map((f) => [f.data.toString('hex').slice(2, 6), f.answers])).toEqual([
    ['8100', up[0]!.number],
    ['8001', up[1]!.number],
  ]);
  expect(new Set(frames.map((f) => `${f.gateway}/${f.connection}`)).size).toBe(1);
  expect(frames.every((f) => f.protocol === 'jt808' && f.remote.includes('127.0.0.1'))).toBe(true);

  const { rows } = await own.database.pool.query<{ device_key: string; bytes_in: number; bytes_out: number }>(
    'SELECT device_key, sum(bytes_in)::int AS bytes_in, sum(bytes_out)::int AS bytes_out FROM device_traffic GROUP BY device_key',
  );
  const sent = jt808Registration(PHONE, 1).length + location.length;
  expect(rows).toEqual([{ device_key: String(keys.get(PHONE)), bytes_in: sent, bytes_out: device.bytes.length }]);
});

test('a registered device on the port of another protocol is found out; a stranger leaves nothing', async () => {
  await start();
  const wrong = await dial('jt808');
  wrong.send(gt06Login(IMEI, 1));
  const stranger = await dial('jt808');
  stranger.send(jt808Heartbeat('999999999999', 1));
  await eventually(() => server!.gateway.recentFrames({ deviceId: '999999999999' }).length > 0, 'the stranger was heard');
  wrong.close();
  const found = await eventually(async () => (await framesOf(IMEI))[0], 'the frame on the wrong port', 20_000);
  expect(found).toMatchObject({ error_code: 'wrong-protocol', error_text: 'gt06', protocol: 'jt808' });
  const { rows } = await own.database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM raw_frame');
  expect(rows[0]!.n).toBe(1);
});

test('no more than twice the ring is ever kept', async () => {
  await start({ SIGHTLINE_RAW_FRAMES: '3' });
  for (let n = 0; n < 12; n++) {
    const device = await dial('jt808');
    device.send(jt808Heartbeat(PHONE, n));
    await eventually(() => device.answered().length === 1, 'answered', 20_000);
    device.close();
  }
  await server!.stop();
  server = null;
  const frames = await framesOf(PHONE);
  expect(frames.length).toBeGreaterThanOrEqual(6);
  expect(frames.length).toBeLessThanOrEqual(12);
  // The newest are there.
  expect(frames.some((f) => f.direction === 1 && f.data.readUInt16BE(11) === 11)).toBe(true);
});
