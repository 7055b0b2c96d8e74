import { createHash } from 'node:crypto';
import { ERROR_CODE } from '@sightline/contract';
import { insertDevices } from '@sightline/db';
import { annexB, WIRE_TYPE } from '@sightline/media';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { h264Picture, h265Picture, startFakeConverter } from '../dev-env/fake-converter.ts';
import { RtmpCamera } from '../dev-env/rtmp-camera.ts';
import { codeOf } from './harness.ts';
import { CHANNEL, OTHER, startVideoWorld, SUB_ACCOUNT, type VideoWorld } from './video-world.ts';

const hash = (data: Uint8Array): string => createHash('sha1').update(data).digest('hex');
/** Of a dealer: a tracker of another protocol, whose cameras publish by themselves. */
const TRACKER = '860123456789012';

let world: VideoWorld;
const cameras: RtmpCamera[] = [];

beforeAll(async () => {
  world = await startVideoWorld({
    media: { maxBytesPerSecond: 100_000 },
    rtmp: { port: 0, limits: { recheckMs: 50 } },
    convert: { start: startFakeConverter, programs: 1 },
  });
  await insertDevices(world.api.database.system, [
    { id: TRACKER, customer_id: world.a.customerId, name: 'Tracker', type_code: 'GT06N', cam_count: 2, activated_at: new Date() },
  ]);
});
afterAll(async () => await world?.stop());
afterEach(async () => {
  for (const camera of cameras.splice(0)) camera.close();
  await world.clear();
  await eventually(async () => (await info()).publishing.length + (await info(TRACKER)).publishing.length === 0, 'nobody publishes');
});

const info = async (deviceId = world.deviceId) => await world.call(world.a.account)('video.rtmp.info', { deviceId });
const addresses = async (deviceId = world.deviceId): Promise<string[]> =>
  (await world.call(world.a.account)('video.rtmp.address', { deviceId })).addresses.map(({ url }) => url);

function open(url: string): RtmpCamera {
  const camera = new RtmpCamera(url);
  cameras.push(camera);
  return camera;
}
async function publish(url: string): Promise<RtmpCamera> {
  const camera = open(url);
  await eventually(() => camera.ready, 'it may publish');
  camera.configure();
  return camera;
}
/** A coded picture whose number stands in it. */
const unit = (n: number, key: boolean): Buffer => Buffer.from([key ? 0x65 : 0x41, 0x88, n >> 8, n & 0xff, 0x80]);
const picture = (n: number, key: boolean): Uint8Array => annexB([unit(n, key)]);
const shown = (n: number, key: boolean): Uint8Array => annexB(key ? [...RtmpCamera.sets, unit(n, key)] : [unit(n, key)]);

describe('a camera that publishes over RTMP', () => {
  it('is watched without a word to the device; who comes later begins with the last key picture', async () => {
    const [, url] = await addresses();
    const camera = await publish(url!);
    // The device itself is signed in nowhere.
    for (let n = 0; n < 12; n++) camera.picture(n * 40, n % 5 === 0, picture(n, n % 5 === 0));
    await eventually(async () => (await info()).publishing.length === 1, 'it publishes');
    // That it publishes is known before its last key picture has come.
    const viewer = await eventually(async () => {
      const early = await world.watch();
      await eventually(() => early.pictures.length > 0, 'a picture');
      if (hash(early.pictures[0]!.data) === hash(shown(10, true))) return early;
      early.close();
      return null;
    }, 'who comes now begins with the last key picture');
    await eventually(() => viewer.pictures.length === 2, 'the pictures since the last key picture');
    camera.sound(440, Uint8Array.of(1, 2, 3));
    for (let n = 12; n < 18; n++) camera.picture(n * 40, n === 15, picture(n, n === 15));
    await eventually(() => viewer.pictures.length === 8, 'all pictures');
    const expected = [10, 11, 12, 13, 14, 15, 16, 17].map((n) => shown(n, n % 5 === 0));
    expect(viewer.pictures.map((f) => hash(f.data))).toEqual(expected.map(hash));
    expect(viewer.pictures.map((f) => f.key)).toEqual([true, false, false, false, false, true, false, false]);
    const sound = viewer.frames.filter((f) => f.type === WIRE_TYPE.aac);
    expect(sound.map((f) => [...f.data])).toEqual([[0x12, 0x10, 1, 2, 3]]);
    expect(viewer.states.at(-1)).toBe('streaming h264');
    // A second one joins the same stream, the other quality is the same pictures, and a link for players outside works.
    const second = await world.watch({ bitstreamType: 1 }, SUB_ACCOUNT);
    await eventually(() => second.pictures.length === 3, 'the last group');
    expect(second.pictures.map((f) => hash(f.data))).toEqual(expected.slice(5).map(hash));
    const kinds = async (): Promise<string[]> => {
      const looks = await world.call(world.a.account)('video.look.page', { deviceIds: world.deviceId });
      return looks.records.filter((look) => look.ended === null).map((look) => look.kind);
    };
    await eventually(async () => (await kinds()).join() === 'live,live', 'two look');
    camera.publisher.finish();
    await eventually(() => viewer.end === 'lost' && second.end === 'lost', 'the end');
  });

  it('that connects anew goes on for who looks', async () => {
    const [, url] = await addresses();
    const first = await publish(url!);
    first.picture(0, true, picture(1, true));
    await eventually(async () => (await info()).publishing.length === 1, 'it publishes');
    const viewer = await world.watch();
    await eventually(() => viewer.pictures.length === 1, 'a picture');
    const second = await publish(url!);
    await eventually(() => first.closed, 'the old connection is closed');
    second.picture(0, true, picture(2, true));
    await eventually(() => viewer.pictures.length === 2, 'it goes on');
    expect([hash(viewer.pictures[1]!.data), viewer.end]).toEqual([hash(shown(2, true)), null]);
  });

  it('and sends H.265 is converted for who cannot play that, and for nobody else', async () => {
    const [, url] = await addresses();
    const camera = await publish(url!);
    for (let n = 1; n < 6; n++) camera.picture265(n * 40, n === 1, h265Picture(n, n === 1));
    await eventually(async () => (await info()).publishing.length === 1, 'it publishes');
    const [plays, cannot] = [await world.watch(), await world.watch({ codec: 'h264' })];
    await eventually(() => plays.pictures.length === 5 && cannot.pictures.length === 4, 'the last one comes with the next');
    camera.picture265(240, true, h265Picture(6, true));
    await eventually(() => plays.pictures.length === 6 && cannot.pictures.length === 5, 'the next one');
    const numbers = [1, 2, 3, 4, 5, 6];
    expect(plays.pictures.map((f) => hash(f.data))).toEqual(numbers.map((n) => hash(h265Picture(n, n % 5 === 1))));
    expect(cannot.pictures.map((f) => hash(f.data))).toEqual(numbers.slice(0, 5).map((n) => hash(h264Picture(n, n === 1))));
    expect([plays.states.at(-1), cannot.states.at(-1)]).toEqual(['streaming h265', 'streaming h264']);
  });

  it('needs no device of a camera protocol, but its key', async () => {
    const call = world.call(world.a.account);
    const camera = { deviceId: TRACKER, channelId: 1 };
    expect(await codeOf(call('video.live', camera))).toBe(ERROR_CODE.commandNotSupported);
    const [url] = await addresses(TRACKER);
    // It may publish and does not: there is nothing to be seen.
    expect(await codeOf(call('video.live', camera))).toBe(ERROR_CODE.deviceOffline);
    const publishing = await publish(url!);
    publishing.picture(0, true, picture(7, true));
    await eventually(async () => (await codeOf(call('video.live', camera))) === 0, 'it is there');
    const viewer = await world.watch({ deviceId: TRACKER, channelId: 1, bitstreamType: 0 });
    await eventually(() => viewer.pictures.length === 1, 'a picture');
    await call('video.rtmp.remove', { deviceId: TRACKER });
    await eventually(() => publishing.closed && viewer.end === 'lost', 'it is cut off');
    expect(await codeOf(call('video.live', camera))).toBe(ERROR_CODE.commandNotSupported);
    // Once more changes nothing.
    await call('video.rtmp.remove', { deviceId: TRACKER });
    // Without cameras there is nothing to be published; without a port it could not come.
    expect(await codeOf(call('video.rtmp.address', { deviceId: world.a.deviceId }))).toBe(ERROR_CODE.modelNotSupported);
  });

  it('counts against the data allowance of its device', async () => {
    const { database } = world.api;
    const [, url] = await addresses();
    const camera = await publish(url!);
    camera.picture(0, true, picture(1, true));
    await eventually(async () => (await info()).publishing.length === 1, 'it publishes');
    const slotMs = Math.floor(Date.now() / 900_000) * 900_000;
    await sql`INSERT INTO device_allowance (device_key, daily_mb) VALUES (${world.deviceKey}, 1)`.execute(database.system);
    await sql`INSERT INTO device_traffic (device_key, slot_ms, bytes_in) VALUES (${world.deviceKey}, ${slotMs}, 1000001)
      ON CONFLICT (device_key, slot_ms) DO UPDATE SET bytes_in = 1000001`.execute(database.system);
    await eventually(() => camera.closed, 'it is cut off');
    expect((await info()).refused).toMatchObject({ reason: 'data', channelId: CHANNEL, remote: '127.0.0.1' });
    await sql`DELETE FROM device_allowance WHERE device_key = ${world.deviceKey}`.execute(database.system);
  });
});

describe('a key', () => {
  /** Why the platform did not let a camera in. */
  const refusalOf = async (url: string, deviceId = world.deviceId): Promise<string | undefined> => {
    const camera = open(url);
    await eventually(() => camera.closed, 'it is closed');
    expect([camera.ready, camera.refusal]).toEqual([false, 'not allowed']);
    return (await info(deviceId)).refused?.reason;
  };

  it('opens its device alone, and only until there is another one', async () => {
    const [first] = await addresses();
    const [, second] = await addresses();
    expect(await refusalOf(first!)).toBe('key');
    expect(await refusalOf(second!.replace(world.deviceId, OTHER), OTHER)).toBe('key');
    expect(await refusalOf(second!.replace('/2?', '/9?'))).toBe('channel');
    const camera = await publish(second!);
    const [third] = await addresses();
    await eventually(() => camera.closed, 'what ran with the old key ends');
    expect(third).not.toContain(new URL(second!).searchParams.get('key'));
    expect((await info()).refused).toBeNull();
  });

  it('is of no use for a device in the recycle bin, or with another customer', async () => {
    const { database } = world.api;
    const [url] = await addresses(TRACKER);
    await sql`UPDATE device SET recycled_at = now() WHERE id = ${TRACKER}`.execute(database.system);
    const camera = open(url!);
    await eventually(() => camera.closed, 'it is closed');
    await sql`UPDATE device SET recycled_at = NULL WHERE id = ${TRACKER}`.execute(database.system);
    expect((await info(TRACKER)).refused?.reason).toBe('device');
    await sql`UPDATE device SET customer_id = ${world.a.subCustomerId} WHERE id = ${TRACKER}`.execute(database.system);
    expect((await info(TRACKER)).keyTime).toBeNull();
    expect(await refusalOf(url!, TRACKER)).toBe('key');
  });

  it('is kept as a hash that no call can read, and stands in no log of changes', async () => {
    const [url] = await addresses();
    const key = new URL(url!).searchParams.get('key')!;
    const { database } = world.api;
    const { rows } = await sql<{ row: string }>`SELECT rtmp_key::text AS row FROM rtmp_key`.execute(database.system);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(key);
    const log = await world.call(world.a.account)('log.page', { pageSize: 50 });
    expect(log.records.some((entry) => entry.operation === 'video.rtmp.address')).toBe(true);
    expect(JSON.stringify(log)).not.toContain(key);
    expect(JSON.stringify(await info())).not.toContain(key);
  });

  it('is asked for only now and then by a camera that has a wrong one', async () => {
    const [url] = await addresses(OTHER);
    const wrong = `${url!}x`;
    for (let i = 0; i < 10; i++) await refusalOf(wrong, OTHER);
    expect(await refusalOf(wrong, OTHER)).toBe('often');
    // The right one is another matter.
    await publish(url!);
  });
});

describe('the port', () => {
  it('closes whatever is no publisher, and takes no more than it can', async () => {
    const [url] = await addresses();
    const camera = await publish(url!);
    const page = open(url!);
    page.socket.write('GET / HTTP/1.1\r\n\r\n');
    await eventually(() => page.closed, 'no RTMP');
    const flood = await publish((await addresses(OTHER))[0]!);
    let n = 0;
    await eventually(() => {
      flood.picture(n * 40, true, annexB([Buffer.concat([unit(n++, true), Buffer.alloc(200_000, 0x55)])]));
      return flood.closed;
    }, 'the flood is cut off');
    // A megabyte within ten seconds was allowed, and what the sockets hold.
    expect([n >= 5, camera.closed]).toEqual([true, false]);
  });
});
