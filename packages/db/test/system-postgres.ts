import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { migratedTemplate, administer, type TestPostgres } from '../../../test/dev-env/postgres-global-setup.ts';
import { serverAccount } from '../src/embedded/account.ts';
import { waitUntilReady } from '../src/embedded/postmaster.ts';

/** UNIQUE NULLS NOT DISTINCT. */
const LEAST_MAJOR = 15;

/** Folder of the newest usable PostgreSQL of the operating system, or null. */
export function systemPostgres(): string | null {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged) ? readdirSync(packaged).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(packaged, version, 'bin')), ...(process.env['PATH'] ?? '').split(delimiter)];
  return (
    folders.find(
      (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')) && majorOf(folder) >= LEAST_MAJOR,
    ) ?? null
  );
}

const majorOf = (folder: string): number => {
  const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/ (\d+)/.exec(stdout)?.[1] ?? 0);
};

/**
 * Starts a server of the operating system on a socket, as an operator would: the program's account there is no superuser,
 * it owns its database and may create databases and roles.
 */
export async function startSystemPostgres(bin: string): Promise<TestPostgres & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-external-'));
  const dataDir = join(folder, 'data');
  const account = serverAccount(null);
  chmodSync(folder, 0o755);
  mkdirSync(dataDir, { mode: 0o700 });
  if (account) chownSync(dataDir, account.uid, account.gid);
  const options = { ...account, cwd: '/', env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' } };
  const made = spawnSync(join(bin, 'initdb'), ['-D', dataDir, '-U', 'admin', '-A', 'trust', '--encoding=UTF8', '--no-sync'], {
    ...options,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const settings = ['listen_addresses=', `unix_socket_directories=${dataDir}`, 'fsync=off', 'dynamic_shared_memory_type=mmap'];
  const child = spawn(join(bin, 'postgres'), ['-D', dataDir, ...settings.flatMap((setting) => ['-c', setting])], {
    ...options,
    stdio: 'ignore',
  });
  await waitUntilReady(dataDir, child.pid!, () => (child.exitCode === null ? null : `exit ${child.exitCode}`), 30_000);
  await administer({ host: dataDir, user: 'admin' }, 'CREATE ROLE program LOGIN CREATEDB CREATEROLE');
  const connection = { host: dataDir, user: 'program' };
  const template = await migratedTemplate(connection);
  return {
    connection,
    template,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}
