import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createPositionStore } from '@sightline/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../dev-env/database.ts';
import { DeviceSocket, eventually, sleep } from '../dev-env/gateway-client.ts';
import { jt808Location, type Place } from '../dev-env/gateway-frames.ts';
import { registerDevices } from '../dev-env/gateway-devices.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const OUT = path.join(ROOT, 'test/.artifacts/kill-ingest');
const DEVICES = Array.from({ length: 20 }, (_, i) => `1390000${String(i).padStart(4, '0')}`);
const POSITIONS = 1500;
/** Frames sent ahead of their answers. */
const WINDOW = 40;
const KILLS = 4;
const BASE = Math.floor(Date.now() / 1000) * 1000 - POSITIONS * 5000;

let own: TestDatabase;
let keys: Map<string, number>;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  own = await createTestDatabase();
  keys = await registerDevices(own.database, DEVICES);
  const { bundle } = (await import(path.join(ROOT, 'scripts/build.mjs'))) as { bundle(entries: string[], outdir: string): Promise<void> };
  await bundle(['test/faults/ingest-server.ts'], OUT);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await own.drop();
});

async function startServer(): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [path.join(OUT, 'ingest-server.mjs')], {
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
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
  children.delete(child);
}

const placeOf = (device: number, n: number): Place => ({
  timeMs: BASE + n * 5000,
  lat: 48 + device * 0.1 + n * 5e-5,
  lon: 11.5,
  speedKph: 4 * 3.6,
  course: 0,
});

/** A device with a memory: sends in order, keeps what is not answered, sends it again on the next connection. */
class Device {
  /** Everything before has been answered. */
  acknowledged = 0;
  /** Every number that was ever answered. */
  readonly answered = new Set<number>();
  private readonly id: string;

  constructor(private readonly index: number) {
    this.id = DEVICES[index]!;
  }

  /** Sends until all is acknowledged or the connection ends. */
  async session(port: number): Promise<void> {
    const socket = await DeviceSocket.open(port).catch(() => null);
    if (!socket) return;
    let next = this.acknowledged;
    while (!socket.closed && this.acknowledged < POSITIONS) {
      for (; next < Math.min(POSITIONS, this.acknowledged + WINDOW); next++)
        socket.send(jt808Location(this.id, next, placeOf(this.index, next)));
      await sleep(2);
      for (const n of socket.answered()) this.answered.add(n);
      while (this.answered.has(this.acknowledged)) this.acknowledged++;
    }
    for (const n of socket.answered()) this.answered.add(n);
    while (this.answered.has(this.acknowledged)) this.acknowledged++;
    socket.close();
  }
}

test('kill -9 in the middle of ingest: every acknowledged position is there, none twice', async () => {
  const store = createPositionStore(own.database);
  const fleet = DEVICES.map((_, index) => new Device(index));
  const indexOf = (fixTimeMs: number): number => (fixTimeMs - BASE) / 5000;
  const check = async (): Promise<void> => {
    for (const [i, device] of fleet.entries()) {
      const times = (await store.systemReader().positions(keys.get(DEVICES[i]!)!, 0, 4e12)).map((p) => indexOf(p.fixTimeMs));
      expect(new Set(times).size).toBe(times.length);
      const there = new Set(times);
      expect([...device.answered].filter((n) => !there.has(n))).toEqual([]);
    }
  };

  const total = (): number => fleet.reduce((sum, device) => sum + device.acknowledged, 0);
  for (let round = 1; round <= KILLS; round++) {
    const { child, port } = await startServer();
    const sessions = fleet.map((device) => device.session(port));
    const target = (DEVICES.length * POSITIONS * round) / (KILLS + 1);
    await eventually(() => total() >= target, `${target} acknowledged`, 60_000);
    await kill(child);
    await Promise.all(sessions);
    expect(total()).toBeLessThan(DEVICES.length * POSITIONS);
    // A transaction that was in its commit when the process died is given its moment to end.
    await sleep(200);
    await check();
  }

  const { child, port } = await startServer();
  await Promise.all(fleet.map((device) => device.session(port)));
  expect(total()).toBe(DEVICES.length * POSITIONS);
  await check();
  for (const id of DEVICES) expect(await store.systemReader().positions(keys.get(id)!, 0, 4e12)).toHaveLength(POSITIONS);
  // What was derived is the same as if nothing had happened: one trip over the whole way.
  const segments = await store.systemReader().segments([keys.get(DEVICES[0]!)!], 0, 4e12);
  expect(segments.get(keys.get(DEVICES[0]!)!)?.filter((segment) => segment.kind === 'trip')).toHaveLength(1);
  await kill(child);
}, 180_000);
