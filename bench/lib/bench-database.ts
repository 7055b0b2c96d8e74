import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Database, migrateToLatest, startEmbeddedPostgres } from '@sightline/db';

export interface BenchDatabase {
  readonly database: Database;
  /** CPU time of the server's processes so far, ended ones too, microseconds; null where it cannot be told (not Linux). */
  cpuUs(): number | null;
  close(): Promise<void>;
}

/** A migrated, empty database of its own as a user has it: embedded and durable (fsync and synchronous commit on). */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-bench-'));
  // As root the server runs under another account, which must be able to go through; else its data would lie elsewhere.
  chmodSync(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: folder });
  const database = new Database({ connection: server.connection });
  await migrateToLatest(database.system);
  return {
    database,
    cpuUs: () => cpuOfChildren(folder),
    close: async () => {
      await database.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Brings the server into the state of one that has run for a while: its log goes into files that were written before. Making a new one of
 * 16 MB holds up every commit, and a new server makes one for each 16 MB until its first checkpoint.
 */
export async function reuseLogFiles(database: Database, megabytes = 512): Promise<void> {
  await database.pool.query(
    `SELECT count(pg_logical_emit_message(false, 'bench', repeat('x', 1000000))) FROM generate_series(1, $1::int)`,
    [megabytes],
  );
  await database.pool.query('CHECKPOINT');
}

/** Linux counts in ticks of 10 ms (proc(5), /proc/pid/stat: utime, stime; man sysconf, _SC_CLK_TCK). */
const TICK_US = 10_000;

/** The server's own folder: one per major version. */
const dataFolder = (folder: string): string =>
  path.join(
    folder,
    readdirSync(folder).find((name) => name.startsWith('pg'))!,
  );

function cpuOfChildren(folder: string): number | null {
  try {
    const postmaster = readFileSync(path.join(dataFolder(folder), 'postmaster.pid'), 'utf8').split('\n')[0]!;
    let ticks = 0;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const fields = statFields(pid);
      if (fields && (fields[1] === postmaster || pid === postmaster)) ticks += Number(fields[11]) + Number(fields[12]);
      // Connections that have ended: what the server has waited for (cutime, cstime).
      if (fields && pid === postmaster) ticks += Number(fields[13]) + Number(fields[14]);
    }
    return ticks * TICK_US;
  } catch {
    return null;
  }
}

/** The fields after the name; null when the process is gone. */
function statFields(pid: string): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  } catch {
    return null;
  }
}
