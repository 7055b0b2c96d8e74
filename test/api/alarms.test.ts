import { createHash } from 'node:crypto';
import { ERROR_CODE, OPERATIONS, SOCKET_PATH, type Alarm } from '@sightline/contract';
import { EMPTY_BATCH, createUser, uploadBegins, uploadProgressed } from '@sightline/db';
import { alarmEvidenceJob } from '@sightline/server/features/alarms/alarm-evidence.jobs';
import { hashPassword } from '@sightline/server/features/auth/passwords.service';
import { addMediaFile } from '@sightline/server/features/media-files/media-file.service';
import { PictureEncoder } from '@sightline/simulator/camera/h264/picture-encoder';
import { blankPicture } from '@sightline/simulator/camera/h264/picture';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import type { z } from 'zod';
import { eventually } from '../dev-env/gateway-client.ts';
import { codeOf, startTestApi, type Call, type TestApi } from './harness.ts';
import { PASSWORD, POSITION_TIME_MS, seedTwoTenants, type TwoTenants } from './two-tenants.ts';

let api: TestApi;
let world: TwoTenants;
let token: string;
let call: Call;

const asUser =
  (own: string): Call =>
  async (id, input) => {
    const data = await api.client(own).call(id, input as never);
    const parsed = (OPERATIONS[id].output as z.ZodType).safeParse(data);
    expect(parsed.success ? [] : parsed.error.issues, id).toEqual([]);
    return data as never;
  };

const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(500, 7)]);
/** Twenty pictures as a unit stores them. */
function clip(): Buffer {
  const encoder = new PictureEncoder(22, 18);
  const picture = blankPicture(22, 18);
  return Buffer.concat(
    Array.from({ length: 20 }, (_, i) => {
      picture.luma.fill(i * 10);
      return encoder.encode(picture, i % 10 === 0);
    }),
  );
}

beforeAll(async () => {
  api = await startTestApi(
    async (database, positions) => {
      world = await seedTwoTenants(database, positions);
      const common = { customer_id: world.a.customerId, password_hash: await hashPassword(PASSWORD), user_type: 3 };
      await createUser(database.system, { ...common, account: 'alarms.looker', name: 'Looker', menu_ids: ['5000', '5103'] });
      const writer = positions.writer();
      const base = {
        ...EMPTY_BATCH.alarms[0],
        type: null,
        level: 3,
        untilMs: null,
        open: true,
        lat: 50.7,
        lon: 6.1,
        speedKph: 40,
        course: 0,
      } as const;
      await writer.write({
        ...EMPTY_BATCH,
        alarms: [1, 2, 3].map((n) => ({
          ...base,
          deviceKey: world.a.subDeviceKey,
          identity: `device:sos:${n}`,
          family: 'device',
          kind: 'sos',
          atMs: POSITION_TIME_MS - n * 3_600_000,
          attributes: {},
          sign: null,
          files: 0,
        })),
      });
      await writer.close();
    },
    { jobs: [alarmEvidenceJob] },
  );
  token = await api.signIn(world.a.account, PASSWORD);
  call = asUser(token);
});
afterAll(async () => await api?.stop());

test('alarms are listed by kind, family, verdict and files, the newest first; 31 days at most', async () => {
  const kinds = async (input: Parameters<typeof call<'alarm.page'>>[1]) =>
    (await call('alarm.page', input)).records.map((a) => a.alarmName);
  expect(await kinds({})).toEqual(['forwardCollision', 'sos', 'sos', 'sos']);
  expect(await kinds({ noticeTypes: ['adas'] })).toEqual(['forwardCollision']);
  expect(await kinds({ alarmTypes: 'sos,door', noticeLevels: [3] })).toHaveLength(3);
  expect(await kinds({ noticeLevels: [1] })).toEqual([]);
  expect(await kinds({ withFiles: true })).toEqual(['forwardCollision']);
  expect(await kinds({ deviceIdOrName: 'two' })).toHaveLength(3);
  expect(await kinds({ customerId: world.a.subCustomerId })).toHaveLength(3);
  expect(await kinds({ deviceIds: world.b.deviceId })).toEqual([]);
  expect((await call('alarm.files.page', {})).total).toBe(1);
  expect((await call('device.data.alarm', { deviceId: world.a.subDeviceId, pageSize: 2 })).total).toBe(3);
  const long = { start: '2026-01-01T00:00:00Z', end: '2026-03-01T00:00:00Z' };
  expect(await codeOf(call('alarm.page', long))).toBe(ERROR_CODE.last30DaysOnly);
  const days = await call('alarm.statistics', { start: day(-1), end: day(0) });
  expect([day(-1), day(0)]).toEqual(expect.arrayContaining(days.map((d) => d.day)));
  expect(days.reduce((sum, d) => sum + d.total, 0)).toBe(4);
  expect(await codeOf(call('alarm.statistics', { start: '2026-01-01', end: '2026-03-01' }))).toBe(ERROR_CODE.last30DaysOnly);
});
/** Days of the accounts, which keep the zone of a new one, UTC+8. */
const day = (offset: number): string => new Date(POSITION_TIME_MS + 8 * 3_600_000 + offset * 86_400_000).toISOString().slice(0, 10);

test('a verdict has who gave it, a comment stays until it is cleared, and can be turned', async () => {
  const { alarmId } = world.a;
  expect(await call('alarm.ignore', { alarmIds: alarmId, comment: 'A bridge' })).toEqual({ count: 1 });
  const read = async (): Promise<Alarm> => (await call('alarm.supplement', { alarmId })).alarm;
  expect(await read()).toMatchObject({ invalidStatus: 1, comment: 'A bridge', verdictAccount: world.a.account });
  expect((await call('alarm.page', { verdict: 'invalid' })).total).toBe(1);
  await call('alarm.valid', { alarmIds: alarmId, invalidStatus: 0 });
  expect(await read()).toMatchObject({ invalidStatus: 0, comment: 'A bridge' });
  await call('alarm.valid', { alarmIds: alarmId, invalidStatus: 0, comment: '' });
  expect(await read()).toMatchObject({ comment: null });
  expect((await call('alarm.page', { verdict: 'valid' })).total).toBe(1);
  expect((await call('alarm.page', { verdict: 'open' })).total).toBe(3);
});

test('alarms of others are not there, and who may only look changes nothing', async () => {
  for (const id of [world.b.alarmId, '999999999'])
    for (const refused of [
      () => call('alarm.supplement', { alarmId: id }),
      () => call('alarm.file', { alarmId: id }),
      () => call('alarm.valid', { alarmIds: `${world.a.alarmId},${id}`, invalidStatus: 1 }),
      () => call('alarm.reupload', { alarmIds: id }),
      () => call('alarm.evidence', { alarmId: id }),
    ])
      expect(await codeOf(refused())).toBe(ERROR_CODE.alarmNotFound);
  expect((await call('alarm.supplement', { alarmId: world.a.alarmId })).alarm.invalidStatus).toBe(0);
  const looker = asUser(await api.signIn('alarms.looker', PASSWORD));
  expect((await looker('alarm.page', {})).total).toBe(4);
  expect(await codeOf(looker('alarm.ignore', { alarmIds: world.a.alarmId }))).toBe(ERROR_CODE.noPermission);
  expect(await codeOf(looker('alarm.evidence', { alarmId: world.a.alarmId }))).toBe(ERROR_CODE.noPermission);
});

test('files are asked for again once in ten minutes', async () => {
  const { alarmId } = world.a;
  expect(await call('alarm.reupload', { alarmIds: alarmId })).toEqual({ count: 1 });
  expect((await call('alarm.supplement', { alarmId })).alarm.uploadState).toBe('wanted');
  expect(await codeOf(call('alarm.reupload', { alarmIds: alarmId }))).toBe(ERROR_CODE.reuploadAfter10Minutes);
  await api.database.pool.query(
    `UPDATE device_alarm SET upload_state = 'failed', upload_asked_at = now() - interval '11 minutes' WHERE id = $1`,
    [alarmId],
  );
  const twice = await Promise.all([1, 2, 3].map(() => codeOf(call('alarm.reupload', { alarmIds: alarmId }))));
  expect(twice.toSorted()).toEqual([0, ERROR_CODE.reuploadAfter10Minutes, ERROR_CODE.reuploadAfter10Minutes]);
});

test('files come with links, are told to the browsers that may see them, and are packed as evidence', async () => {
  const { alarmId, deviceKey } = world.a;
  const parts = { context: api.context, files: api.files };
  const base = { deviceKey, channel: 0x64, source: 'alarm', takenAt: new Date(POSITION_TIME_MS), alarmId } as const;
  const heard: Alarm[] = [];
  const socket = io(api.url, { path: SOCKET_PATH, query: { token }, transports: ['websocket'] });
  const foreign = io(api.url, {
    path: SOCKET_PATH,
    query: { token: await api.signIn(world.b.account, PASSWORD) },
    transports: ['websocket'],
  });
  const elsewhere: unknown[] = [];
  socket.on('push_alarm_file_notice_event', (alarm: Alarm) => heard.push(alarm));
  foreign.on('push_alarm_file_notice_event', (alarm: unknown) => elsewhere.push(alarm));
  await eventually(() => socket.connected && foreign.connected, 'sockets');
  await addMediaFile(parts, { ...base, kind: 'picture', contentType: 'image/jpeg', fileName: '00_64_6401_0_<x>.jpg' }, JPEG);
  const video = clip();
  await addMediaFile(parts, { ...base, kind: 'video', contentType: 'video/h264', fileName: '02_64_6401_0_x.h264' }, video);
  await uploadBegins(api.database.system, alarmId, 2);
  await uploadProgressed(api.database.system, alarmId);
  const told = await eventually(() => heard.find((a) => a.uploadState === 'complete'), 'the event');
  expect(told).toMatchObject({ id: alarmId, finishFile: 2, expFileNum: 2, alarmName: 'forwardCollision' });
  expect(elsewhere).toEqual([]);
  socket.close();
  foreign.close();

  await call('customer.set.superior.watch', { superiorMayWatch: false });
  const above = asUser(await api.signIn(world.owner, PASSWORD));
  expect((await above('alarm.supplement', { alarmId })).files).toEqual({ images: [], videos: [], others: [], withheld: 2 });
  await call('customer.set.superior.watch', { superiorMayWatch: true });
  expect((await above('alarm.file', { alarmId })).withheld).toBe(0);

  const { images, videos, others } = await call('alarm.file', { alarmId });
  expect(images).toMatchObject([{ fileType: '00', channelId: 0x64, sha256: createHash('sha256').update(JPEG).digest('hex') }]);
  expect(videos).toMatchObject([{ fileType: '02', fileSize: video.length }]);
  expect(others).toEqual([]);
  const fetched = await fetch(`${api.url}${images[0]!.fileUrl}`);
  expect(Buffer.from(await fetched.arrayBuffer()).equals(JPEG)).toBe(true);

  const around = await call('alarm.supplement', { alarmId });
  expect(around.track.length).toBe(2);

  const task = await call('alarm.evidence', { alarmId });
  await eventually(async () => (await call('task.info', { taskId: task.id })).state === 'success', 'the pack');
  const { url } = await call('task.download', { taskId: task.id });
  const entries = await unzipped(Buffer.from(await (await fetch(`${api.url}${url}`)).arrayBuffer()));
  const names = [...entries.keys()];
  expect(names.filter((n) => !n.startsWith('files/') && !n.startsWith('playable/'))).toEqual([
    'track.gpx',
    'track.svg',
    'speed.svg',
    'values.csv',
    'alarm.json',
    'evidence.html',
    'SHA256SUMS',
  ]);
  const sums = entries.get('SHA256SUMS')!.toString().trim().split('\n');
  expect(sums).toHaveLength(names.length - 1);
  for (const line of sums) {
    const [sum, name] = line.split('  ') as [string, string];
    expect([name, createHash('sha256').update(entries.get(name)!).digest('hex')]).toEqual([name, sum]);
  }
  const playable = entries.get(names.find((n) => n.startsWith('playable/'))!)!;
  expect(playable.toString('latin1', 4, 8)).toBe('ftyp');
  const page = entries.get('evidence.html')!.toString();
  expect(page).toContain('&lt;x&gt;.jpg');
  expect(page).toContain('Forward collision (adas / forwardCollision)');
  expect(page).not.toContain('<x>');
  expect(page).not.toMatch(/(src|href)="https?:/);

  // In the units of whoever packs it, named where the numbers stand.
  const headOf = (pack: Map<string, Buffer>): string => pack.get('values.csv')!.toString().split('\r\n')[0]!;
  expect(headOf(entries)).toContain('speed (km/h),course (°),altitude (m)');
  await call('user.setting.speedunit', { speedUnit: 'mph' });
  const again = await call('alarm.evidence', { alarmId });
  await eventually(async () => (await call('task.info', { taskId: again.id })).state === 'success', 'the pack in miles');
  const other = await call('task.download', { taskId: again.id });
  const british = await unzipped(Buffer.from(await (await fetch(`${api.url}${other.url}`)).arrayBuffer()));
  expect(headOf(british)).toContain('speed (mph),course (°),altitude (ft)');
  expect(british.get('speed.svg')!.toString()).toMatch(/>\d+ mph</);
  expect(british.get('track.svg')!.toString()).toContain('>300 ft<');
  expect(british.get('evidence.html')!.toString()).not.toContain('km/h');
});

function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip?: ZipFile) => {
      if (error || !zip) return reject(error ?? new Error('no zip'));
      const out = new Map<string, Buffer>();
      zip.on('entry', (entry: Entry) => {
        zip.openReadStream(entry, (failure, stream) => {
          if (failure || !stream) return reject(failure ?? new Error('no stream'));
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('end', () => {
            out.set(entry.fileName, Buffer.concat(chunks));
            zip.readEntry();
          });
        });
      });
      zip.on('end', () => resolve(out));
      zip.readEntry();
    });
  });
}
