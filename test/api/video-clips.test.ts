import { ERROR_CODE, SOCKET_PATH, type InputOf } from '@sightline/contract';
import { failForgottenClips, findUserByAccount, insertClipTask, stepClipTask, type Database } from '@sightline/db';
import { recordingsOf } from '@sightline/simulator/camera/recordings';
import { sql } from 'kysely';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { eventually } from '../dev-env/gateway-client.ts';
import { SimulatedDevice } from '../dev-env/simulated-device.ts';
import { codeOf } from './harness.ts';
import { CAMERA, CHANNEL, startVideoWorld, SUB_ACCOUNT, type VideoWorld } from './video-world.ts';

const CHANNELS = 4;
const MINUTE = 60_000;
const iso = (ms: number): string => new Date(ms).toISOString();

let world: VideoWorld;
let device: SimulatedDevice;
/** A file on the storage of the camera. */
let fromMs: number;
let socket: Socket;
const notices: { readonly id: string; readonly status: number; readonly progress: number }[] = [];

/** A clip that a process had begun which was killed. */
let left: string;
const leaveClip = async ({ system }: Database): Promise<void> => {
  const device = await system.selectFrom('device').selectAll().where('id', '=', CAMERA).executeTakeFirstOrThrow();
  const user = (await findUserByAccount(system, SUB_ACCOUNT))!;
  const nowMs = Date.now();
  const span = { channel: CHANNEL, fromMs: nowMs - 5 * 60 * MINUTE, toMs: nowMs - 60 * MINUTE, alarms: 0n };
  const { startMs } = recordingsOf(CAMERA, CHANNELS, span, nowMs)[0]!;
  const wanted = {
    device,
    channel: CHANNEL,
    from: new Date(startMs),
    to: new Date(startMs + 5_000),
    userId: user.id,
    account: SUB_ACCOUNT,
  };
  const added = await insertClipTask(system, wanted, { againAfterS: 0, unfinishedPerUser: 1 });
  if (typeof added === 'string') throw new Error(added);
  left = added.id;
  await stepClipTask(system, left, { state: 'running', takenMs: 1_000, takenBytes: 1_000 });
  await sql`UPDATE clip_task SET alive_at = now() - interval '10 minutes' WHERE id = ${left}`.execute(system);
};
beforeAll(async () => {
  world = await startVideoWorld({ watch: { recheckMs: 300 }, clips: { stepMs: 100, againMs: 50 } }, { before: leaveClip });
  // It waits for its device, which has yet to come.
  await eventually(async () => (await clip(left)).state === 'waiting', 'the clip that was left is taken up');
  device = new SimulatedDevice('jt808', world.deviceId, world.devicePort, { channels: CHANNELS });
  device.connection.open();
  await eventually(() => device.state === 'online', 'the device is on line');
  const nowMs = Date.now();
  const span = { channel: CHANNEL, fromMs: nowMs - 5 * 60 * MINUTE, toMs: nowMs - 60 * MINUTE, alarms: 0n };
  fromMs = recordingsOf(world.deviceId, CHANNELS, span, nowMs).at(-1)!.startMs;
  const token = world.token(world.a.account);
  socket = io(world.url, { path: SOCKET_PATH, query: { token }, transports: ['websocket'], reconnection: false });
  socket.on('push_history_video_progress_notice_event', (notice: (typeof notices)[number]) => notices.push(notice));
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
});
afterEach(async () => {
  await eventually(() => world.streams().length === 0 && device.camera!.running.length === 0, 'no stream is left, here and there');
  await eventually(async () => (await looks()).every(({ ended }) => ended !== null), 'the ends are written down');
});
afterAll(async () => {
  socket?.close();
  device?.close();
  await world?.stop();
});

type Upload = Partial<InputOf<'video.history.upload'>>;
const input = (more: Upload = {}) => ({
  deviceId: world.deviceId,
  channelId: CHANNEL,
  startTime: iso(fromMs),
  endTime: iso(fromMs + 5_000),
  ...more,
});
const upload = async (more: Upload = {}, account = world.a.account): Promise<string> =>
  (await world.call(account)('video.history.upload', input(more))).id;
const page = async (account: string, clipIds?: string) =>
  (
    await world.call(account)('video.history.page', {
      deviceIds: world.deviceId,
      ...(clipIds === undefined ? {} : { clipIds }),
      pageSize: 50,
    })
  ).records;
const clip = async (id: string, account = world.a.account) => (await page(account, id))[0]!;
const looks = async () => (await world.call(SUB_ACCOUNT)('video.look.page', { deviceIds: world.deviceId, pageSize: 50 })).records;
const files = async (): Promise<number> =>
  (await sql<{ n: number }>`SELECT count(*)::int AS n FROM media_file WHERE source = 'clip'`.execute(world.api.database.system)).rows[0]!.n;

it('what a process had begun that has gone is taken anew, once its device is back', async () => {
  await eventually(async () => (await clip(left)).state === 'done', 'it is done');
  expect(await clip(left)).toMatchObject({ way: 'stream', progress: 100 });
  await world.call(world.a.account)('video.history.delete', { clipIds: left });
  expect(await files()).toBe(0);
});

it('a clip is taken, told about, opened as a film, logged as a look, and deleted with its file', async () => {
  const id = await upload();
  expect(await codeOf(upload())).toBe(ERROR_CODE.duplicateRequest);
  const done = await eventually(async () => {
    const found = await clip(id);
    return found.state === 'done' || found.state === 'failed' ? found : null;
  }, 'the clip');
  expect(done).toMatchObject({ status: 1, progress: 100, failure: null, channelId: CHANNEL, account: world.a.account });
  expect(done.fileStartTime).toBe(iso(fromMs));
  const own = notices.filter((notice) => notice.id === id);
  expect(own.at(-1)).toMatchObject({ status: 1, progress: 100 });
  expect(own.some(({ status, progress }) => status === 2 && progress > 0 && progress < 100)).toBe(true);

  const film = await fetch(world.url + done.fileUrl!);
  expect([film.status, film.headers.get('content-type')]).toEqual([200, 'video/mp4']);
  const bytes = Buffer.from(await film.arrayBuffer());
  expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
  // As long as was asked for, to a picture: the duration of the fragments (ISO/IEC 14496-12 §8.8.2) in ms.
  const mehd = bytes.indexOf('mehd');
  expect(Math.abs(Number(bytes.readBigUInt64BE(mehd + 8)) - 5_000)).toBeLessThan(300);
  expect(bytes.length / 1e6).toBeCloseTo(done.fileUploadSize, 1);

  expect((await looks()).find(({ kind }) => kind === 'clip')).toMatchObject({
    account: world.a.account,
    channelId: CHANNEL,
    fromAbove: true,
  });
  // The customer whose camera it is sees it as well; another tenant does not.
  expect((await page(SUB_ACCOUNT)).some((row) => row.id === id)).toBe(true);
  expect((await page(world.b.account)).length).toBe(0);
  expect(await codeOf(world.call(world.b.account)('video.history.delete', { clipIds: id }))).toBe(ERROR_CODE.dataNotFound);
  expect(await files()).toBe(1);
  expect(await world.call(world.a.account)('video.history.delete', { clipIds: id })).toEqual({ count: 1 });
  expect(await page(world.a.account, id)).toEqual([]);
  expect(await files()).toBe(0);
  expect(await (await fetch(world.url + done.fileUrl!)).json()).toMatchObject({ code: ERROR_CODE.dataNotFound });
});

it('is refused when it is too short or too long, and without the right', async () => {
  const code = (more: Upload, account = world.a.account) => codeOf(world.call(account)('video.history.upload', input(more)));
  expect(await code({ endTime: iso(fromMs + 4_999) })).toBe(ERROR_CODE.invalidParameters);
  expect(await code({ endTime: iso(fromMs + 600_001) })).toBe(ERROR_CODE.invalidParameters);
  expect(await code({}, world.withoutPermissions)).toBe(ERROR_CODE.noPermission);
  expect(await code({}, world.b.account)).toBe(ERROR_CODE.deviceNotFound);
  expect(await code({}, world.demo)).toBe(ERROR_CODE.demoMode);
});

it('is stopped, keeps nothing, and nobody plays the channel meanwhile', async () => {
  const id = await upload({ endTime: iso(fromMs + 200_000) });
  await eventually(async () => (await clip(id)).state === 'running', 'it runs');
  expect(await codeOf(world.call(world.a.account)('video.history.replay', input()))).toBe(ERROR_CODE.channelBusy);
  await world.call(world.a.account)('video.history.upload.stop', { clipId: id });
  await eventually(() => device.camera!.running.length === 0, 'the camera was told');
  expect(await clip(id)).toMatchObject({ state: 'stopped', status: 0, fileUrl: null });
  expect(await files()).toBe(0);
});

it('waits for those before it, and for a channel that somebody plays', async () => {
  const address = await world.call(SUB_ACCOUNT)('video.history.replay', input({ endTime: iso(fromMs + 200_000) }));
  const viewer = world.open(address);
  await eventually(() => viewer.pictures.length > 0, 'somebody plays');
  const [first, second] = [await upload({ endTime: iso(fromMs + 5_500) }), await upload({ endTime: iso(fromMs + 5_600) })];
  await eventually(() => notices.some(({ id, status }) => id === first && status === 3), 'the first one waits');
  expect((await clip(second)).state).toBe('waiting');
  viewer.close();
  await eventually(async () => (await clip(first)).state === 'done', 'the first one');
  await eventually(async () => (await clip(second)).state === 'done', 'the second one');
});

it('that the camera does not have, or whose user may no longer watch, fails and says why', async () => {
  const old = Date.now() - 10 * 86_400_000;
  const refused = await upload({ startTime: iso(old), endTime: iso(old + 10_000) });
  await eventually(async () => (await clip(refused)).failure === 'refused', 'the refusal');
  const id = await upload({ endTime: iso(fromMs + 250_000) });
  await eventually(async () => (await clip(id)).state === 'running', 'it runs');
  const may = (superiorMayWatch: boolean) => world.call(SUB_ACCOUNT)('customer.set.superior.watch', { superiorMayWatch });
  await may(false);
  await eventually(async () => (await clip(id, SUB_ACCOUNT)).failure === 'permission', 'the end');
  await may(true);
});

it('that no process has any more is given up', async () => {
  const id = await upload({ endTime: iso(fromMs + 260_000) });
  await eventually(async () => (await clip(id)).state === 'running', 'it runs');
  await sql`UPDATE clip_task SET alive_at = now() - interval '1 hour' WHERE id = ${id}`.execute(world.api.database.system);
  // Unless its process has said something just now; it notices by itself.
  await eventually(async () => {
    await sql`UPDATE clip_task SET alive_at = now() - interval '1 hour' WHERE id = ${id} AND state = 'running'`.execute(
      world.api.database.system,
    );
    return (await failForgottenClips(world.api.database.system, 120)) > 0 || (await clip(id)).state === 'failed';
  }, 'given up');
  expect(await clip(id)).toMatchObject({ state: 'failed', failure: 'stopped' });
});
