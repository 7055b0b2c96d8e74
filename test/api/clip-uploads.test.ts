import { ERROR_CODE, SOCKET_PATH, type InputOf } from '@sightline/contract';
import { recordingsOf } from '@sightline/simulator/camera/recordings';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { startTestFtpServer, type TestFtpServer } from '../dev-env/ftp-server.ts';
import { SimulatedDevice } from '../dev-env/simulated-device.ts';
import { codeOf } from './harness.ts';
import { CHANNEL, startVideoWorld, SUB_ACCOUNT, type VideoWorld } from './video-world.ts';

const CHANNELS = 4;
const MINUTE = 60_000;
const iso = (ms: number): string => new Date(ms).toISOString();

let world: VideoWorld;
let device: SimulatedDevice;
/** A file on the storage of the camera. */
let fromMs: number;
let socket: Socket;
const notices: { readonly id: string; readonly status: number; readonly progress: number }[] = [];

beforeAll(async () => {
  world = await startVideoWorld({
    watch: { recheckMs: 300 },
    clips: { stepMs: 100, againMs: 50 },
    uploads: { stepMs: 50, quietMs: 400, silenceMs: 1_500, settleMs: 2_000, connectMs: 1_500 },
  });
  device = new SimulatedDevice('jt808', world.deviceId, world.devicePort, { channels: CHANNELS });
  device.connection.open();
  await eventually(() => device.state === 'online', 'the device is on line');
  const nowMs = Date.now();
  const span = { channel: CHANNEL, fromMs: nowMs - 5 * 60 * MINUTE, toMs: nowMs - 60 * MINUTE, alarms: 0n };
  fromMs = recordingsOf(world.deviceId, CHANNELS, span, nowMs).at(-1)!.startMs;
  socket = io(world.url, {
    path: SOCKET_PATH,
    query: { token: world.token(world.a.account) },
    transports: ['websocket'],
    reconnection: false,
  });
  socket.on('push_history_video_progress_notice_event', (notice: (typeof notices)[number]) => notices.push(notice));
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
});
afterEach(async () => {
  Object.assign(device.camera!.faults, {
    refuses: false,
    neverConnects: false,
    uploadBytesPerS: null,
    uploadBreaksAt: null,
    neverTellsEnd: false,
  });
  await eventually(() => world.streams().length === 0 && device.camera!.running.length === 0, 'no stream is left, here and there');
  await eventually(() => device.camera!.uploads.open.length === 0, 'nothing is brought any more');
  await eventually(async () => (await looks()).every(({ ended }) => ended !== null), 'the ends are written down');
});
afterAll(async () => {
  socket?.close();
  device?.close();
  await world?.stop();
});

type Upload = Partial<InputOf<'video.history.upload'>>;
let seconds = 5;
/** Each one longer than the one before: the same is not taken twice. */
const upload = async (more: Upload = {}, account = world.a.account): Promise<string> =>
  (
    await world.call(account)('video.history.upload', {
      deviceId: world.deviceId,
      channelId: CHANNEL,
      startTime: iso(fromMs),
      endTime: iso(fromMs + seconds++ * 1000),
      way: 'ftp',
      ...more,
    })
  ).id;
const clip = async (id: string, account = world.a.account) =>
  (await world.call(account)('video.history.page', { deviceIds: world.deviceId, clipIds: id, pageSize: 50 })).records[0]!;
const looks = async () => (await world.call(SUB_ACCOUNT)('video.look.page', { deviceIds: world.deviceId, pageSize: 100 })).records;
const files = async (): Promise<number> =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM media_file WHERE source = 'clip'`.execute(world.api.database.system)).rows[0]!.n;
const ended = async (id: string) =>
  await eventually(async () => {
    const found = await clip(id);
    return found.state === 'waiting' || found.state === 'running' ? null : found;
  }, 'the end of the clip');
const forget = async (id: string) => await world.call(world.a.account)('video.history.delete', { clipIds: id });

it('plays a recording of a camera that has never brought one, and asks it to from then on', async () => {
  const first = await ended(await upload({ way: 'auto' }));
  expect(first).toMatchObject({ state: 'done', way: 'stream' });
  device.camera!.uploads.format = 'h264';
  const asked = await ended(await upload());
  expect(asked).toMatchObject({ state: 'done', way: 'ftp', failure: null, progress: 100 });
  device.camera!.uploads.format = 'mp4';
  const id = await upload({ way: 'auto' });
  const done = await ended(id);
  expect(done).toMatchObject({ state: 'done', way: 'ftp', fileStartTime: iso(fromMs) });
  expect(notices.filter((notice) => notice.id === id).at(-1)).toMatchObject({ status: 1, progress: 100 });
  for (const { fileUrl, fileUploadSize, fileEndTime } of [asked, done]) {
    const film = await fetch(world.url + fileUrl!);
    expect([film.status, film.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    const bytes = Buffer.from(await film.arrayBuffer());
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
    // As long as was asked for: the duration of the fragments (ISO/IEC 14496-12 §8.8.2) in ms.
    const lengthMs = Number(bytes.readBigUInt64BE(bytes.indexOf('mehd') + 8));
    expect(Math.abs(lengthMs - (Date.parse(fileEndTime) - fromMs))).toBeLessThan(100);
    expect(bytes.length / 1e6).toBeCloseTo(fileUploadSize, 1);
  }
  const logged = await eventually(async () => {
    const found = (await looks()).filter(({ kind }) => kind === 'upload');
    return found.every(({ ended: why }) => why !== null) && found;
  }, 'the ends of the looks');
  expect(logged).toMatchObject([
    { account: world.a.account, channelId: CHANNEL, fromAbove: true, ended: 'finished' },
    { ended: 'finished' },
  ]);
});

it('goes on where the network broke, and disturbs nobody who plays the channel', async () => {
  Object.assign(device.camera!.faults, { uploadBytesPerS: 100_000, uploadBreaksAt: 20_000 });
  const viewer = world.open(
    await world.call(SUB_ACCOUNT)('video.history.replay', {
      deviceId: world.deviceId,
      channelId: CHANNEL,
      startTime: iso(fromMs),
      endTime: iso(fromMs + 100_000),
    }),
  );
  await eventually(() => viewer.pictures.length > 0, 'somebody plays');
  expect(await ended(await upload())).toMatchObject({ state: 'done', way: 'ftp' });
  expect(device.camera!.faults.uploadBreaksAt).toBeNull();
  viewer.close();
});

it('is stopped: the camera is told, and nothing is kept', async () => {
  const before = await files();
  device.camera!.faults.uploadBytesPerS = 5_000;
  const id = await upload();
  await eventually(async () => (await clip(id)).fileUploadSize > 0, 'something has come');
  expect((await clip(id)).state).toBe('running');
  await world.call(world.a.account)('video.history.upload.stop', { clipId: id });
  await eventually(() => device.camera!.uploads.open.length === 0, 'the camera was told');
  expect(await clip(id)).toMatchObject({ state: 'stopped', way: 'ftp', fileUrl: null });
  expect(await files()).toBe(before);
});

it('ends with the rights of its user', async () => {
  device.camera!.faults.uploadBytesPerS = 5_000;
  const id = await upload();
  await eventually(async () => (await clip(id)).fileUploadSize > 0, 'something has come');
  const may = (superiorMayWatch: boolean) => world.call(SUB_ACCOUNT)('customer.set.superior.watch', { superiorMayWatch });
  await may(false);
  await eventually(async () => (await clip(id, SUB_ACCOUNT)).failure === 'permission', 'the end');
  await may(true);
});

it('says why it failed, or is played where that is all the same', async () => {
  device.camera!.faults.neverConnects = true;
  expect(await ended(await upload())).toMatchObject({ state: 'failed', failure: 'noConnection' });
  device.camera!.faults.neverConnects = false;
  device.camera!.faults.refuses = true;
  expect(await ended(await upload())).toMatchObject({ state: 'failed', failure: 'refused', way: 'ftp' });
  device.camera!.faults.refuses = false;
  const old = Date.now() - 10 * 86_400_000;
  expect(await ended(await upload({ way: 'auto', startTime: iso(old), endTime: iso(old + 10_000) }))).toMatchObject({
    state: 'failed',
    failure: 'refused',
    way: 'stream',
  });
});

it('is done when the files are whole, though the camera never says so', async () => {
  device.camera!.faults.neverTellsEnd = true;
  expect(await ended(await upload())).toMatchObject({ state: 'done', way: 'ftp' });
});

it('waits for the one before it on another channel: a recorder has one FTP client', async () => {
  device.camera!.faults.uploadBytesPerS = 50_000;
  const ids = await Promise.all([CHANNEL, CHANNEL + 1].map((channelId) => upload({ channelId })));
  expect(device.camera!.uploads.open.length).toBeLessThan(2);
  for (const id of ids) {
    expect(await ended(id)).toMatchObject({ state: 'done' });
    await forget(id);
  }
});

const SECRET = 'wort-Geheim-1';

it('goes to the server of the customer, which nobody else names and whose password nobody reads', async () => {
  const server: TestFtpServer = await startTestFtpServer('clips', SECRET);
  const sub = world.call(SUB_ACCOUNT);
  const given = { host: '127.0.0.1', port: server.port, account: 'clips', path: '/vehicles' };
  try {
    const trial = async (more: object = {}) => (await sub('customer.ftp.test', { ...given, password: SECRET, ...more })).result;
    expect(await trial()).toBe('ok');
    expect([...server.files]).toEqual([]);
    expect(await trial({ password: 'wrong' })).toBe('signIn');
    server.refusals.set('DELE', 550);
    expect(await trial()).toBe('notRemoved');
    server.refusals.set('STOR', 553);
    expect(await trial()).toBe('write');
    server.refusals.clear();
    expect(await trial({ host: '169.254.169.254' })).toBe('notAllowed');
    expect(await trial({ port: 1 })).toBe('unreachable');

    const { customerId } = await sub('customer.ftp.info', {});
    const set = (more: object = {}, account = SUB_ACCOUNT) => world.call(account)('customer.ftp.set', { ...given, enabled: true, ...more });
    expect(await codeOf(set({ customerId, password: SECRET }, world.a.account))).toBe(ERROR_CODE.noPermission);
    expect(await codeOf(set({ customerId, password: SECRET }, world.b.account))).toBe(ERROR_CODE.dataNotFound);
    expect(await codeOf(set())).toBe(ERROR_CODE.invalidParameters);
    expect(await codeOf(set({ password: 'a\r\nDELE b' }))).toBe(ERROR_CODE.invalidParameters);
    await set({ password: SECRET });
    expect(await sub('customer.ftp.info', {})).toEqual({ ...given, customerId, enabled: true, hasPassword: true });
    // It is said to the server that it was given for, and to no other.
    expect((await sub('customer.ftp.test', given)).result).toBe('ok');
    for (const other of [{ host: 'localhost' }, { port: 21 }, { account: 'other' }]) {
      expect(await sub('customer.ftp.test', { ...given, ...other })).toEqual({ result: 'noPassword' });
      expect(await codeOf(set(other))).toBe(ERROR_CODE.invalidParameters);
    }
    const written = await sql<{ text: string }>`
      SELECT (SELECT string_agg(a::text, ' ') FROM audit_log a) || (SELECT string_agg(f::text, ' ') FROM customer_ftp f) AS text`.execute(
      world.api.database.system,
    );
    expect(written.rows[0]!.text).toContain('vehicles');
    expect(written.rows[0]!.text).not.toContain('Geheim');
    expect(written.rows[0]!.text).not.toContain(Buffer.from(SECRET).toString('hex'));

    const before = await files();
    server.files.clear();
    const done = await ended(await upload());
    expect(done).toMatchObject({ state: 'done', way: 'handover', fileUrl: null, failure: null, progress: 100 });
    expect([...server.files.values()].map((bytes) => bytes.toString('latin1', 4, 8))).toEqual(['ftyp']);
    expect(await files()).toBe(before);
    server.refusals.set('STOR', 552);
    expect(await ended(await upload())).toMatchObject({ state: 'failed', failure: 'uploadFailed', way: 'handover' });
    await set({ enabled: false });
    expect(await ended(await upload())).toMatchObject({ state: 'done', way: 'ftp' });
  } finally {
    await server.stop();
  }
});
