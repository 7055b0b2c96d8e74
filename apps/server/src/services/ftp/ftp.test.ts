import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger, loadConfig } from '@sightline/runtime';
import { FtpClient } from '@sightline/runtime/ftp-client';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../../../../test/dev-env/gateway-client.ts';
import { FtpSocket } from '../../../../../test/dev-env/ftp-socket.ts';
import type { DeviceVolume } from '../media/media-meter.ts';
import type { FtpLimits } from './limits.ts';
import { startFtp, type FtpService } from './start-ftp.ts';
import type { UploadAccount, UploadOrder } from './upload-account.ts';

const MAGIC = Buffer.from('FILM');
/** A file that is wanted. */
const film = (bytes: number): Buffer => Buffer.concat([MAGIC, randomBytes(bytes - MAGIC.length)]);

let folder: string;
let ftp: FtpService;
const sockets: FtpSocket[] = [];
let volumes: DeviceVolume[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sightline-ftp-'));
  volumes = [];
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close();
  await ftp.stop();
  // Nothing is left of anybody's files.
  expect(onDisk()).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});

async function start(limits: Partial<FtpLimits> = {}): Promise<void> {
  const { config } = loadConfig([], {
    SIGHTLINE_DATA: folder,
    SIGHTLINE_HOST: '127.0.0.1',
    SIGHTLINE_PORT_FTP: '0',
    SIGHTLINE_FTP_PASSIVE_PORTS: '0',
  });
  const traffic = (counts: readonly DeviceVolume[]): Promise<void> => Promise.resolve(void volumes.push(...counts));
  ftp = await startFtp({ config, logger: createLogger('silent') }, traffic, limits);
}
const account = (order: Partial<UploadOrder> = {}) =>
  ftp.accounts.add({
    deviceId: '13800000001',
    maxBytes: 1_000_000,
    maxFiles: 4,
    headBytes: 4,
    accepts: (head) => MAGIC.equals(head),
    ...order,
  });
async function dial(from?: string): Promise<FtpSocket> {
  const socket = await FtpSocket.open(ftp.port, from);
  sockets.push(socket);
  return socket;
}
async function signedIn(order: Partial<UploadOrder> = {}): Promise<{ socket: FtpSocket; account: UploadAccount; password: string }> {
  const made = account(order);
  const socket = await dial();
  expect(await socket.signIn(made.account.user, made.password)).toBe(230);
  return { socket, ...made };
}
const onDisk = (): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
const contents = (of: UploadAccount): Buffer[] => of.whole.map((file) => readFileSync(file.path));

it('takes a file that a client brings, lists it and counts its octets, and forgets it with the account', async () => {
  await start();
  const { account: own, password } = account();
  const bytes = film(300_000);
  const client = await FtpClient.open({ host: '127.0.0.1', port: ftp.port, user: own.user, password, timeoutMs: 20_000 });
  await client.enter('/clips/today');
  await client.store('CH1 视频.h264', [bytes.subarray(0, 70_000), bytes.subarray(70_000)]);
  expect(await client.size('CH1 视频.h264')).toBe(300_000);
  expect(await client.size('/clips/today/other')).toBeNull();
  await client.quit();
  expect(own.whole).toMatchObject([{ name: 'CH1 视频.h264', sizeBytes: 300_000 }]);
  expect(contents(own)[0]!.equals(bytes)).toBe(true);
  expect(onDisk()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);

  const { socket } = { socket: await dial() };
  await socket.signIn(own.user, password);
  expect(await socket.say('CWD /clips')).toBe(250);
  const listed: string[] = [];
  const data = await socket.data();
  data.setEncoding('utf8').on('data', (chunk: string) => listed.push(chunk));
  expect(await socket.say('NLST -a today')).toBe(150);
  expect(await socket.code()).toBe(226);
  expect(listed.join('')).toBe('CH1 视频.h264\r\n');

  await ftp.accounts.close(own);
  expect(await socket.code()).toBe(421);
  await eventually(() => socket.closed, 'its connection ends');
  expect(onDisk()).toEqual([]);
  expect(await (await dial()).signIn(own.user, password)).toBe(530);
  await ftp.stop();
  expect(volumes.reduce((sum, count) => sum + count.bytesIn, 0)).toBe(300_000);
});

it('says nothing to who has not signed in, and the same to a wrong name and a wrong password', async () => {
  await start({ maxFailures: 3, maxAddressFailures: 5 });
  const { account: own, password } = account();
  const other = account();
  const socket = await dial();
  for (const line of ['PASV', 'EPSV', 'STOR a', 'LIST', 'PWD', 'SIZE a', 'CWD /', 'MKD a', 'RETR a', 'SITE EXEC'])
    expect(await socket.say(line), line).toBe(530);
  expect(await socket.say(`PASS ${password}`)).toBe(503);
  expect(await socket.signIn(own.user, other.password)).toBe(530);
  expect(await socket.signIn('nobody', password)).toBe(530);
  expect(await socket.signIn(own.user, '')).toBe(530);
  await eventually(() => socket.closed, 'three times is enough');

  // An address that goes on guessing is not listened to, even with what is right.
  const again = await dial();
  await again.signIn(own.user, 'x');
  await again.signIn(own.user, 'x');
  expect(await again.signIn(own.user, password)).toBe(530);
  expect(await FtpSocket.open(ftp.port).then((late) => (sockets.push(late), late.reply()))).toBe('');
  const elsewhere = await dial('127.0.0.2');
  expect(await elsewhere.signIn(own.user, password)).toBe(230);
});

it('knows names and no paths', async () => {
  await start();
  const { socket, account: own } = await signedIn();
  expect(await socket.store('STOR ../../../etc/cron.d/own', film(10))).toBe(226);
  expect(await socket.store('STOR ..\\..\\windows\\own', film(11))).toBe(226);
  expect(await socket.store('STOR /dev/null', film(12))).toBe(226);
  expect([...own.files.keys()]).toEqual(['/etc/cron.d/own', '/windows/own', '/dev/null']);
  expect(onDisk()).toHaveLength(3);
  for (const name of ['..', '/', '.', '', 'a\0b', 'x'.repeat(300), `${'d/'.repeat(20)}f`])
    expect(await socket.store(`STOR ${name}`, film(9))).toBe(553);
  expect(await socket.say('CWD ../../..')).toBe(250);
  socket.socket.write('PWD\r\n');
  expect(await socket.reply()).toBe('257 "/"');
  // What others have is not there, and nothing is given out or taken away.
  const { socket: stranger } = await signedIn();
  expect(await stranger.say('SIZE /dev/null')).toBe(550);
  for (const line of ['RETR /dev/null', 'DELE /dev/null', 'RMD /dev', 'SITE CHMOD 777 /dev', 'STAT /', 'AUTH TLS'])
    expect(await socket.say(line), line).toBe(502);
});

it('leads nowhere else, and takes a data connection from nobody else', async () => {
  await start();
  const { socket, account: own } = await signedIn();
  for (const line of ['PORT 127,0,0,1,0,22', 'PORT 10,0,0,1,4,0', 'EPRT |1|127.0.0.1|22|', 'EPRT |2|::1|22|'])
    expect(await socket.say(line), line).toBe(502);
  expect(await socket.say('STOR a')).toBe(425);
  const port = await socket.passive();
  const thief = await FtpSocket.dataTo(port, '127.0.0.9');
  await eventually(() => thief.destroyed, 'another address is sent away');
  const data = await FtpSocket.dataTo(port);
  expect(await socket.say('STOR a')).toBe(150);
  data.end(film(20));
  expect(await socket.code()).toBe(226);
  expect(own.whole).toHaveLength(1);
  // One offer is one connection, and a new one takes back the one before.
  const first = await socket.passive();
  await socket.passive();
  const late = await FtpSocket.dataTo(first);
  await eventually(() => late.destroyed, 'the first offer is over');
});

it('reads lines as they come: in halves, many at once, too long, with Telnet in them', async () => {
  await start({ maxCommands: 400, maxWaiting: 4 });
  const { socket } = await signedIn();
  for (const octet of 'noop\r\n') {
    socket.socket.write(octet);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await socket.code()).toBe(200);
  socket.socket.write(`${'x'.repeat(3_000_000)}\r\nNOOP\r\n`);
  expect([await socket.code(), await socket.code()]).toEqual([500, 200]);
  socket.socket.write(Buffer.concat([Buffer.from([0xff, 0xf4, 0xff, 0xf2, 0xff, 0xfb, 1]), Buffer.from('ABOR\r\n')]));
  expect(await socket.code()).toBe(226);
  socket.socket.write('NOOP\r\nSYST\n'.repeat(50));
  const codes: number[] = [];
  for (let i = 0; i < 100; i++) codes.push(await socket.code());
  expect(codes).toEqual(Array.from({ length: 50 }, () => [200, 215]).flat());
  socket.socket.write('NOOP\r\n'.repeat(1000));
  await eventually(() => socket.closed, 'a flood ends it');
});

it('ends a client that does not read what it asks for', async () => {
  await start({ maxUnsentBytes: 1000, maxCommands: 1_000_000 });
  const { account: own, password } = account();
  const socket = connect({ port: ftp.port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(`USER ${own.user}\r\nPASS ${password}\r\n`);
  const timer = setInterval(() => socket.write('FEAT\r\n'.repeat(5000)), 5);
  await eventually(() => socket.destroyed || socket.closed || (own.users.size === 0 && own.activeMs > 0), 'it is ended');
  clearInterval(timer);
  socket.destroy();
});

it('goes on with a file whose connections were killed, by REST and by APPE', async () => {
  await start();
  const { socket, account: own, password } = await signedIn();
  const bytes = film(400_000);
  const data = await socket.data();
  expect(await socket.say('STOR a.h264')).toBe(150);
  data.write(bytes.subarray(0, 150_000));
  await eventually(() => own.received === 150_000, 'the first part');
  data.resetAndDestroy();
  socket.socket.resetAndDestroy();
  await eventually(() => own.users.size === 0 && !own.isWriting, 'both are gone');
  expect(own.whole).toEqual([]);

  const again = await dial();
  await again.signIn(own.user, password);
  expect(await again.say('SIZE a.h264')).toBe(213);
  expect(await again.say('REST 150001')).toBe(350);
  expect(await again.store('STOR a.h264', film(5))).toBe(554);
  const more = await again.data();
  expect(await again.say('REST 150000')).toBe(350);
  expect(await again.say('STOR a.h264')).toBe(150);
  more.write(bytes.subarray(150_000, 200_000));
  await eventually(() => own.received === 200_000, 'the second part');
  more.resetAndDestroy();
  expect(await again.code()).toBe(426);
  expect(await again.store('APPE a.h264', bytes.subarray(200_000))).toBe(226);
  expect(contents(own)[0]!.equals(bytes)).toBe(true);
  // From the beginning, and shorter: what was there does not come back.
  expect(await again.store('STOR a.h264', bytes.subarray(0, 1000))).toBe(226);
  expect(contents(own)[0]!.equals(bytes.subarray(0, 1000))).toBe(true);
  expect(own.bytes).toBe(1000);
  // A place to go on from holds for one file.
  await again.say('REST 500');
  expect(await again.store('STOR a.h264', film(500))).toBe(226);
  expect(own.bytes).toBe(1000);
  expect(await again.store('STOR b', film(700))).toBe(226);
  expect([await again.say('RNFR b'), await again.say('RNTO c.h264')]).toEqual([350, 250]);
  expect(own.whole.map(({ name }) => name)).toEqual(['a.h264', 'c.h264']);
});

it('breaks off when it is told to, keeps what has come, and answers on', async () => {
  await start();
  const { socket, account: own } = await signedIn();
  const data = await socket.data();
  await socket.say('STOR a');
  data.write(film(100));
  await eventually(() => own.received === 100, 'something came');
  socket.socket.write('ABOR\r\n');
  expect([await socket.code(), await socket.code()]).toEqual([426, 226]);
  expect([own.whole.length, await socket.say('SIZE a')]).toEqual([0, 213]);
  // While it waits for the data connection as well.
  await socket.passive();
  socket.socket.write('STOR b\r\nABOR\r\n');
  expect([await socket.code(), await socket.code(), await socket.code()]).toEqual([150, 426, 226]);
});

it('keeps nothing of what is not wanted, too large, too much or being written by another connection', async () => {
  await start();
  const { socket, account: own, password } = await signedIn({ maxBytes: 10_000, maxFiles: 2 });
  expect(await socket.store('STOR page.html', Buffer.from('<html>'))).toBe(553);
  expect(await socket.store('STOR short', MAGIC.subarray(0, 3))).toBe(553);
  expect(await socket.store('STOR empty', Buffer.alloc(0))).toBe(553);
  expect(await socket.store('STOR large', film(20_000))).toBe(552);
  expect([own.files.size, own.bytes, onDisk()]).toEqual([0, 0, []]);
  expect(await socket.store('STOR 1', film(6_000))).toBe(226);
  expect(await socket.store('STOR 2', film(6_000))).toBe(552);
  expect(await socket.store('STOR 2', film(3_000))).toBe(226);
  expect(await socket.store('STOR 3', film(10))).toBe(452);

  const data = await socket.data();
  await socket.say('STOR 1');
  const other = await dial();
  await other.signIn(own.user, password);
  expect(await other.store('STOR 1', film(10))).toBe(450);
  data.end(film(5));
  expect(await socket.code()).toBe(226);
  // What begins right and is made wrong later is looked at again.
  expect(await other.say('REST 2')).toBe(350);
  expect(await other.store('STOR 1', Buffer.from('xxxx'))).toBe(553);
  expect(own.whole.map(({ name }) => name)).toEqual(['2']);
});

it('does not wait for ever, nor for too many', async () => {
  await start({
    strangerMs: 150,
    silenceMs: 400,
    dataConnectMs: 150,
    dataSilenceMs: 150,
    maxPerAddress: 4,
    maxConnections: 5,
    maxPerAccount: 1,
  });
  const { socket, account: own, password } = await signedIn();
  const stranger = await dial();
  await socket.passive();
  expect(await socket.say('STOR a')).toBe(150);
  expect(await socket.code()).toBe(425);
  const data = await socket.data();
  await socket.say('STOR a');
  data.write(film(10));
  expect(await socket.code()).toBe(426);
  await eventually(() => stranger.closed, 'who does not sign in is sent away');
  const second = await dial();
  expect(await second.signIn(own.user, password)).toBe(421);
  await eventually(() => socket.closed, 'who falls silent is sent away');
  expect(await socket.code()).toBe(421);
  await eventually(() => second.closed, 'and the other');

  for (let i = 0; i < 4; i++) await dial();
  expect(await FtpSocket.open(ftp.port).then((full) => full.reply())).toBe('');
  await dial('127.0.0.2');
  expect(await FtpSocket.open(ftp.port, '127.0.0.3').then((full) => full.reply())).toBe('');
});

it('survives whatever is said', async () => {
  await start({ maxAddressFailures: 1_000_000, maxStrangerCommands: 10_000, maxPerAccount: 1000 });
  const { account: own, password } = account();
  const word = fc.constantFrom(
    'USER',
    'PASS',
    'PASV',
    'EPSV',
    'EPSV ALL',
    'REST',
    'STOR',
    'APPE',
    'LIST',
    'ABOR',
    'RNFR',
    'RNTO',
    'CWD',
    'MKD',
    'SIZE',
    '',
  );
  const line = fc.tuple(word, fc.string({ maxLength: 40 })).map(([name, rest]) => `${name} ${rest}`);
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.boolean(), async (lines, knows) => {
      const socket = await FtpSocket.open(ftp.port);
      if (knows) await socket.signIn(own.user, password);
      socket.socket.write(`${lines.join('\r\n')}\r\nABOR\r\nQUIT\r\n`);
      await eventually(() => socket.closed, 'the end');
    }),
    { numRuns: 60 },
  );
  await eventually(() => own.users.size === 0 && !own.isWriting, 'nobody is left');
  expect(own.whole).toEqual([]);
  const client = await FtpClient.open({ host: '127.0.0.1', port: ftp.port, user: own.user, password, timeoutMs: 20_000 });
  await client.quit();
});

it('stops in the middle of a file and leaves nothing', async () => {
  await start();
  const { socket, account: own } = await signedIn();
  const data = await socket.data();
  await socket.say('STOR a');
  data.write(film(50_000));
  await eventually(() => own.received === 50_000, 'it runs');
  expect(onDisk()).toHaveLength(1);
  await ftp.stop();
  expect(existsSync(path.join(folder, 'ftp')) ? onDisk() : []).toEqual([]);
});
