import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../dev-env/database.ts';
import { DeviceSocket, eventually } from '../dev-env/gateway-client.ts';
import { registerDevices } from '../dev-env/gateway-devices.ts';
import { jt808Frame, jt808Heartbeat } from '../dev-env/gateway-frames.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const OUT = path.join(ROOT, 'test/.artifacts/kill-commands');
const DEVICES = ['13900009001', '13900009002'] as const;
const WAIT_MS = 60_000;
const children = new Set<ChildProcess>();
let own: TestDatabase;
let keys: Map<string, number>;

beforeAll(async () => {
  own = await createTestDatabase();
  keys = await registerDevices(own.database, DEVICES);
  const { bundle } = (await import(path.join(ROOT, 'scripts/build.mjs'))) as { bundle(entries: string[], outdir: string): Promise<void> };
  await bundle(['test/faults/command-server.ts'], OUT);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await own.drop();
});

async function startServer(): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [path.join(OUT, 'command-server.mjs')], {
    env: { ...process.env, DATABASE: JSON.stringify(own.connection) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const port = await new Promise<number>((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const line = /^\{.*\}$/m.exec(text);
      if (line) resolve((JSON.parse(line[0]) as { jt808: { tcp: number } }).jt808.tcp);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened`)));
  });
  return { child, port };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  children.delete(child);
}

async function add(deviceId: string, command: string, params: object, repeatable: boolean): Promise<string> {
  const { rows } = await own.database.pool.query<{ id: string }>(
    `INSERT INTO device_command (device_key, account, command, params, offline, repeatable, timeout_s, expires_at)
     VALUES ($1, 'test', $2, $3, true, $4, 30, now() + interval '1 hour') RETURNING id`,
    [keys.get(deviceId), command, JSON.stringify(params), repeatable],
  );
  return rows[0]!.id;
}
const stateOf = async (id: string): Promise<{ state: string; reason: string | null; attempt: number }> =>
  (await own.database.pool.query('SELECT state, reason, attempt FROM device_command WHERE id = $1', [id])).rows[0] as never;

async function signOn(port: number, deviceId: string): Promise<DeviceSocket> {
  const socket = await DeviceSocket.open(port);
  socket.send(jt808Heartbeat(deviceId, 1));
  await eventually(() => socket.answered().length > 0, `${deviceId} on line`, WAIT_MS);
  return socket;
}
const received = (sockets: readonly DeviceSocket[], id: number): number =>
  sockets.reduce((n, s) => n + s.answers().filter((a) => a.id === id).length, 0);

test('kill -9 between claim and answer: what acts is never sent twice, what asks is asked again', async () => {
  const first = await startServer();
  const acting = [await signOn(first.port, DEVICES[0])];
  const asking = [await signOn(first.port, DEVICES[1])];
  const acts = await add(DEVICES[0], 'reboot', {}, false);
  const waits = await add(DEVICES[0], 'text', { text: 'after' }, false);
  const asks = await add(DEVICES[1], 'terminalAttributes', {}, true);
  await eventually(() => received(acting, 0x8105) === 1 && received(asking, 0x8107) === 1, 'both sent', WAIT_MS);
  await kill(first.child);
  expect(['sending', 'sent']).toContain((await stateOf(acts)).state);

  // The devices come back to a new process.
  const second = await startServer();
  acting.push(await signOn(second.port, DEVICES[0]));
  asking.push(await signOn(second.port, DEVICES[1]));
  await eventually(async () => (await stateOf(acts)).state === 'timedOut', 'the outcome is unknown', WAIT_MS);
  expect(await stateOf(acts)).toMatchObject({ reason: 'unknown', attempt: 1 });
  await eventually(() => received(asking, 0x8107) === 2, 'asked again', WAIT_MS);
  const again = asking[1]!.answers().find((a) => a.id === 0x8107)!;
  asking[1]!.send(jt808Frame(0x0001, DEVICES[1], 5, Buffer.from([again.serial >> 8, again.serial & 0xff, 0x81, 0x07, 3])));
  await eventually(async () => (await stateOf(asks)).state === 'rejected', 'answered', WAIT_MS);
  expect(await stateOf(asks)).toMatchObject({ attempt: 2 });
  // The one behind has waited and goes now; the one that was lost has not been sent again.
  const text = await eventually(() => acting[1]!.answers().find((a) => a.id === 0x8300), 'the next one', WAIT_MS);
  acting[1]!.send(jt808Frame(0x0001, DEVICES[0], 6, Buffer.from([text.serial >> 8, text.serial & 0xff, 0x83, 0x00, 0])));
  await eventually(async () => (await stateOf(waits)).state === 'executed', 'executed', WAIT_MS);
  expect(received(acting, 0x8105)).toBe(1);
  for (const socket of [...acting, ...asking]) socket.close();
  await kill(second.child);
}, 180_000);

test('killed again and again while a device works through its commands: each is sent once at most', async () => {
  const count = 30;
  const texts = Array.from({ length: count }, (_, i) => `once ${i}`);
  const commands = await Promise.all(texts.map((text) => add(DEVICES[0], 'text', { text }, false)));
  const seen = new Map<string, number>();
  const ended = async (): Promise<number> =>
    (
      await own.database.pool.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM device_command WHERE id = ANY($1) AND state NOT IN ('pending', 'sending', 'sent')`,
        [commands],
      )
    ).rows[0]!.n;
  for (let round = 1; round <= 4; round++) {
    const { child, port } = await startServer();
    const socket = await signOn(port, DEVICES[0]);
    let read = 0;
    const target = round === 4 ? count : Math.floor((count * round) / 4);
    await eventually(
      async () => {
        const found = socket.answers().filter((a) => a.id === 0x8300);
        for (; read < found.length; read++) {
          const { body, serial } = found[read]!;
          const text = body.subarray(1).toString('latin1');
          seen.set(text, (seen.get(text) ?? 0) + 1);
          socket.send(jt808Frame(0x0001, DEVICES[0], 100 + read, Buffer.from([serial >> 8, serial & 0xff, 0x83, 0x00, 0])));
        }
        return (await ended()) >= target;
      },
      `${target} of ${count}`,
      WAIT_MS,
    );
    await kill(child);
    for (const a of socket
      .answers()
      .filter((one) => one.id === 0x8300)
      .slice(read)) {
      const text = a.body.subarray(1).toString('latin1');
      seen.set(text, (seen.get(text) ?? 0) + 1);
    }
    socket.close();
  }
  expect([...seen.values()].every((n) => n === 1)).toBe(true);
  // Whatever is called executed has been seen by the device.
  const { rows } = await own.database.pool.query<{ text: string }>(
    `SELECT params->>'text' AS text FROM device_command WHERE id = ANY($1) AND state = 'executed'`,
    [commands],
  );
  expect(rows.length).toBeGreaterThan(count / 2);
  for (const { text } of rows) expect(seen.get(text)).toBe(1);
}, 180_000);
