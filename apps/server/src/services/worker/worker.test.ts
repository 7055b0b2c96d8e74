import { createPositionStore, EMPTY_BATCH } from '@sightline/db';
import { createLogger, createMetrics, EventBus, loadConfig } from '@sightline/runtime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/dev-env/database.ts';
import { eventually } from '../../../../../test/dev-env/gateway-client.ts';
import { registerDevices } from '../../../../../test/dev-env/gateway-devices.ts';
import type { AppContext } from '../../context.ts';
import { FileStore } from '../../files/file-store.ts';
import { PeriodicTasks, type PeriodicTask } from './periodic.ts';
import { periodicTasks } from './tasks.ts';
import { startWorker } from './worker.ts';

let own: TestDatabase;
beforeEach(async () => {
  own = await createTestDatabase();
});
afterEach(() => own.drop());

const logger = createLogger('silent');
const emptyFiles = new FileStore('/nonexistent');
const contextOf = (env: Record<string, string> = {}): AppContext => ({
  config: loadConfig([], env).config,
  logger,
  metrics: createMetrics(),
  bus: new EventBus(() => undefined),
  database: own.database,
});

test('a task runs in one process at a time, again after its interval, and goes on after a failure', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const task: PeriodicTask = {
    name: 'count',
    afterMs: 0,
    everyMs: 5,
    run: async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running--;
      if (++runs === 2) throw new Error('once');
      return null;
    },
  };
  const processes = [1, 2, 3].map(() => new PeriodicTasks(own.database, logger, [task]));
  for (const one of processes) one.start();
  await eventually(() => runs >= 10, 'ten runs');
  await Promise.all(processes.map((one) => one.stop()));
  expect(most).toBe(1);
  const after = runs;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(runs).toBe(after);
});

test('old tokens, old positions and days to be sealed', async () => {
  const store = createPositionStore(own.database);
  const day = 86_400_000;
  const nowMs = Date.now();
  const key = (await registerDevices(own.database, ['13800138000'])).get('13800138000')!;
  await own.database.pool.query(
    `INSERT INTO app_user (customer_id, account, name, password_hash, user_type) SELECT id, 'a', 'a', '', 1 FROM customer`,
  );
  const { rows: users } = await own.database.pool.query<{ id: string }>('SELECT id FROM app_user');
  for (const [hash, expires, revoked] of [
    ['old', '-2 days', null],
    ['live', '2 days', null],
    ['revoked', '2 days', '-2 days'],
    ['just', '2 days', '-1 minute'],
  ] as const) {
    await own.database.pool.query(
      'INSERT INTO session_token (hash, user_id, expires_at, revoked_at) VALUES ($1, $2, now() + $3::interval, now() + $4::interval)',
      [Buffer.from(hash), users[0]!.id, expires, revoked],
    );
  }
  await store.ensurePartitions(nowMs, 20);
  const writer = store.writer();
  const at = (ageDays: number) => ({
    deviceKey: key,
    late: false,
    position: {
      fixTimeMs: nowMs - ageDays * day,
      sequence: 1,
      receivedAtMs: nowMs,
      type: 1 as const,
      valid: true,
      lat: 1,
      lon: 1,
      speedKph: 0,
      course: 0,
      altitudeM: 0,
      buffered: false,
      flags: 0,
      attributes: {},
    },
  });
  await writer.write({
    ...EMPTY_BATCH,
    positions: [0.1, 5, 9, 15].map(at),
  });
  await writer.close();

  const tasks = periodicTasks(contextOf({ SIGHTLINE_HOT_DAYS: '2', SIGHTLINE_RETENTION_DAYS: '10' }), store, emptyFiles);
  const runner = new PeriodicTasks(own.database, logger, tasks);
  for (const [number, task] of tasks.entries()) expect(await runner.runOnce(task, number)).toBe(true);
  const { rows: tokens } = await own.database.pool.query<{ hash: Buffer }>('SELECT hash FROM session_token ORDER BY hash');
  expect(tokens.map((row) => row.hash.toString())).toEqual(['just', 'live']);
  const left = await store.systemReader().positions(key, 0, 4e12);
  expect(left.map((p) => Math.round((nowMs - p.fixTimeMs) / day))).toEqual([9, 5, 0]);
  const { rows: chunks } = await own.database.pool.query('SELECT 1 FROM position_chunk');
  expect(chunks).toHaveLength(2);
});

test('old commands that have ended leave the history, open ones and younger ones stay', async () => {
  const key = (await registerDevices(own.database, ['13800138000'])).get('13800138000')!;
  for (const [text, state, days] of [
    ['old', 'executed', 31],
    ['open', 'pending', 31],
    ['young', 'executed', 29],
  ] as const) {
    await own.database.pool.query(
      `INSERT INTO device_command (device_key, account, command, params, state, offline, repeatable, timeout_s, created_at, expires_at)
       VALUES ($1, 'a', 'text', jsonb_build_object('text', $2::text), $3, true, false, 30, now() - make_interval(days => $4), now())`,
      [key, text, state, days],
    );
  }
  const clean = (days: string) =>
    periodicTasks(contextOf({ SIGHTLINE_COMMAND_DAYS: days }), createPositionStore(own.database), emptyFiles).find(
      (task) => task.name === 'commands',
    )!;
  expect(await clean('0').run()).toBeNull();
  expect(await clean('30').run()).toEqual({ commands: 1 });
  const { rows } = await own.database.pool.query<{ text: string }>(`SELECT params->>'text' AS text FROM device_command ORDER BY 1`);
  expect(rows.map((r) => r.text)).toEqual(['open', 'young']);
});

test('keeps everything with a retention of 0', async () => {
  const store = createPositionStore(own.database);
  const tasks = periodicTasks(contextOf({ SIGHTLINE_RETENTION_DAYS: '0' }), store, emptyFiles);
  expect(await tasks.find((task) => task.name === 'retention')!.run()).toBeNull();
});

test('starts and stops without waiting for its first tasks', async () => {
  const worker = await startWorker(contextOf(), createPositionStore(own.database));
  await worker.stop();
  await worker.stop();
});
