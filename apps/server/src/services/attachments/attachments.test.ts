import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mp4OfH264 } from '@sightline/media';
import { attachmentPacket, decodeBody, encodeBody } from '@sightline/protocols';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/dev-env/database.ts';
import { DeviceSocket, eventually } from '../../../../../test/dev-env/gateway-client.ts';
import { registerDevices } from '../../../../../test/dev-env/gateway-devices.ts';
import { jt808Frame, jt808Heartbeat, jt808LocationBody, type Jt808Answer } from '../../../../../test/dev-env/gateway-frames.ts';
import { startGatewayServer, type GatewayServer } from '../../../../../test/dev-env/gateway-server.ts';
import { reportAt, SimulatedDevice } from '../../../../../test/dev-env/simulated-device.ts';
import type { AttachmentLimits } from './limits.ts';

const A = '13800000001';
const B = '13800000002';
const BASE = Math.floor(Date.now() / 1000) * 1000 - 600_000;

let own: TestDatabase;
let folder: string;
let server: GatewayServer;
let sockets: DeviceSocket[] = [];

beforeEach(async () => {
  own = await createTestDatabase();
  folder = mkdtempSync(path.join(tmpdir(), 'sightline-attachments-'));
  await registerDevices(own.database, [A, B]);
});
afterEach(async () => {
  for (const socket of sockets) socket.close();
  sockets = [];
  await server.stop();
  await own.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(limits: Partial<AttachmentLimits> = {}): Promise<void> {
  server = await startGatewayServer(own.database, {
    pipeline: { lingerMs: 5 },
    env: { SIGHTLINE_DATA: folder },
    evidence: { limits, requests: { gatherMs: 20, sweepMs: 100 } },
  });
}
async function dial(port = server.gateway.ports['jt808']!.tcp!): Promise<DeviceSocket> {
  const socket = await DeviceSocket.open(port);
  sockets.push(socket);
  return socket;
}
const upload = (): Promise<DeviceSocket> => dial(server.evidence!.port);

/** Table 4-16 with 7 octets of terminal id. */
const signOf = (sequence: number, files: number): Buffer =>
  Buffer.concat([Buffer.from('1234567'), Buffer.from('261118093015', 'hex'), Buffer.from([sequence, files, 0])]);
/** Item 0x64: forward collision, level 2. Flag 1 start, 2 end. */
function collision(sign: Buffer, flag = 1): Buffer {
  const head = Buffer.alloc(31);
  head.writeUInt32BE(17, 0);
  head.set([flag, 1, 2, 62, 18], 4);
  head[12] = 83;
  return Buffer.concat([Buffer.from([0x64, head.length + sign.length]), head, sign]);
}
const alarmFrame = (serial: number, sign: Buffer, flag = 1, phone = A): Buffer =>
  jt808Frame(
    0x0200,
    phone,
    serial,
    Buffer.concat([jt808LocationBody({ timeMs: BASE + serial * 1000, lat: 48.1, lon: 11.5, speedKph: 83 }), collision(sign, flag)]),
  );

interface Asked {
  readonly serial: number;
  readonly tcpPort: number;
  readonly alarmNumber: string;
  readonly identification: string;
}
const askedOf = (answer: Jt808Answer): Asked => ({
  ...(decodeBody(0x9208, answer.body).fields as unknown as Omit<Asked, 'serial'>),
  serial: answer.serial,
});
const questions = (device: DeviceSocket): Asked[] =>
  device
    .answers()
    .filter((a) => a.id === 0x9208)
    .map(askedOf);

/** Lets the unit tell an alarm with so many files and hear where they shall go. */
async function alarm(device: DeviceSocket, sequence: number, files: number, phone = A): Promise<Asked> {
  const before = questions(device).length;
  device.send(alarmFrame(sequence, signOf(sequence, files), 1, phone));
  await eventually(() => questions(device).length > before, 'the question for the files');
  const asked = questions(device).at(-1)!;
  device.send(jt808Frame(0x0001, phone, 500 + sequence, Buffer.from([asked.serial >> 8, asked.serial & 255, 0x92, 0x08, 0])));
  return asked;
}

interface File {
  readonly name: string;
  readonly type: number;
  readonly bytes: Buffer;
}
const picture = (number: string, sequence: number, size: number): File => ({
  name: `00_64_6401_${sequence}_${number}.jpg`,
  type: 0,
  bytes: Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(size - 4, sequence + 1)]),
});
const clip = (number: string, size: number): File => ({
  name: `02_64_6401_0_${number}.h264`,
  type: 2,
  bytes: Buffer.concat([Buffer.from('00000001674200', 'hex'), Buffer.alloc(size - 7, 9)]),
});

const announce = (
  asked: Pick<Asked, 'alarmNumber' | 'identification'>,
  files: readonly { name: string; bytes: { length: number } }[],
  phone = A,
): Buffer => {
  const list = files.map((f) => ({ name: f.name, sizeBytes: f.bytes.length }));
  return jt808Frame(0x1210, phone, 1, Buffer.from(encodeBody(0x1210, { terminalId: '1234567', ...asked, infoType: 0, files: list })));
};
const about = (id: 0x1211 | 0x1212, file: { name: string; type: number; bytes: { length: number } }): Buffer =>
  jt808Frame(id, A, 2, Buffer.from(encodeBody(id, { name: file.name, type: file.type, sizeBytes: file.bytes.length })));
const answersOf = (socket: DeviceSocket, id: number): Jt808Answer[] => socket.answers().filter((a) => a.id === id);
/** Results of 0x8001. */
const results = (socket: DeviceSocket): number[] => answersOf(socket, 0x8001).map((a) => a.body[4]!);
const missing = (answer: Jt808Answer) => decodeBody(0x9212, answer.body).fields['missing'];

async function sendFile(socket: DeviceSocket, file: File): Promise<void> {
  const before = answersOf(socket, 0x9212).length;
  socket.send(about(0x1211, file));
  for (let at = 0; at < file.bytes.length; at += 1000) socket.send(attachmentPacket(file.name, at, file.bytes.subarray(at, at + 1000)));
  socket.send(about(0x1212, file));
  await eventually(() => answersOf(socket, 0x9212).length > before, `the answer to ${file.name}`);
}

const alarms = async () => (await own.database.pool.query('SELECT * FROM device_alarm ORDER BY id')).rows as Record<string, unknown>[];
const files = async () => (await own.database.pool.query('SELECT * FROM media_file ORDER BY id')).rows as Record<string, unknown>[];

test('an alarm becomes one row with its end, its unit is asked for the files, and they are kept with it', async () => {
  await start();
  const device = await dial();
  const asked = await alarm(device, 1, 3);
  expect(asked).toMatchObject({ tcpPort: server.evidence!.port, identification: signOf(1, 3).toString('hex') });
  // Told again, and over.
  device.send(alarmFrame(1, signOf(1, 3)));
  device.send(alarmFrame(9, signOf(1, 3), 2));
  await eventually(async () => (await alarms())[0]?.['until_at'], 'the end');
  expect(await alarms()).toMatchObject([
    {
      device_id: A,
      family: 'adas',
      kind: 'forwardCollision',
      level: 3,
      open: false,
      files_expected: 3,
      upload_state: 'asked',
      upload_attempts: 1,
    },
  ]);

  const sent = [picture(asked.alarmNumber, 0, 5000), picture(asked.alarmNumber, 1, 2500), clip(asked.alarmNumber, 70_001)];
  const socket = await upload();
  socket.send(announce(asked, sent));
  for (const file of sent) await sendFile(socket, file);
  expect(results(socket)).toEqual([0, 0, 0, 0]);
  expect(answersOf(socket, 0x9212).map(missing)).toEqual([[], [], []]);
  await eventually(async () => (await alarms())[0]?.['upload_state'] === 'complete', 'the end of the upload');
  expect(await alarms()).toMatchObject([{ files_done: 3 }]);
  const kept = await files();
  expect(kept).toMatchObject([
    {
      kind: 'picture',
      source: 'alarm',
      content_type: 'image/jpeg',
      channel: 0x64,
      file_name: sent[0]!.name,
      alarm_id: (await alarms())[0]!['id'],
    },
    { kind: 'picture' },
    { kind: 'video', content_type: 'video/h264', size_bytes: '70001' },
  ]);
  kept.forEach((row, i) => {
    const { bytes } = sent[i]!;
    expect((row['sha256'] as Buffer).equals(createHash('sha256').update(bytes).digest())).toBe(true);
    const name = row['storage_name'] as string;
    expect(readFileSync(path.join(folder, 'files', name.slice(0, 2), name)).equals(bytes)).toBe(true);
  });

  // A unit that did not hear the answer sends them again: they are the same files.
  const again = await upload();
  again.send(announce(asked, sent));
  await sendFile(again, sent[0]!);
  expect(await files()).toHaveLength(3);
});

test('what is lost on the way is asked for, also over another connection', async () => {
  await start();
  const asked = await alarm(await dial(), 1, 1);
  const file = clip(asked.alarmNumber, 10_000);
  const first = await upload();
  first.send(announce(asked, [file]));
  first.send(about(0x1211, file));
  first.send(attachmentPacket(file.name, 0, file.bytes.subarray(0, 3000)));
  first.send(attachmentPacket(file.name, 6000, file.bytes.subarray(6000, 7000)));
  first.send(about(0x1212, file));
  await eventually(() => answersOf(first, 0x9212).length === 1, 'the first answer');
  const gaps = [
    { offset: 3000, length: 3000 },
    { offset: 7000, length: 3000 },
  ];
  expect(missing(answersOf(first, 0x9212)[0]!)).toEqual(gaps);
  first.close();

  const second = await upload();
  second.send(announce(asked, [file]));
  await eventually(() => results(second).length === 1, 'the list is taken');
  // Its file may still belong to the connection that has just ended.
  await eventually(() => {
    second.send(about(0x1211, file));
    return results(second).slice(1).includes(0);
  }, 'the file is taken');
  for (const { offset, length } of gaps) second.send(attachmentPacket(file.name, offset, file.bytes.subarray(offset, offset + length)));
  second.send(about(0x1212, file));
  await eventually(() => answersOf(second, 0x9212).length === 1, 'the second answer');
  expect(missing(answersOf(second, 0x9212)[0]!)).toEqual([]);
  const [kept] = await files();
  expect((kept!['sha256'] as Buffer).equals(createHash('sha256').update(file.bytes).digest())).toBe(true);
  expect(existsSync(path.join(folder, 'uploads'))).toBe(true);
});

test('strangers, unknown alarms and those of others leave nothing', async () => {
  await start({ strangerBytes: 2000 });
  const asked = await alarm(await dial(), 1, 1);
  const file = picture(asked.alarmNumber, 0, 3000);
  for (const [phone, named] of [
    ['13899999999', asked],
    [B, asked],
    [A, { ...asked, alarmNumber: 'f'.repeat(32) }],
    [A, { ...asked, alarmNumber: '', identification: '00'.repeat(16) }],
  ] as const) {
    const socket = await upload();
    socket.send(announce(named, [file], phone));
    await eventually(() => results(socket).length === 1, 'a refusal');
    expect(results(socket)).toEqual([1]);
    socket.send(about(0x1211, file));
    socket.send(attachmentPacket(file.name, 0, file.bytes));
    await eventually(() => socket.closed, 'the end of the connection');
  }
  const silent = await upload();
  silent.send(Buffer.alloc(5000, 0x41));
  await eventually(() => silent.closed, 'the end of a connection that says nothing');
  expect(await files()).toEqual([]);
  // The unit that may does so.
  const socket = await upload();
  socket.send(announce(asked, [file]));
  await sendFile(socket, file);
  expect(await files()).toHaveLength(1);
});

test('wrong names and lengths are refused, and the others of the same alarm are kept', async () => {
  await start({ maxFileBytes: 10_000 });
  const asked = await alarm(await dial(), 1, 5);
  const good = picture(asked.alarmNumber, 0, 2000);
  const bad: File[] = ['../../etc/passwd', 'a/b.jpg', '.hidden', 'x"y.jpg'].map((name) => ({ ...good, name }));
  const huge = { name: 'huge.jpg', type: 0, bytes: { length: 4_000_000_000 } };
  const empty = { name: 'empty.jpg', type: 0, bytes: { length: 0 } };
  const socket = await upload();
  socket.send(announce(asked, [...bad, huge, empty, good]));
  for (const file of [...bad, huge, empty, { ...good, name: 'not-announced.jpg' }]) socket.send(about(0x1211, file));
  await eventually(() => results(socket).length === 8, 'the refusals');
  expect(results(socket)).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
  socket.send(about(0x1211, good));
  socket.send(attachmentPacket(good.name, 4_294_967_000, good.bytes.subarray(0, 200)));
  socket.send(attachmentPacket(good.name, 1900, Buffer.alloc(200)));
  await sendFile(socket, good);
  expect(missing(answersOf(socket, 0x9212)[0]!)).toEqual([]);
  expect(await files()).toMatchObject([{ size_bytes: '2000', file_name: good.name }]);
  expect(await alarms()).toMatchObject([{ files_expected: 1, files_done: 1, upload_state: 'complete' }]);
  expect(existsSync(path.join(folder, 'etc'))).toBe(false);
});

test('a unit that was away is asked when it is back, and what never came is given up', async () => {
  await start();
  const device = await dial();
  await alarm(device, 1, 1);
  device.close();
  await eventually(() => server.gateway.connectionCount() === 0, 'the gateway has seen it go');
  await own.database.pool.query("UPDATE device_alarm SET upload_state = 'wanted', upload_due_at = now()");
  const back = await dial();
  back.send(jt808Heartbeat(A, 1));
  await eventually(() => questions(back).length === 1, 'the question over the new connection');
  expect(await alarms()).toMatchObject([{ upload_attempts: 2, upload_state: 'asked' }]);
  await own.database.pool.query("UPDATE device_alarm SET upload_attempts = 4, upload_due_at = now() - interval '1 second'");
  await eventually(async () => (await alarms())[0]!['upload_state'] === 'failed', 'giving up');
});

test('a simulated vehicle tells an alarm and brings its pictures and clips', async () => {
  await start();
  const device = new SimulatedDevice('jt808', A, server.gateway.ports['jt808']!.tcp!, { channels: 2 });
  try {
    device.connection.open();
    await eventually(() => device.state === 'online', 'the device is on line');
    const nowMs = Date.now();
    device.connection.report({
      ...reportAt(60, nowMs),
      alarm: device.camera!.alarms.raise(device.memory.parameters, { timeMs: nowMs, speedKph: 60 })!,
    });
    await eventually(async () => (await alarms())[0]?.['upload_state'] === 'complete', 'all files');
    expect(await alarms()).toMatchObject([{ kind: 'phoneCall', files_expected: 4, files_done: 4 }]);
    expect((await files()).map((f) => [f['kind'], f['channel'], f['content_type']])).toEqual([
      ['picture', 0x65, 'image/png'],
      ['picture', 0x65, 'image/png'],
      ['video', 1, 'video/h264'],
      ['video', 2, 'video/h264'],
    ]);
    const clip = (await files())[2]!['storage_name'] as string;
    expect(mp4OfH264(readFileSync(path.join(folder, 'files', clip.slice(0, 2), clip)))).not.toBeNull();
  } finally {
    device.close();
  }
});
