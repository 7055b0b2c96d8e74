import { randomBytes } from 'node:crypto';
import { ERROR_CODE, FILE_ROUTES, SOCKET_PATH, type CapturedImage } from '@sightline/contract';
import { allJobs } from '@sightline/server/services/worker/all-jobs';
import { io, type Socket } from 'socket.io-client';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DeviceSocket, eventually } from '../dev-env/gateway-client.ts';
import { jt808Frame, jt808Heartbeat, jt808MediaBody, jt808Packets } from '../dev-env/gateway-frames.ts';
import { codeOf } from './harness.ts';
import { PASSWORD } from './two-tenants.ts';
import { startVideoWorld, SUB_ACCOUNT, type VideoWorld } from './video-world.ts';

const CHANNEL = 3;
const open: { close(): unknown }[] = [];
let world: VideoWorld;
let serial = 100;
beforeAll(async () => {
  world = await startVideoWorld({}, { jobs: allJobs() });
});
afterEach(() => void open.splice(0).forEach((one) => one.close()));
afterAll(async () => await world?.stop());

const jpeg = (size = 3000): Buffer => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), randomBytes(size)]);
const db = () => world.api.database.system;

async function device(): Promise<DeviceSocket> {
  const socket = await DeviceSocket.open(world.devicePort);
  open.push(socket);
  socket.send(jt808Heartbeat(world.deviceId, 1));
  await eventually(() => socket.answered().includes(1), 'the device is signed in');
  return socket;
}

/** Sends a picture as a device does. Resolves when the platform says that it has it. */
async function send(
  socket: DeviceSocket,
  data: Uint8Array,
  change: { mediaId?: number; event?: number; timeMs?: number } = {},
): Promise<void> {
  const before = socket.answers().length;
  const body = jt808MediaBody(
    {
      mediaId: change.mediaId ?? 7,
      channel: CHANNEL,
      event: change.event ?? 0,
      place: { timeMs: change.timeMs ?? Date.now(), lat: 48.2, lon: 11.6, speedKph: 33 },
    },
    data,
  );
  socket.send(Buffer.concat(jt808Packets(0x0801, world.deviceId, serial, body)));
  serial += 100;
  const answer = await eventually(
    () =>
      socket
        .answers()
        .slice(before)
        .find((a) => a.id === 0x8800),
    'the picture is answered',
  );
  expect([answer.body.readUInt32BE(0), answer.body.length]).toEqual([change.mediaId ?? 7, 4]);
}

const page = async (account: string, input: object = {}): Promise<CapturedImage[]> =>
  (await world.call(account)('device.capture.page', { deviceIds: world.deviceId, pageSize: 200, ...input })).records;
const get = (url: string, headers: Record<string, string> = {}) => fetch(`${world.url}${url}`, { headers });

function pictures(account: string): CapturedImage[] {
  const socket: Socket = io(world.url, {
    path: SOCKET_PATH,
    query: { token: world.token(account) },
    transports: ['websocket'],
    reconnection: false,
  });
  open.push(socket);
  const told: CapturedImage[] = [];
  socket.on('push_capture_event', (image: CapturedImage) => told.push(image));
  return told;
}

describe('a picture that a camera sends', () => {
  it('is in the gallery of its customer and of those above, with its place and time, and opens there', async () => {
    const data = jpeg(9000);
    const timeMs = Math.floor(Date.now() / 1000) * 1000 - 5000;
    await send(await device(), data, { timeMs });
    for (const account of [SUB_ACCOUNT, world.a.account, world.owner]) {
      const [image] = await page(account);
      expect(image).toMatchObject({
        deviceId: world.deviceId,
        deviceName: 'Camera',
        channelId: CHANNEL,
        kind: 'picture',
        source: 'capture',
        captureTime: new Date(timeMs).toISOString(),
        lat: 48.2,
        lng: 11.6,
        speedKph: 33,
        fileSize: data.length,
        contentType: 'image/jpeg',
      });
      const response = await get(image!.fileUrl);
      expect(
        Object.fromEntries(
          ['content-type', 'content-disposition', 'content-security-policy', 'x-content-type-options'].map((h) => [
            h,
            response.headers.get(h)?.slice(0, 25),
          ]),
        ),
      ).toEqual({
        'content-type': 'image/jpeg',
        'content-disposition': expect.stringContaining('inline') as string,
        'content-security-policy': "default-src 'none'; sandb",
        'x-content-type-options': 'nosniff',
      });
      expect(Buffer.from(await response.arrayBuffer()).equals(data)).toBe(true);
      const part = await get(image!.fileUrl, { range: 'bytes=10-19' });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${data.length}`]);
      expect(Buffer.from(await part.arrayBuffer()).equals(data.subarray(10, 20))).toBe(true);
      expect((await get(image!.fileUrl, { range: `bytes=${data.length}-` })).status).toBe(416);
      expect((await get(`${image!.fileUrl}&download=1`)).headers.get('content-disposition')).toContain('attachment');
    }
    expect(await page(world.b.account, { deviceIds: undefined })).not.toContainEqual(expect.objectContaining({ deviceId: world.deviceId }));
  });

  it('is one look in the log for each user, file and hour', async () => {
    await send(await device(), jpeg());
    const [image] = await page(world.a.account);
    const looks = async () =>
      (await world.call(SUB_ACCOUNT)('video.look.page', { deviceIds: world.deviceId, pageSize: 200 })).records.filter(
        (l) => l.kind === 'picture',
      );
    const before = (await looks()).length;
    for (let i = 0; i < 3; i++) expect((await get(image!.fileUrl)).status).toBe(200);
    const [look, ...others] = (await looks()).slice(0, (await looks()).length - before);
    expect([look, others]).toMatchObject([
      { account: world.a.account, fromAbove: true, channelId: CHANNEL, octets: image!.fileSize, ended: 'left' },
      [],
    ]);
  });

  it('counts once when the device sends it again, and nothing is kept of what is no picture', async () => {
    const data = jpeg();
    const timeMs = Date.now() - 60_000;
    const socket = await device();
    const before = (await page(world.a.account)).length;
    for (let i = 0; i < 3; i++) await send(socket, data, { timeMs, mediaId: 11 });
    expect((await page(world.a.account)).length).toBe(before + 1);
    await send(socket, Buffer.from('<html><script>alert(1)</script></html>'.repeat(50)));
    expect((await page(world.a.account)).length).toBe(before + 1);
  });

  it('says why it was made', async () => {
    const socket = await device();
    for (const [event, source] of [
      [1, 'timed'],
      [7, 'driving'],
      [3, 'alarm'],
      [0, 'capture'],
    ] as const) {
      const data = jpeg(500);
      await send(socket, data, { event });
      expect((await page(world.a.account, { sources: source }))[0]!.fileSize).toBe(data.length);
    }
    expect(await page(world.a.account, { sources: 'clip' })).toEqual([]);
    expect(await page(world.a.account, { channelId: CHANNEL + 1 })).toEqual([]);
    expect(await page(world.a.account, { deviceIdOrName: 'amer' })).not.toEqual([]);
    expect(await page(world.a.account, { deviceIdOrName: '%' })).toEqual([]);
  });

  it('whose pieces are lost is asked for, and of another device stays with that device', async () => {
    const socket = await device();
    const data = jpeg(5000);
    const body = jt808MediaBody({ mediaId: 77, channel: CHANNEL, place: { timeMs: Date.now(), lat: 1, lon: 1 } }, data);
    const frames = jt808Packets(0x0801, world.deviceId, (serial += 100), body);
    socket.send(Buffer.concat(frames.filter((_, i) => i !== 2)));
    const asked = await eventually(() => socket.answers().find((a) => a.id === 0x8800), 'the request');
    expect(asked.body.toString('hex')).toBe('0000004d010003');
    // The number of another device on the same connection is that device's, registered or not.
    socket.send(Buffer.concat(jt808Packets(0x0801, '14400009999', serial + 50, body)));
    socket.send(frames[2]!);
    await eventually(() => socket.answers().filter((a) => a.id === 0x8800).length === 2, 'the answer');
    expect((await page(world.a.account))[0]).toMatchObject({ deviceId: world.deviceId, fileSize: data.length });
    const { rows } = await sql<{
      ids: number;
    }>`SELECT count(DISTINCT device_id)::int AS ids FROM media_file WHERE size_bytes = ${data.length}`.execute(db());
    expect(rows).toEqual([{ ids: 1 }]);
  });
});

describe('a link to a picture', () => {
  const linkOf = async (account: string): Promise<string> => (await page(account))[0]!.fileUrl;

  it('opens nothing when it was changed or made for another file', async () => {
    const url = await linkOf(world.a.account);
    const ticket = url.split('ticket=')[1]!;
    const [id, user, expires, mac] = ticket.split('.') as [string, string, string, string];
    const foreign = world.b.mediaId;
    for (const text of ['', 'x', ticket.slice(0, -2), [foreign, user, expires, mac].join('.'), [id, user, `${expires}0`, mac].join('.')])
      expect([text, (await get(`${FILE_ROUTES.media}?ticket=${text}`)).status]).toEqual([text, 401]);
    // The links of results have another key.
    const other = await world.api.files.links.sign({ fileId: id, userId: user, expiresAtMs: Number(expires) });
    expect((await get(`${FILE_ROUTES.media}?ticket=${other}`)).status).toBe(401);
    // Made well for a file of somebody else: not found.
    const wrong = await world.api.files.mediaLinks.sign({ fileId: foreign, userId: user, expiresAtMs: Number(expires) });
    expect(await (await get(`${FILE_ROUTES.media}?ticket=${wrong}`)).json()).toMatchObject({ code: ERROR_CODE.dataNotFound });
    const old = await world.api.files.mediaLinks.sign({ fileId: id, userId: user, expiresAtMs: Date.now() - 1 });
    expect((await get(`${FILE_ROUTES.media}?ticket=${old}`)).status).toBe(401);
  });

  it('ends with the consent of the customer, for those above', async () => {
    const above = await linkOf(world.a.account);
    const own = await linkOf(SUB_ACCOUNT);
    await world.call(SUB_ACCOUNT)('customer.set.superior.watch', { superiorMayWatch: false });
    expect(await (await get(above)).json()).toMatchObject({ code: ERROR_CODE.dataNotFound });
    expect((await get(own)).status).toBe(200);
    expect(await page(world.a.account)).toEqual([]);
    expect(await page(world.owner)).toEqual([]);
    await world.call(SUB_ACCOUNT)('customer.set.superior.watch', { superiorMayWatch: true });
    expect((await get(above)).status).toBe(200);
  });
});

describe('taking a picture', () => {
  const take = (account: string, input: object = {}) =>
    world.call(account)('device.capture', { deviceId: world.deviceId, channelId: CHANNEL, ...input });
  const asked = (socket: DeviceSocket) => eventually(() => socket.answers().find((a) => a.id === 0x8801), '0x8801');
  const agree = (socket: DeviceSocket, to: { serial: number }, result = 0): void => {
    const body = Buffer.from([to.serial >> 8, to.serial & 255, result, ...(result === 0 ? [0, 2, 0, 0, 0, 21, 0, 0, 0, 22] : [])]);
    socket.send(jt808Frame(0x0805, world.deviceId, serial++, body));
  };

  it('is asked of the camera, and the picture is told to those who may see it', async () => {
    const socket = await device();
    const told = pictures(world.a.account);
    const own = pictures(SUB_ACCOUNT);
    const none = [pictures(world.b.account), pictures(world.withoutPermissions)];
    await eventually(async () => {
      // Told only while the sockets are there; until then another one is sent.
      await send(socket, jpeg(400), { event: 1 });
      return told.length > 0 && own.length > 0;
    }, 'the sockets listen');
    const count = told.length;
    const done = take(world.a.account, { count: 2 });
    const request = await asked(socket);
    // Channel, pictures, interval, to be sent and not kept. JT/T 808-2013 table 81.
    expect(request.body.subarray(0, 6).toString('hex')).toBe('030002000000');
    agree(socket, request);
    expect(await done).toEqual({ count: 2 });
    await send(socket, jpeg(700), { mediaId: 21 });
    const last = await eventually(() => told.slice(count).find((image) => image.fileSize === 704), 'the news');
    expect(last).toMatchObject({ deviceId: world.deviceId, channelId: CHANNEL, source: 'capture' });
    expect((await get(last.fileUrl)).status).toBe(200);
    expect(none).toEqual([[], []]);
    const log = (await world.call(SUB_ACCOUNT)('video.look.page', { deviceIds: world.deviceId, pageSize: 200 })).records;
    expect(log.some((l) => l.kind === 'picture' && l.account === world.a.account && l.octets === 0 && l.fromAbove)).toBe(true);
  });

  it('is refused with the reason', async () => {
    expect(await codeOf(take(world.b.account))).toBe(ERROR_CODE.deviceNotFound);
    expect(await codeOf(take(world.withoutPermissions))).toBe(ERROR_CODE.noPermission);
    expect(await codeOf(take(world.demo))).toBe(ERROR_CODE.demoMode);
    expect(await codeOf(take(world.a.account, { channelId: 5 }))).toBe(ERROR_CODE.modelNotSupported);
    expect(await codeOf(take(world.a.account, { count: 11 }))).toBe(ERROR_CODE.invalidParameters);
    expect(await codeOf(take(world.a.account, { deviceId: world.a.deviceId, channelId: 1 }))).toBe(ERROR_CODE.modelNotSupported);
    await sql`UPDATE device_type SET commands = '{status}' WHERE code = 'C4'`.execute(db());
    expect(await codeOf(take(world.a.account))).toBe(ERROR_CODE.modelNotSupported);
    await sql`UPDATE device_type SET commands = NULL WHERE code = 'C4'`.execute(db());
    const socket = await device();
    const done = codeOf(take(world.a.account));
    agree(socket, await asked(socket), 2);
    expect(await done).toBe(ERROR_CODE.commandRefused);
    await world.call(SUB_ACCOUNT)('customer.set.superior.watch', { superiorMayWatch: false });
    expect(await codeOf(take(world.a.account))).toBe(ERROR_CODE.notAuthorized);
    await world.call(SUB_ACCOUNT)('customer.set.superior.watch', { superiorMayWatch: true });
    await sql`UPDATE device_state SET last_contact_at = now() - interval '1 day' WHERE device_key = ${world.deviceKey}`.execute(db());
    expect(await codeOf(take(world.a.account))).toBe(ERROR_CODE.deviceOffline);
  });
});

describe('pictures of the gallery', () => {
  it('are downloaded as an archive with a list, and every one is a look', async () => {
    const socket = await device();
    const data = [jpeg(800), jpeg(900)];
    const timeMs = Date.now() - 30_000;
    // Of the same second: names of their own.
    for (const one of data) await send(socket, one, { timeMs, event: 7 });
    const images = (await page(world.a.account, { sources: 'driving' })).filter((i) => [804, 904].includes(i.fileSize));
    const task = await world.call(world.a.account)('device.capture.download', { ids: images.map((i) => i.id).join(',') });
    const ended = await eventually(async () => {
      const info = await world.call(world.a.account)('task.info', { taskId: task.id });
      return info.finishTime === null ? null : info;
    }, 'the archive');
    expect(ended).toMatchObject({ state: 'success', summary: { files: 2, missing: 0 } });
    const link = await world.call(world.a.account)('task.download', { taskId: task.id });
    const zip = Buffer.from(await (await get(link.url)).arrayBuffer());
    for (const one of data) expect(zip.includes(one)).toBe(true);
    const names = [...zip.toString('latin1').matchAll(/Camera \(\d+\)\/[^\0]+?\.jpg/g)].map((m) => m[0]);
    expect(new Set(names).size).toBe(2);
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM camera_look WHERE nonce LIKE ANY(${images.map((i) => `file.${i.id}.%`)}::text[]) AND account = ${world.a.account}`.execute(
      db(),
    );
    expect(rows).toEqual([{ count: 2 }]);
    expect(zip.includes(Buffer.from('list.csv'))).toBe(true);
  });

  it('are deleted with their bytes, all of them or none', async () => {
    await send(await device(), jpeg());
    const [image] = await page(world.a.account);
    const call = world.call(world.a.account);
    expect(await codeOf(call('device.capture.delete', { ids: `${image!.id},${world.b.mediaId}` }))).toBe(ERROR_CODE.dataNotFound);
    expect(await codeOf(call('device.capture.delete', { ids: '' }))).toBe(ERROR_CODE.dataNotFound);
    expect(await codeOf(world.call(world.demo)('device.capture.delete', { ids: image!.id }))).toBe(ERROR_CODE.demoMode);
    const { rows } = await sql<{ storage_name: string }>`SELECT storage_name FROM media_file WHERE id = ${image!.id}`.execute(db());
    expect(await world.api.files.store.exists(rows[0]!.storage_name)).toBe(true);
    // Whoever may delete pictures alone does not delete evidence.
    const account = `gallery.${Date.now().toString(36)}`;
    const { id: userId } = await call('user.base.info.add', { account, password: PASSWORD, userName: account });
    await call('user.auth.setting.url', { userId, menus: [{ id: '5105', grant: 9 }] });
    const gallery = world.api.client(await world.api.signIn(account, PASSWORD));
    await sql`UPDATE media_file SET source = 'alarm' WHERE id = ${image!.id}`.execute(db());
    expect(await codeOf(gallery.call('device.capture.delete', { ids: image!.id }))).toBe(ERROR_CODE.noPermission);
    expect(await world.api.files.store.exists(rows[0]!.storage_name)).toBe(true);
    expect(await call('device.capture.delete', { ids: image!.id })).toEqual({ count: 1 });
    expect(await world.api.files.store.exists(rows[0]!.storage_name)).toBe(false);
    expect(await (await get(image!.fileUrl)).json()).toMatchObject({ code: ERROR_CODE.dataNotFound });
    expect((await page(world.a.account)).map((i) => i.id)).not.toContain(image!.id);
  });
});
