import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OPERATIONS, type OperationId } from '@sightline/contract';
import { createPositionStore, type Database } from '@sightline/db';
import { createLogger, createMetrics, EventBus, loadConfig } from '@sightline/runtime';
import type { AppContext } from '@sightline/server/context';
import { startApi } from '@sightline/server/services/api/start-api';
import { seedAdminWorld, WORLD, type UserKind } from './lib/admin-world.ts';
import { argument } from './lib/arguments.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import { OtherSide, serveTasks, sideName } from './lib/other-side.ts';
import { runSteadyLoad, type SteadyResult, type SteadyTask } from './lib/steady-load.ts';

/**
 * Administration of 5,000 customers and 100,000 devices over HTTP: each call 50 times a second for 20 seconds, one kind after the other,
 * the API in this process, the database embedded and durable, the load in a process of its own. Times run from the instant at which a call
 * was due to the last byte of its answer. The yardstick is the cheapest authorised call at the same rate.
 *
 * `--seconds N` shortens each kind, `--only TEXT` takes those whose name begins with it.
 */
const PER_SECOND = 50;
const SECONDS = 20;
const WARM_UP_SECONDS = 2;
/** Calls one after the other of what is asked for once a screen. */
const REPEATS = 9;

if (sideName() === 'load') serveTasks<SteadyTask>(runSteadyLoad);

interface Case {
  readonly name: string;
  readonly operation: OperationId;
  readonly as: UserKind;
  /** Sent in turn. */
  readonly inputs: readonly object[];
}

const PAGE = { pageIndex: 1, pageSize: 20 };
/** Texts that people search for: the end of a code, part of a name, a word that half of the names have, nothing. */
const TEXTS = ['7919', 'Truck 12', '3355', 'Van', '86000000791', 'nowhere'];
const BIG = { customerId: WORLD.bigDealer, subsumption: 1 };

const CASES: readonly Case[] = [
  { name: 'yardstick: customer.module', operation: 'customer.module', as: 'dealer', inputs: [{}] },
  { name: 'tree: platform', operation: 'customer.tree', as: 'platform', inputs: [{}] },
  { name: 'tree: platform, below', operation: 'customer.tree', as: 'platform', inputs: [{ customerId: '1' }] },
  { name: 'tree: dealer, below', operation: 'customer.tree', as: 'dealer', inputs: [{ customerId: WORLD.bigDealer }] },
  { name: 'tree: sub-dealer, below', operation: 'customer.tree', as: 'subDealer', inputs: [{ customerId: WORLD.subDealer }] },
  { name: 'tree: held to customers', operation: 'customer.tree', as: 'heldToCustomers', inputs: [{}, { customerId: WORLD.bigDealer }] },
  { name: 'customers: platform', operation: 'customer.page', as: 'platform', inputs: [PAGE] },
  { name: 'customers: platform, name', operation: 'customer.page', as: 'platform', inputs: [{ ...PAGE, customerName: 'taxi' }] },
  { name: 'customers: sub-dealer', operation: 'customer.page', as: 'subDealer', inputs: [PAGE] },
  { name: 'devices: platform', operation: 'device.page', as: 'platform', inputs: [PAGE] },
  { name: 'devices: dealer', operation: 'device.page', as: 'dealer', inputs: [PAGE, { ...PAGE, pageIndex: 50 }] },
  { name: 'devices: sub-dealer', operation: 'device.page', as: 'subDealer', inputs: [PAGE] },
  { name: 'devices: text', operation: 'device.page', as: 'dealer', inputs: TEXTS.map((deviceIdOrName) => ({ ...PAGE, deviceIdOrName })) },
  { name: 'devices: status', operation: 'device.page', as: 'dealer', inputs: [1, 0, -1].map((status) => ({ ...PAGE, status })) },
  { name: 'devices: label', operation: 'device.page', as: 'dealer', inputs: [{ ...PAGE, labelIds: '4,5' }] },
  { name: 'devices: subsumption', operation: 'device.page', as: 'platform', inputs: [{ ...PAGE, ...BIG }] },
  {
    name: 'devices: sorted',
    operation: 'device.page',
    as: 'dealer',
    inputs: ['deviceName', 'customerName', 'expirationTime', 'id'].map((orderBy) => ({ ...PAGE, orderBy })),
  },
  { name: 'devices: held to customers', operation: 'device.page', as: 'heldToCustomers', inputs: [PAGE] },
  { name: 'devices: held to devices', operation: 'device.page', as: 'heldToDevices', inputs: [PAGE] },
  {
    name: 'picker: dealer',
    operation: 'device.listByDeviceIdOrNameLimit',
    as: 'dealer',
    inputs: [...TEXTS, ''].map((deviceIdOrName) => ({ deviceIdOrName })),
  },
  { name: 'abbrev: sub-dealer', operation: 'device.data.shadow.customer.abbrev', as: 'subDealer', inputs: [{}] },
];

/** Beside the times of the answers the processors' time of a call: it is the same on a busy machine. */
type CallResult = Omit<SteadyResult, 'calls'> & { readonly serverCpuMs: number; readonly databaseCpuMs: number | null };

const round = (value: number): number => Math.round(value * 10) / 10;

/** Middle and worst of calls one after the other, ms. */
async function timed(work: () => Promise<unknown>): Promise<{ p50Ms: number; maxMs: number }> {
  const times: number[] = [];
  for (let i = 0; i < REPEATS; i++) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return { p50Ms: round(times[REPEATS >> 1]!), maxMs: round(times.at(-1)!) };
}

function benchContext(database: Database, dataFolder: string): AppContext {
  const logger = createLogger('silent');
  return {
    config: loadConfig([], {
      PORT: '0',
      SIGHTLINE_HOST: '127.0.0.1',
      SIGHTLINE_PORT_MEDIA: '0',
      SIGHTLINE_PORT_RTMP: '0',
      SIGHTLINE_PORT_FTP: '0',
      SIGHTLINE_PORT_PLAYBACK: '0',
      SIGHTLINE_DATA: dataFolder,
    }).config,
    logger,
    metrics: createMetrics(),
    bus: new EventBus((topic, error) => logger.error({ err: error, topic }, 'bus')),
    database,
  };
}

/** @returns the answers' times of each kind of call (ms), of the snapshot of 50,000 devices and of the minute's sweep for locks */
export async function run(): Promise<Record<string, unknown>> {
  const seconds = Number(argument('seconds') ?? SECONDS);
  const only = argument('only') ?? '';
  const bench = await openBenchDatabase();
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'sightline-admin-'));
  const load = new OtherSide(import.meta.url, 'load');
  try {
    const tokens = await seedAdminWorld(bench.database);
    const context = benchContext(bench.database, dataFolder);
    const api = await startApi(context, { positions: createPositionStore(bench.database), webRoot: null });
    const urlOf = (operation: OperationId): string => `http://127.0.0.1:${api.port}/gps${OPERATIONS[operation].path}`;
    const results: Record<string, CallResult> = {};
    for (const { name, operation, as, inputs } of CASES.filter((c) => c.name.startsWith(only) || c === CASES[0])) {
      const task = { url: urlOf(operation), bodies: inputs.map((i) => JSON.stringify(i)), tokens: tokens[as], perSecond: PER_SECOND };
      await load.ask<SteadyResult>({ ...task, perSecond: 10, seconds: WARM_UP_SECONDS });
      const cpuBefore = process.cpuUsage();
      const databaseBefore = bench.cpuUs();
      const { calls, ...times } = await load.ask<SteadyResult>({ ...task, seconds });
      const { user, system } = process.cpuUsage(cpuBefore);
      const databaseUs = databaseBefore === null ? null : bench.cpuUs()! - databaseBefore;
      const result = {
        ...times,
        serverCpuMs: round((user + system) / 1000 / calls),
        databaseCpuMs: databaseUs === null ? null : round(databaseUs / 1000 / calls),
      };
      console.error(name, JSON.stringify(result));
      results[name] = result;
    }
    const snapshot = { url: urlOf('device.live.snapshot'), bodies: ['{}'], tokens: tokens.dealer, perSecond: 1, seconds: 1 };
    const snapshotOf50000 = await timed(() => load.ask<SteadyResult>(snapshot));
    const lockSweep = await timed(() => bench.database.pool.query('SELECT app.refresh_device_locks()'));
    await api.stop();
    return {
      customers: WORLD.customers,
      devices: WORLD.devices,
      perSecond: PER_SECOND,
      seconds,
      calls: results,
      snapshotOf50000,
      lockSweep,
    };
  } finally {
    await load.end();
    await bench.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}
