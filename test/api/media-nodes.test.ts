import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERROR_CODE, MEDIA_CLOSE, type InputOf, type OutputOf } from '@sightline/contract';
import { announceMediaNode, beginCameraLook, findDevice } from '@sightline/db';
import { createLogger, createMetrics, EventBus, loadConfig, type Service } from '@sightline/runtime';
import { startMediaNode, type MediaNodeService } from '@sightline/server/services/api/media/start-media-node';
import { startBusBridge } from '@sightline/server/services/bus/bus-bridge';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { MediaViewer } from '../dev-env/media-viewer.ts';
import { codeOf } from './harness.ts';
import { CAPTURE, CHANNEL, startVideoWorld, SUB_ACCOUNT, type VideoWorld } from './video-world.ts';

const NORTH = 'wss://north.example:8443';
/** Words come fast, so that a test need not wait for them; who is silent is away after the usual time. */
const TIMES = { beatMs: 100 };

let world: VideoWorld;
let north: MediaNodeService;
let bridge: Service;
const folder = mkdtempSync(join(tmpdir(), 'sightline-node-'));
const viewers: MediaViewer[] = [];

/** A second process that carries video: it shares the database with the first one, and nothing else. */
async function startNorth(): Promise<void> {
  const logger = createLogger('silent');
  const { config } = loadConfig([], {
    PORT: '0',
    SIGHTLINE_HOST: '127.0.0.1',
    SIGHTLINE_PORT_MEDIA: '0',
    SIGHTLINE_PORT_PLAYBACK: '0',
    SIGHTLINE_PORT_RTMP: '0',
    SIGHTLINE_DATA: folder,
    SIGHTLINE_SERVICES: 'media',
    SIGHTLINE_MEDIA_NODE_NAME: 'north',
    SIGHTLINE_MEDIA_PUBLIC_URL: 'https://north.example:8443',
    SIGHTLINE_MEDIA_ABILITIES: 'live,replay',
    DATABASE_URL: 'postgres://elsewhere',
  });
  const bus = new EventBus((topic, error) => logger.error({ err: error, topic }, 'bus'));
  const context = { config, logger, metrics: createMetrics(), bus, database: world.api.database };
  bridge = await startBusBridge(context, world.api.positions, false);
  north = await startMediaNode(context, { media: { lingerMs: 20 }, nodes: TIMES });
}
const stopNorth = async (): Promise<void> => {
  await north?.stop();
  await bridge?.stop();
};

beforeAll(async () => {
  world = await startVideoWorld({ nodes: TIMES });
  await startNorth();
  await eventually(async () => (await nodes()).length === 2, 'both are known');
});
afterAll(async () => {
  await stopNorth();
  await world?.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const viewer of viewers.splice(0)) viewer.close();
  await world.clear();
  await eventually(() => north.streams().length === 0, 'no stream is left');
});

const nodes = (account = world.a.account): Promise<OutputOf<'video.nodes'>> => world.call(account)('video.nodes', {});
const namesOf = (list: OutputOf<'video.nodes'>): string[] => list.map(({ nodeValue }) => nodeValue);
const defaultOf = (list: OutputOf<'video.nodes'>): string[] => namesOf(list.filter((node) => node.default));
const address = (input: Partial<InputOf<'video.live'>> = {}, account = world.a.account): Promise<string> =>
  world.call(account)('video.live', { deviceId: world.deviceId, channelId: CHANNEL, bitstreamType: 0, ...input });
/** Goes to the node that an address names, whose public name leads nowhere here. */
function open(text: string): MediaViewer {
  const viewer = text.startsWith(NORTH)
    ? new MediaViewer(`http://127.0.0.1:${north.port}`, text.slice(NORTH.length))
    : new MediaViewer(world.url, text);
  viewers.push(viewer);
  return viewer;
}
const ended = async (viewer: MediaViewer): Promise<[string | null, number | null]> => {
  await eventually(() => viewer.closeCode !== null, 'the end');
  return [viewer.end, viewer.closeCode];
};
/** The end of a look is written some moments after it. */
const noLooks = () =>
  eventually(async () => {
    const { rows } = await sql<{ open: number }>`SELECT count(*)::int AS open FROM camera_look WHERE ended IS NULL AND node <> ''`.execute(
      world.api.database.system,
    );
    return rows[0]!.open === 0;
  }, 'all looks have ended');

describe('a node', () => {
  it('is listed for what it is able to do, and for those who choose with what it does', async () => {
    expect(namesOf(await nodes())).toEqual(['default', 'north']);
    expect(namesOf(await world.call(world.a.account)('video.history.nodes', {}))).toEqual(['default', 'north']);
    expect(namesOf(await world.call(world.a.account)('audio.nodes', {}))).toEqual(['default']);
    const list = await world.call(world.a.account)('video.node.list', {});
    expect(list).toEqual([
      expect.objectContaining({ nodeValue: 'default', address: '', deviceAddress: null, online: true, own: true, talk: true }),
      expect.objectContaining({
        nodeValue: 'north',
        address: NORTH,
        deviceAddress: null,
        online: true,
        own: false,
        talk: false,
        replay: true,
      }),
    ]);
    const [, seen] = await world.call(world.owner)('video.node.list', {});
    expect(seen!.deviceAddress).toMatch(new RegExp(`^127\\.0\\.0\\.1:${north.mediaPort}:\\d+$`));
    expect(await codeOf(world.call(world.withoutPermissions)('video.node.list', {}))).toBe(ERROR_CODE.noPermission);
    const { headers } = await world.api.raw('GET', '/health', null);
    expect(headers.get('content-security-policy')).toMatch(/connect-src [^;]* wss:\/\/north\.example:8443(;|$)/);
  });

  it('carries what is asked of it, and tells the camera its own port', async () => {
    const device = await world.camera();
    device.onMedia = (socket) => void socket.write(CAPTURE);
    const text = await address({ nodeValue: 'north' });
    expect(text.startsWith(`${NORTH}/gps/media/live?ticket=`)).toBe(true);
    const viewer = open(text);
    await eventually(() => viewer.pictures.length === 18, 'all pictures');
    expect(device.starts).toEqual([expect.objectContaining({ host: '127.0.0.1', tcpPort: north.mediaPort })]);
    expect([north.streams().length, world.streams().length]).toEqual([1, 0]);
    const { records } = await world.call(world.a.account)('video.look.page', { deviceIds: world.deviceId });
    expect(records[0]).toMatchObject({ kind: 'live', nodeValue: 'north', ended: null });
    const loaded = await eventually(
      async () => (await world.call(world.a.account)('video.node.list', {})).find((node) => node.viewers === 1),
      'its load is known',
    );
    expect(loaded).toMatchObject({ nodeValue: 'north', streams: 1 });
  });

  it('takes no ticket of another one, which stays good', async () => {
    await world.camera();
    const [own, other] = [await address({ nodeValue: 'default' }), await address({ nodeValue: 'north' })];
    const refused = ['permission', MEDIA_CLOSE.ticketRefused];
    expect(await ended(open(`${NORTH}${own}`))).toEqual(refused);
    expect(await ended(open(other.slice(NORTH.length)))).toEqual(refused);
    const [first, second] = [open(own), open(other)];
    await eventually(() => first.states.length > 0 && second.states.length > 0, 'both are in');
    expect(await ended(open(other))).toEqual(refused);
  });

  it('that nobody knows, or that cannot do it, is refused', async () => {
    await world.camera();
    for (const nodeValue of ['moon', 'NORTH', "north'"])
      expect(await codeOf(address({ nodeValue })), nodeValue).toBe(ERROR_CODE.dataNotFound);
    const talk = { deviceId: world.deviceId, channelId: CHANNEL, nodeValue: 'north' };
    expect(await codeOf(world.call(world.a.account)('audio.talk', talk))).toBe(ERROR_CODE.dataNotFound);
  });
});

describe('who names no node', () => {
  it('joins a stream that runs, and a camera is told to stop when the last node has let it go', async () => {
    await noLooks();
    const device = await world.camera();
    device.onMedia = (socket) => void socket.write(CAPTURE);
    const first = open(await address({ nodeValue: 'north' }));
    await eventually(() => first.pictures.length === 18, 'all pictures');
    const second = open(await address({}, SUB_ACCOUNT));
    await eventually(() => second.pictures.length === 18, 'the same pictures');
    expect([device.starts.length, north.streams().length, world.streams().length]).toEqual([1, 1, 0]);
    // The other stream of the camera runs nowhere.
    expect(await address({ bitstreamType: 1 })).toMatch(/^(wss:\/\/north\.example:8443)?\/gps\/media\/live\?ticket=/);
    // Who wants another node gets it: the camera sends to both.
    const third = open(await address({ nodeValue: 'default' }));
    await eventually(() => third.pictures.length === 18, 'pictures over the other one');
    expect(device.starts.map(({ tcpPort }) => tcpPort)).toEqual([north.mediaPort, world.mediaPort]);
    third.close();
    await eventually(() => world.streams().length === 0 && device.mediaClosed.length === 1, 'that one has ended');
    await eventually(async () => {
      const { rows } = await sql`SELECT 1 FROM camera_look WHERE node = 'default' AND ended IS NULL`.execute(world.api.database.system);
      return rows.length === 0;
    }, 'the end of that look is written');
    expect(device.controls).toEqual([]);
    expect(device.mediaClosed).toEqual([device.media[1]]);
    expect([first.closeCode, second.closeCode, north.streams().length]).toEqual([null, null, 1]);
    first.close();
    second.close();
    await eventually(() => device.controls.length === 1, 'it is told to stop');
  });

  it('gets the nearest choice: its own, that of its customer, of those above; one that is not there is passed over', async () => {
    await noLooks();
    await world.camera();
    const setCustomer = (nodeValue: string, more: object = {}) =>
      world.call(world.a.account)('customer.streamNode.setDefault', { customerId: world.a.customerId, nodeValue, ...more });
    const setUser = (defaultMediaNode: string) => world.call(SUB_ACCOUNT)('user.setting.node.media', { defaultMediaNode });
    const got = async (): Promise<string[]> => defaultOf(await nodes(SUB_ACCOUNT));

    await setCustomer('north');
    expect(await got()).toEqual(['north']);
    expect(await address({}, SUB_ACCOUNT)).toMatch(/^wss:\/\/north\.example/);
    // Recordings and talks go the same way, as far as it can.
    expect(defaultOf(await world.call(SUB_ACCOUNT)('video.history.nodes', {}))).toEqual(['north']);
    expect(defaultOf(await world.call(SUB_ACCOUNT)('audio.nodes', {}))).toEqual(['default']);
    await setCustomer('north', { replayNodeValue: 'default' });
    expect(defaultOf(await world.call(SUB_ACCOUNT)('video.history.nodes', {}))).toEqual(['default']);
    expect(await world.call(world.a.account)('customer.expand.config.info', {})).toMatchObject({
      nodeValue: 'north',
      talkNodeValue: '',
      replayNodeValue: 'default',
    });
    // Other tenants have nothing of it; the platform's choice is everybody's last one.
    expect(defaultOf(await nodes(world.b.account))).toHaveLength(1);
    await world.call(world.owner)('customer.streamNode.setDefault', { nodeValue: 'default' });
    expect(defaultOf(await nodes(world.b.account))).toEqual(['default']);
    expect(await got()).toEqual(['north']);

    await setUser('default');
    expect(await got()).toEqual(['default']);
    expect(await address({}, SUB_ACCOUNT)).toMatch(/^\/gps\/media\/live/);
    await setUser('moon');
    expect(await got()).toEqual(['north']);
    await setUser('');
    await setCustomer('', { replayNodeValue: '' });
    expect(await got()).toEqual(['default']);
    await world.call(world.owner)('customer.streamNode.setDefault', { nodeValue: '' });
  });

  it('plays a recording where its own one before still plays, and is not let in elsewhere', async () => {
    await noLooks();
    const { system } = world.api.database;
    const span = { startTime: new Date(Date.now() - 3_600_000).toISOString(), endTime: new Date(Date.now() - 3_000_000).toISOString() };
    const input = { deviceId: world.deviceId, channelId: CHANNEL, playbackType: 0, fastForwardOrBackward: 0, ...span };
    await world.camera();
    const before = await world.call(SUB_ACCOUNT)('video.history.replay', { ...input, nodeValue: 'default' });
    expect(before).toMatch(/^\/gps\/media\/replay/);
    const device = (await findDevice(system, world.deviceId))!;
    const { id } = await system.selectFrom('app_user').select('id').where('account', '=', SUB_ACCOUNT).executeTakeFirstOrThrow();
    const look = {
      nonce: null,
      device,
      channel: CHANNEL,
      kind: 'replay',
      stream: 0,
      userId: id,
      account: SUB_ACCOUNT,
      fromAbove: false,
    } as const;
    const lookId = await beginCameraLook(system, { ...look, remote: null, node: 'north' });
    expect(await world.call(SUB_ACCOUNT)('video.history.replay', { ...input, nodeValue: 'default' })).toMatch(/^wss:\/\/north\.example/);
    expect(await ended(open(before))).toEqual(['busy', MEDIA_CLOSE.busy]);
    await sql`UPDATE camera_look SET ended = 'left' WHERE id = ${lookId}`.execute(system);
    expect(await world.call(SUB_ACCOUNT)('video.history.replay', { ...input, nodeValue: 'default' })).toMatch(/^\/gps\/media\/replay/);
  });
});

describe('a node that goes', () => {
  it('is not chosen when it was not heard of for a while, and is still seen by those who choose', async () => {
    const { system } = world.api.database;
    const ghost = { name: 'ghost', public_url: 'wss://ghost.example', device_host: '127.0.0.1', device_port: 1, playback_port: 2 };
    await announceMediaNode(
      system,
      { ...ghost, abilities: ['live'], publishing: [`${world.deviceId}/3`], streams: 0, viewers: 0 },
      'ghost',
    );
    await eventually(async () => namesOf(await nodes()).includes('ghost'), 'it is there');
    await world.camera();
    expect(await address({ nodeValue: 'ghost' })).toMatch(/^wss:\/\/ghost\.example\//);
    // What a camera publishes there is nowhere else.
    expect(await address({ channelId: 3, nodeValue: 'default' })).toMatch(/^wss:\/\/ghost\.example\//);
    await sql`UPDATE media_node SET heard_at = now() - interval '16 seconds' WHERE name = 'ghost'`.execute(system);
    await eventually(async () => !namesOf(await nodes()).includes('ghost'), 'it is away');
    expect(await codeOf(address({ nodeValue: 'ghost' }))).toBe(ERROR_CODE.dataNotFound);
    expect(await world.call(world.a.account)('video.node.list', {})).toContainEqual(
      expect.objectContaining({ nodeValue: 'ghost', online: false }),
    );
    await sql`DELETE FROM media_node WHERE name = 'ghost'`.execute(system);
  });

  it('in order takes itself out, ends what it carries, and comes back', async () => {
    await noLooks();
    const device = await world.camera();
    device.onMedia = (socket) => void socket.write(CAPTURE);
    const viewer = open(await address({ nodeValue: 'north' }));
    await eventually(() => viewer.pictures.length === 18, 'all pictures');
    await stopNorth();
    await eventually(() => viewer.closeCode !== null, 'the end');
    await eventually(async () => namesOf(await nodes()).join() === 'default', 'it is not there any more');
    const again = open(await address());
    await eventually(() => again.pictures.length === 18, 'the stream goes on over the other one');
    expect(device.starts.at(-1)).toMatchObject({ tcpPort: world.mediaPort });
    await startNorth();
    await eventually(async () => (await nodes()).length === 2, 'it is back');
  });
});
