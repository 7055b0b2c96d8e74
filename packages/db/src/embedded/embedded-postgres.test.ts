import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBinaries } from './binaries.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { isAlive } from './process-identity.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;

let folder: string;
let running: EmbeddedPostgres[];
let programs: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-epg-'));
  chmodSync(folder, 0o755);
  running = [];
  programs = [];
});
afterEach(async () => {
  for (const program of programs) program.kill('SIGKILL');
  for (const server of running) await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Volatile but where a test is about what survives: the disk is shared by all tests. */
async function start(dataDir: string, volatile = true): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, volatile });
  running.push(server);
  return server;
}

async function query(server: Pick<EmbeddedPostgres, 'connection'>, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    return (await client.query(text)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** A program of its own that starts the server, says `ready <pid of the server>` and waits; or says `failed <code>`. */
async function program(dataDir: string, account: { uid?: number; gid?: number } = {}): Promise<{ child: ChildProcess; said: string }> {
  // Below the package, so that it finds its dependencies; readable by other accounts.
  const outfile = join(HERE, `../../.embedded-test-${process.pid}.mjs`);
  await build({
    stdin: {
      contents: `import { startEmbeddedPostgres } from './embedded-postgres.ts';
        try { const s = await startEmbeddedPostgres({ dataDir: process.argv[2] }); console.log('ready', s.pid); setInterval(() => undefined, 1000); }
        catch (error) { console.log('failed', error.code, error.message); }`,
      resolveDir: HERE,
      loader: 'ts',
    },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outfile,
  });
  const child = spawn(process.execPath, [outfile, dataDir], { ...account, stdio: ['ignore', 'pipe', 'inherit'] });
  programs.push(child);
  const said = String((await once(child.stdout!, 'data'))[0]).trim();
  rmSync(outfile);
  return { child, said };
}

describe('the embedded server', () => {
  it('is made on the first start and found again on the next, durable and closed to the network', async () => {
    const first = await start(join(folder, 'data'), false);
    expect(first.created).toBe(true);
    await query(first, 'CREATE TABLE t AS SELECT 42 AS n');
    const [settings] = await query(
      first,
      `SELECT current_setting('synchronous_commit') AS sync, current_setting('fsync') AS fsync, current_setting('jit') AS jit,
        current_setting('listen_addresses') AS listen, current_setting('TimeZone') AS zone, datlocprovider AS provider, datlocale AS locale,
        pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()`,
    );
    expect(settings).toEqual({
      sync: 'on',
      fsync: 'on',
      jit: 'off',
      listen: '',
      zone: 'UTC',
      provider: 'b',
      locale: 'C.UTF-8',
      encoding: 'UTF8',
    });
    await first.stop();
    await first.stop();
    expect(await first.ended).toContain('exit 0');
    expect(isAlive(first.pid)).toBe(false);

    const second = await start(join(folder, 'data'), false);
    expect(second.created).toBe(false);
    expect(await query(second, 'SELECT n FROM t')).toEqual([{ n: 42 }]);
  });

  it('is refused to a second start on the same data, in this process and in another', async () => {
    const server = await start(join(folder, 'data'));
    await expect(start(join(folder, 'data'))).rejects.toMatchObject({ code: 'already_running' });
    expect((await program(join(folder, 'data'))).said).toContain('failed already_running');
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('lets exactly one of several simultaneous starts win, or none, never two', async () => {
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => start(join(folder, 'data'))));
    const won = results.filter((r) => r.status === 'fulfilled');
    expect(won.length).toBeLessThanOrEqual(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'already_running' });
    if (won.length === 0) await start(join(folder, 'data'));
  });

  it('survives a kill -9 of the program: the orphan is ended, what was committed is there', async () => {
    const { child, said } = await program(join(folder, 'data'));
    const orphan = Number(said.split(' ')[1]);
    const host = join(
      folder,
      'data',
      readdirSync(join(folder, 'data')).find((name) => name.startsWith('pg'))!,
    );
    const connection = { host, port: 5432, user: 'sightline', database: 'sightline' };
    await query({ connection }, 'CREATE TABLE kept AS SELECT 7 AS n');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(orphan)).toBe(true);
    const server = await start(join(folder, 'data'), false);
    expect(isAlive(orphan)).toBe(false);
    expect(await query(server, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('recovers after a crash of the server itself, and says that it ended', async () => {
    const server = await start(join(folder, 'data'), false);
    await query(server, 'CREATE TABLE kept AS SELECT 9 AS n');
    process.kill(server.pid, 'SIGKILL');
    expect(await server.ended).toContain('SIGKILL');
    const again = await start(join(folder, 'data'), false);
    expect(await query(again, 'SELECT n FROM kept')).toEqual([{ n: 9 }]);
  });

  it('removes a lock file whose process is gone or is somebody else', async () => {
    const server = await start(join(folder, 'data'));
    const lock = join(server.dataDir, 'postmaster.pid');
    const text = readFileSync(lock, 'utf8');
    await server.stop();
    for (const pid of [2 ** 22 - 3, process.pid]) {
      writeFileSync(lock, text.replace(/^\d+/, String(pid)));
      const again = await start(join(folder, 'data'));
      await again.stop();
    }
    expect(isAlive(process.pid)).toBe(true);
  });

  it('begins anew where the first start was interrupted half way', async () => {
    mkdirSync(join(folder, 'data', 'init.1'), { recursive: true });
    writeFileSync(join(folder, 'data', 'init.1', 'PG_VERSION'), '18\n');
    const server = await start(join(folder, 'data'));
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(folder, 'data', 'init.1'))).toBe(false);
  });

  it('puts its socket elsewhere when the path is too long for one', async () => {
    const server = await start(join(folder, 'long-'.repeat(20), 'long-'.repeat(20)));
    expect(server.connection.host.length).toBeLessThan(60);
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
    rmSync(server.connection.host, { recursive: true });
  });
});

describe('a folder that cannot be used', () => {
  it('is a file or lies below one: one plain error', async () => {
    writeFileSync(join(folder, 'file'), '');
    for (const path of [join(folder, 'file'), join(folder, 'file', 'data')]) {
      await expect(start(path)).rejects.toMatchObject({ code: 'data_folder_unusable', message: expect.stringContaining(path) as string });
    }
  });

  it('holds data of another major version', async () => {
    mkdirSync(join(folder, 'data', 'pg12'), { recursive: true });
    await expect(start(join(folder, 'data'))).rejects.toMatchObject({ code: 'other_major_version' });
    expect(readdirSync(join(folder, 'data'))).toEqual(['pg12']);
  });

  it.runIf(IS_ROOT)('belongs to another account', async () => {
    const dataDir = join(folder, 'data');
    await (await start(dataDir)).stop();
    chownSync(dataDir, NOBODY, NOBODY);
    // The server's own folder still belongs to the account that root handed it to; make sure that it is another one.
    chownSync(
      join(
        dataDir,
        readdirSync(dataDir).find((name) => name.startsWith('pg'))!,
      ),
      1,
      1,
    );
    expect((await program(dataDir, { uid: NOBODY, gid: NOBODY })).said).toMatch(/failed data_folder_unusable .*belongs to user 1/);
    rmSync(dataDir, { recursive: true });
    mkdirSync(dataDir, { mode: 0o755 });
    expect((await program(join(dataDir, 'x'), { uid: NOBODY, gid: NOBODY })).said).toMatch(
      /failed data_folder_unusable .*permission denied/,
    );
  });

  it.runIf(IS_ROOT)('lies below a closed home: the data goes where the account can work, and is found again', async () => {
    const home = join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    const first = await start(join(home, 'data'));
    await query(first, 'CREATE TABLE t AS SELECT 1 AS n');
    await first.stop();
    const second = await start(join(home, 'data'));
    expect(await query(second, 'SELECT n FROM t')).toEqual([{ n: 1 }]);
    expect(second.dataDir.startsWith(home)).toBe(false);
    await second.stop();
    rmSync(dirname(second.dataDir), { recursive: true });
  });
});

describe('the binaries', () => {
  const installed = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  const runs = (path: string, uid?: number): boolean =>
    spawnSync(path, ['--version'], { cwd: '/', ...(uid === undefined ? {} : { uid, gid: uid }) }).status === 0;

  it('get the links that the package manager did not make', () => {
    cpSync(installed, join(folder, 'package'), { recursive: true, filter: (path) => !/\.so(\.\d+)?$/.test(path) || !isLink(path) });
    const missing = (JSON.parse(readFileSync(join(installed, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]).map((l) =>
      join(folder, 'package', l.target),
    );
    expect(missing.some((path) => existsSync(path))).toBe(false);
    const { postgres, initdb, major } = findBinaries(undefined, join(folder, 'package'));
    expect(missing.every((path) => existsSync(path))).toBe(true);
    expect(runs(postgres) && runs(initdb)).toBe(true);
    expect(major).toBeGreaterThanOrEqual(18);
  });

  it.runIf(IS_ROOT)('are copied out of a closed home for the account that may not enter it', () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    cpSync(installed, join(closed, 'package'), { recursive: true, verbatimSymlinks: true });
    expect(runs(join(closed, 'package/native/bin/postgres'), NOBODY)).toBe(false);
    const { postgres } = findBinaries({ uid: NOBODY, gid: NOBODY }, join(closed, 'package'));
    expect(runs(postgres, NOBODY)).toBe(true);
    expect(findBinaries({ uid: NOBODY, gid: NOBODY }, join(closed, 'package')).postgres).toBe(postgres);
  });

  it('are missed with a sentence that says what to do', () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
    Object.defineProperty(process, 'platform', { value: 'plan9' });
    try {
      expect(() => findBinaries(undefined)).toThrow(/DATABASE_URL/);
    } finally {
      Object.defineProperty(process, 'platform', platform);
    }
  });
});

function isLink(path: string): boolean {
  const links = JSON.parse(readFileSync(join(path.slice(0, path.indexOf('/native/')), 'native/pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  return links.some((link) => path.endsWith(link.target));
}
