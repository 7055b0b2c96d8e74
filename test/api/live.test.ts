import { decodeLiveDelta, ERROR_CODE, liveEntryAt, SOCKET_PATH, type LiveEntry, type LiveSubscription } from '@sightline/contract';
import { alarmOfNumber } from '@sightline/domain';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { fixAt, stateOf } from './tenant-facts.ts';
import { PASSWORD, seedTwoTenants, type Tenant, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
const open: Socket[] = [];

beforeAll(async () => {
  api = await startTestApi(async (database, positions) => void (world = await seedTwoTenants(database, positions)), {
    env: { SIGHTLINE_ONLINE_TIMEOUT: '30' },
  });
});
afterEach(() => open.splice(0).forEach((socket) => socket.close()));
afterAll(async () => await api?.stop());

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Browser {
  readonly socket: Socket;
  readonly entries: LiveEntry[];
  readonly messages: number[];
  readonly changed: string[];
  subscribe(to: LiveSubscription): Promise<{ code: number; count: number }>;
}

async function connect(token: string): Promise<Browser> {
  const socket = io(api.url, { path: SOCKET_PATH, query: { token }, transports: ['websocket'], reconnection: false });
  open.push(socket);
  const browser = {
    socket,
    entries: [] as LiveEntry[],
    messages: [] as number[],
    changed: [] as string[],
    subscribe: async (to: LiveSubscription) => (await socket.emitWithAck('live_subscribe', to)) as { code: number; count: number },
  };
  socket.on('live_delta', (bytes: Uint8Array) => {
    const delta = decodeLiveDelta(bytes)!;
    browser.messages.push(delta.count);
    for (let i = 0; i < delta.count; i++) browser.entries.push(liveEntryAt(delta, i));
  });
  socket.on('live_device_changed', ({ deviceId }: { deviceId: string }) => browser.changed.push(deviceId));
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve());
    socket.on('connect_error', reject);
  });
  return browser;
}

const signedIn = async (account: string): Promise<Browser> => await connect(await api.signIn(account, PASSWORD));
const report = (t: Tenant, timeMs: number, lat: number): void =>
  api.publish('device.state', stateOf(t.deviceKey, t.deviceId, fixAt(timeMs, lat, 20)));

describe('the live socket', () => {
  it('wants a token that stands', async () => {
    await expect(connect('x'.repeat(43))).rejects.toMatchObject({ data: { code: ERROR_CODE.notLoggedIn } });
    const token = await api.signIn(world.a.account, PASSWORD);
    await api.client(token).call('system.out', {});
    await expect(connect(token)).rejects.toMatchObject({ data: { code: ERROR_CODE.notLoggedIn } });
  });

  it('answers the heartbeat', async () => {
    const { socket } = await signedIn(world.a.account);
    const answer = (await socket.emitWithAck('push_notice_event', { token: 'x' })) as { serverTimeMs: number };
    expect(Math.abs(answer.serverTimeMs - Date.now())).toBeLessThan(5000);
  });

  it('delivers devices of the scope and never those of another tenant, whatever was asked for', async () => {
    const [a, b, owner] = [await signedIn(world.a.account), await signedIn(world.b.account), await signedIn(world.owner)];
    expect(await a.subscribe({ customerId: world.a.customerId })).toMatchObject({ code: 0 });
    expect(await b.subscribe({ deviceIds: [world.b.deviceId, world.a.deviceId, world.a.subDeviceId] })).toMatchObject({
      code: 0,
      count: 1,
    });
    const root = (await api.client(await api.signIn(world.owner, PASSWORD)).call('customer.tree', {}))[0]!.id;
    expect(await owner.subscribe({ customerId: root })).toMatchObject({ code: 0 });
    const now = Date.now();
    report(world.a, now, 51);
    report(world.b, now, -7);
    await eventually(() => a.entries.length > 0 && b.entries.length > 0 && owner.entries.length > 1, 'the deltas', 20_000);
    expect(a.entries.map((e) => e.key)).toEqual([world.a.deviceKey]);
    expect(b.entries.map((e) => e.key)).toEqual([world.b.deviceKey]);
    expect(owner.entries.map((e) => e.key).toSorted()).toEqual([world.a.deviceKey, world.b.deviceKey].toSorted());
    expect(a.entries[0]).toMatchObject({ fixTimeMs: now, lat: 51, lon: 20, speedKph: 36, course: 90, motion: 0, acc: 1, online: true });

    const alarmed = stateOf(world.a.deviceKey, world.a.deviceId, fixAt(now + 1, 51, 20));
    api.publish('device.state', { ...alarmed, attributes: { ...alarmed.attributes, alarm: 'overspeed,sos' } });
    await eventually(() => a.entries.length > 1, 'the alarm', 20_000);
    expect(a.entries.map((e) => alarmOfNumber(e.alarm))).toEqual([null, 'sos']);

    expect(await a.subscribe({ customerId: world.b.customerId })).toMatchObject({ code: ERROR_CODE.dataNotFound });
    expect(await a.subscribe({ customerId: 'x' })).toMatchObject({ code: ERROR_CODE.invalidParameters });
    report(world.b, now + 1, -7.1);
    await pause(500);
    expect(a.entries.some((e) => e.key === world.b.deviceKey)).toBe(false);
  });

  it('wants the permission to watch', async () => {
    const { subscribe } = await signedIn(world.withoutPermissions);
    expect(await subscribe({ customerId: world.a.customerId })).toMatchObject({ code: ERROR_CODE.noPermission });
  });

  it('sends the newest value of a device, at most four times a second', async () => {
    const browser = await signedIn(world.a.account);
    await browser.subscribe({ customerId: world.a.customerId });
    const start = Date.now();
    for (let i = 0; i < 400; i++) {
      report(world.a, start + i, 40 + i / 1000);
      await pause(5);
    }
    await eventually(() => (browser.entries.at(-1)?.lat ?? 0) > 40.3985, 'the newest value', 20_000);
    const seconds = (Date.now() - start) / 1000;
    expect(browser.messages.length).toBeLessThanOrEqual(Math.ceil((seconds + 0.5) * 4) + 1);
    expect(browser.entries.at(-1)!.lat).toBeCloseTo(40.399, 6);
    // An older state that comes late changes nothing.
    const count = browser.entries.length;
    report(world.a, start - 60_000, 10);
    await pause(500);
    expect(browser.entries.length).toBe(count);
  });

  it('tells when a device falls silent', async () => {
    const browser = await signedIn(world.b.account);
    await browser.subscribe({ deviceIds: [world.b.subDeviceId] });
    // Six seconds before the time-out of half a minute.
    const state = stateOf(world.b.subDeviceKey, world.b.subDeviceId, fixAt(Date.now() - 24_000, -7, 20));
    api.publish('device.state', state);
    await eventually(() => browser.entries.length === 2, 'online, then offline', 30_000);
    expect(browser.entries.map((e) => [e.lastContactMs, e.online])).toEqual([
      [state.lastContactMs, true],
      [state.lastContactMs, false],
    ]);
  });

  it('closes when the token ends or the rights change', async () => {
    const token = await api.signIn(world.a.account, PASSWORD);
    const { socket } = await connect(token);
    const ended = new Promise<{ code: number }>((resolve) => socket.on('session_ended', resolve));
    const closed = new Promise<void>((resolve) => socket.on('disconnect', () => resolve()));
    await api.client(token).call('system.out', {});
    expect((await ended).code).toBe(ERROR_CODE.notLoggedIn);
    await closed;

    const other = await signedIn(world.b.account);
    const closedToo = new Promise<void>((resolve) => other.socket.on('disconnect', () => resolve()));
    await api.database.system
      .updateTable('app_user')
      .set({ menu_ids: ['3000'] })
      .where('id', '=', world.b.userId)
      .execute();
    api.publish('principal.changed', { userId: world.b.userId });
    await closedToo;
    await api.database.system.updateTable('app_user').set({ menu_ids: null }).where('id', '=', world.b.userId).execute();
    api.publish('principal.changed', { userId: world.b.userId });
  });

  it('follows a device that changes hands', async () => {
    const [a, b] = [await signedIn(world.a.account), await signedIn(world.b.account)];
    await a.subscribe({ customerId: world.a.customerId });
    await b.subscribe({ customerId: world.b.customerId });
    const move = (customerId: string) =>
      api.database.system.updateTable('device').set({ customer_id: customerId }).where('id', '=', world.a.deviceId).execute();
    await move(world.b.customerId);
    await eventually(() => a.changed.length > 0 && b.changed.length > 0, 'the notices', 20_000);
    expect([a.changed, b.changed]).toEqual([[world.a.deviceId], [world.a.deviceId]]);
    report(world.a, Date.now(), 52);
    await eventually(() => b.entries.length > 0, 'the delta', 20_000);
    expect([a.entries.length, b.entries.map((e) => e.key)]).toEqual([0, [world.a.deviceKey]]);
    await move(world.a.customerId);
  });

  it('tells no place of a device while its licence opens no tracking', async () => {
    const a = await signedIn(world.a.account);
    await a.subscribe({ customerId: world.a.customerId });
    const track = async (tracked: boolean) => {
      a.changed.length = 0;
      await sql`UPDATE device SET tracked = ${tracked} WHERE key = ${world.a.deviceKey}`.execute(api.database.system);
      await eventually(() => a.changed.length > 0, 'the notice', 20_000);
    };
    const told = async (timeMs: number) => {
      a.entries.length = 0;
      report(world.a, timeMs, 47);
      await eventually(() => a.entries.length > 0, 'the delta', 20_000);
      return a.entries[0];
    };
    const now = Date.now();
    await track(false);
    expect(await told(now)).toMatchObject({ lat: null, lon: null, speedKph: null, online: true });
    await track(true);
    expect(await told(now + 1)).toMatchObject({ lat: 47, online: true });
  });
});
