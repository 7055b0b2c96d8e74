import { registerDevices } from '../test/dev-env/gateway-devices.ts';
import { startGatewayServer } from '../test/dev-env/gateway-server.ts';
import { openBenchDatabase, reuseLogFiles } from './lib/bench-database.ts';
import { copyYardstick } from './lib/copy-yardstick.ts';
import { runLoad, type LoadResult, type LoadTask } from './lib/jt808-load.ts';
import { OtherSide, serveTasks, sideName } from './lib/other-side.ts';

/**
 * JT/T 808 positions over loopback TCP into a durable embedded PostgreSQL (fsync, synchronous commit), each answered after its
 * commit: frame, session, pipeline, engine, rows, states, trips. The load is a process of its own with frames encoded beforehand.
 * Yardstick in the same run: plain binary COPY of the same rows into the same table, which derives nothing and answers nobody.
 */
const CONNECTIONS = 200;
/** Frames of a connection that may wait for their answer. */
const WINDOW = 64;
const WARM_UP = 150;
const PEAK = 1500;
const HALF_LOAD_S = 8;
/** Rows of a COPY of the second yardstick. */
const YARDSTICK_BATCH = 1500;
const TABLE = 'position';

if (sideName() === 'load') serveTasks<LoadTask>(runLoad);

const round = (value: number, digits = 0): number => Number(value.toFixed(digits));

export async function run(): Promise<Record<string, unknown>> {
  const deviceIds = Array.from({ length: CONNECTIONS }, (_, i) => `1390000${String(i).padStart(4, '0')}`);
  const bench = await openBenchDatabase();
  const load = new OtherSide(import.meta.url, 'load');
  try {
    await registerDevices(bench.database, deviceIds);
    const server = await startGatewayServer(bench.database, { logLevel: 'error' });
    // Recent, so that the rows go where live data goes.
    const base = { port: server.gateway.ports['jt808']!.tcp!, deviceIds, window: WINDOW, startMs: Date.now() - 6 * 3_600_000 };
    await load.ask<LoadResult>({ ...base, from: 0, count: WARM_UP, perSecond: 0 });
    // As the yardstick has it, whose rows were just written.
    await reuseLogFiles(bench.database);
    const cpuBefore = process.cpuUsage();
    const databaseBefore = bench.cpuUs();
    const peak = await load.ask<LoadResult>({ ...base, from: WARM_UP, count: PEAK, perSecond: 0 });
    const cpu = process.cpuUsage(cpuBefore);
    const databaseUs = databaseBefore === null ? null : bench.cpuUs()! - databaseBefore;
    const peakPerSecond = peak.acknowledged / peak.seconds;
    const half = await load.ask<LoadResult>({
      ...base,
      from: WARM_UP + PEAK,
      count: Math.round((peakPerSecond / 2 / CONNECTIONS) * HALF_LOAD_S),
      perSecond: peakPerSecond / 2,
    });
    await server.stop();
    const { rows: counted } = await bench.database.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${TABLE}`);
    const acknowledged = CONNECTIONS * WARM_UP + peak.acknowledged + half.acknowledged;
    if (Number(counted[0]!.n) !== acknowledged) throw new Error(`${counted[0]!.n} rows stored, ${acknowledged} acknowledged`);
    const copy = await copyYardstick(bench.database, TABLE, 'received_ms', YARDSTICK_BATCH);
    return {
      positionsPerSecond: round(peakPerSecond),
      copyPerSecond: round(copy.perSecond),
      ratioToCopy: round(peakPerSecond / copy.perSecond, 3),
      copyBatchedPerSecond: round(copy.batchedPerSecond),
      ratioToBatchedCopy: round(peakPerSecond / copy.batchedPerSecond, 3),
      ackP50Ms: round(peak.p50Ms, 1),
      ackP99Ms: round(peak.p99Ms, 1),
      halfLoadAckP50Ms: round(half.p50Ms, 1),
      halfLoadAckP99Ms: round(half.p99Ms, 1),
      serverCpuUsPerPosition: round((cpu.user + cpu.system) / peak.acknowledged, 1),
      databaseCpuUsPerPosition: databaseUs === null ? null : round(databaseUs / peak.acknowledged, 1),
      loadCpuUsPerPosition: round(peak.cpuUs / peak.acknowledged, 1),
      connections: CONNECTIONS,
      window: WINDOW,
      rows: copy.rows,
    };
  } finally {
    await load.end();
    await bench.close();
  }
}
