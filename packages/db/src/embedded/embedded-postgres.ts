import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { serverAccount, type Account } from './account.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { takeOwnership } from './owner-lock.ts';
import { checkDataFolder, dataFolder, prepareHome, SOCKET_PORT, socketFolder } from './places.ts';
import { clearOrphan, endServer, waitUntilReady } from './postmaster.ts';
import { machineSize, serverSettings } from './server-settings.ts';

const USER = 'sightline';
const DATABASE = 'sightline';
const KEPT_OUTPUT = 16_384;
/** Recovery after a crash replays at most `max_wal_size`; a slow disk needs its time for that. */
const READY_TIMEOUT_MS = 300_000;

export interface EmbeddedPostgresOptions {
  /** Folder for the data; created. The server's own files lie in `pg<major>` below it. */
  readonly dataDir: string;
  /** For tests: nothing waits for the disk. */
  readonly volatile?: boolean;
  /** More server settings, over the computed ones. */
  readonly settings?: Readonly<Record<string, string>>;
  /** What the server logs, line by line. */
  readonly log?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** For `new Database({ connection })`. `host` is a socket directory. */
  readonly connection: { readonly host: string; readonly port: number; readonly user: string; readonly database: string };
  readonly dataDir: string;
  readonly pid: number;
  /** True when this start made the data folder. */
  readonly created: boolean;
  /** Settles when the server has ended, be it through `stop` or by itself, with a sentence about how. */
  readonly ended: Promise<string>;
  /** Rolls back what runs, writes a checkpoint, ends. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with the program, on a unix socket that only its account can open. Creates the data
 * on the first start (about a second); later starts take about a tenth of that.
 *
 * The server is a process group of its own, so that Ctrl-C reaches the program alone, which then stops in its own order.
 * No exit hooks: a program that is killed leaves a server behind, and the next start ends that in good order.
 *
 * @throws EmbeddedPostgresError
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = prepareHome(options.dataDir, serverAccount(null));
  const release = await claim(home);
  try {
    const major = findBinaries(undefined).major;
    const dataDir = dataFolder(home, major);
    const account = serverAccount(existsSync(dataDir) ? dataDir : null);
    const binaries = findBinaries(account);
    const created = !existsSync(dataDir);
    if (created) createData(binaries, home, dataDir, account, options.volatile === true);
    checkDataFolder(dataDir, account);
    await clearOrphan(dataDir);
    return await run(binaries, dataDir, account, options, created, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function claim(home: string): Promise<() => void> {
  try {
    return await takeOwnership(home);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError('data_folder_unusable', `The data folder ${home} cannot be written.`, '', error);
  }
}

/** initdb works beside and is renamed into place: a start that was interrupted half way begins anew. */
function createData(binaries: Binaries, home: string, dataDir: string, account: Account | undefined, volatile: boolean): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith('init.')) rmSync(join(home, name), { recursive: true, force: true });
  }
  const half = join(home, `init.${process.pid}`);
  mkdirSync(half, { mode: 0o700 });
  if (account !== undefined) chownSync(half, account.uid, account.gid);
  const done = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${half}`,
      `--username=${USER}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--no-instructions',
      // The socket is private; TCP is not even listened on, and would be refused.
      '--auth-local=trust',
      '--auth-host=reject',
      ...(volatile ? ['--no-sync'] : []),
    ],
    { ...spawnAs(account), encoding: 'utf8' },
  );
  if (done.status !== 0) {
    rmSync(half, { recursive: true, force: true });
    const said = `${done.stderr ?? ''}${done.error?.message ?? ''}`.trim();
    throw new EmbeddedPostgresError('init_failed', `The database in ${home} could not be created.`, said, done.error);
  }
  renameSync(half, dataDir);
}

const spawnAs = (account: Account | undefined) =>
  ({
    ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
  }) as const;

async function run(
  binaries: Binaries,
  dataDir: string,
  account: Account | undefined,
  options: EmbeddedPostgresOptions,
  created: boolean,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const host = socketFolder(dataDir, account);
  const settings = { ...serverSettings(machineSize(), options.volatile === true), unix_socket_directories: host, ...options.settings };
  const args = ['-D', dataDir, '-p', String(SOCKET_PORT), ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])];

  const started = await launch(binaries, args, dataDir, account, options.log);
  const { child } = started;
  const ended = started.ended.then((how) => {
    release();
    return how;
  });
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopping ??= (async () => {
      if (!hasExited(child)) await endServer(started.pid, () => hasExited(child));
      await ended;
    })());
  const connection = { host, port: SOCKET_PORT, user: USER, database: DATABASE };
  try {
    await ensureDatabase(connection);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection, dataDir, pid: started.pid, created, ended, stop };
}

interface Launched {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<string>;
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function launch(
  binaries: Binaries,
  args: readonly string[],
  dataDir: string,
  account: Account | undefined,
  log: ((line: string) => void) | undefined,
): Promise<Launched> {
  // Back ends of a server that was killed hold its shared memory until they notice, some hundred milliseconds later.
  for (let attempt = 1; ; attempt++) {
    let said = '';
    let how: string | null = null;
    const child = spawn(binaries.postgres, args, { ...spawnAs(account), stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve((how = error.message)));
      child.once('exit', (code, signal) => resolve((how = `exit ${signal ?? code}\n${said.trim()}`)));
    });
    let rest = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-KEPT_OUTPUT);
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) log?.(line);
    });
    const pid = child.pid;
    if (pid === undefined) {
      throw new EmbeddedPostgresError('platform_unsupported', `${binaries.postgres} cannot be run here.`, await ended);
    }
    try {
      await waitUntilReady(dataDir, pid, () => how, READY_TIMEOUT_MS);
      return { child, pid, ended };
    } catch (error) {
      if (!hasExited(child)) await endServer(pid, () => hasExited(child));
      if (attempt === 20 || !said.includes('pre-existing shared memory block')) throw error;
      await sleep(250);
    }
  }
}

async function ensureDatabase(connection: EmbeddedPostgres['connection']): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [connection.database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${connection.database}`);
  } finally {
    await client.end();
  }
}
