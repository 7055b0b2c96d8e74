import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { firstClosedFolder, type Account } from './account.ts';
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts';

/** sockaddr_un.sun_path less its terminator: 107 bytes on Linux, 103 on macOS. The shorter holds for both. */
const SOCKET_PATH_BYTES = 103;
/** A server without TCP needs a number only for the name of its socket. */
export const SOCKET_PORT = 5432;
/** Data of a server that root hands to another account who cannot enter the wanted folder (below a closed home). */
const OPEN_ROOT = '/var/lib/sightline/data';

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

function unusable(folder: string, cause: unknown): EmbeddedPostgresError {
  const why: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of the path is a file',
    EEXIST: 'there is a file of that name',
  };
  const code = systemErrorCode(cause);
  return new EmbeddedPostgresError(
    'data_folder_unusable',
    `The data folder ${folder} cannot be used: ${why[code] ?? (cause instanceof Error ? cause.message : String(cause))}.`,
    '',
    cause,
  );
}

/**
 * Makes the folder that holds the server's data folders (one per major version) and gives its real path. When the
 * server's account may not enter it, the data lives under {@link OPEN_ROOT} and the wanted place holds a link to it.
 */
export function prepareHome(wanted: string, account: Account | undefined): string {
  const path = resolve(wanted);
  try {
    mkdirSync(path, { recursive: true, mode: 0o755 });
    const real = realpathSync(path);
    // Our own folder may be opened for passing through (a temporary folder begins closed); those above are not ours.
    if (firstClosedFolder(real, account) === real) chmodSync(real, (statSync(real).mode & 0o777) | 0o111);
    if (firstClosedFolder(real, account) === null) return real;
    const open = join(OPEN_ROOT, shortHash(real));
    mkdirSync(open, { recursive: true, mode: 0o755 });
    if (!existsSync(join(path, 'moved-to'))) symlinkSync(open, join(path, 'moved-to'));
    return realpathSync(open);
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? error : unusable(path, error);
  }
}

/** The data folder of this major version below `home`; refuses to begin anew beside the data of another version. */
export function dataFolder(home: string, major: number): string {
  const wanted = join(home, `pg${major}`);
  if (existsSync(wanted)) return wanted;
  const other = readdirSync(home).find((name) => /^pg\d+$/.test(name));
  if (other !== undefined) {
    throw new EmbeddedPostgresError(
      'other_major_version',
      `${home} holds data of PostgreSQL ${other.slice(2)}, this is PostgreSQL ${major}. Export it with the version that wrote it and import it here.`,
    );
  }
  return wanted;
}

/** Fails with a plain message when the account cannot work in `dataDir` (made by root, or by another user). */
export function checkDataFolder(dataDir: string, account: Account | undefined): void {
  try {
    const { uid } = lstatSync(dataDir);
    const mine = account?.uid ?? process.getuid?.() ?? uid;
    if (uid !== mine) throw new Error(`it belongs to user ${uid}, the server would run as user ${mine}`);
    readdirSync(dataDir);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

const socketFits = (folder: string): boolean => Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_BYTES;

/**
 * Folder of the unix socket: the data folder, which only the server's account may enter, or, where that makes the path
 * too long, a private folder among the system's temporary ones. Whoever can open the socket is the owner of the
 * database: so a folder that somebody else made there is refused.
 */
export function socketFolder(dataDir: string, account: Account | undefined): string {
  if (socketFits(dataDir)) return dataDir;
  const folder = join(tmpdir(), `sightline-${shortHash(dataDir)}`);
  if (!socketFits(folder)) throw unusable(folder, new Error('its path is too long for a socket (TMPDIR can name a shorter one)'));
  const closed = firstClosedFolder(tmpdir(), account);
  if (closed !== null) throw unusable(folder, new Error(`${closed} is closed to the account of the database`));
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (account !== undefined) chownSync(folder, account.uid, account.gid);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw unusable(folder, error);
  }
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid) throw unusable(folder, new Error('it belongs to somebody else'));
  chmodSync(folder, 0o700);
  return folder;
}
