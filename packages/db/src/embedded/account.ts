import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The account that the server runs as. PostgreSQL refuses to run as root, so root must hand it to somebody else. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: Account = { uid: 65_534, gid: 65_534 };

/**
 * Who the server runs as: `undefined` = as we do. For root: the owner of the existing data (so that a folder made as a
 * user or by an earlier run keeps working), else the system's `postgres` account, else `nobody`.
 */
export function serverAccount(existingDataDir: string | null): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (existingDataDir !== null) {
    const { uid, gid } = statSync(existingDataDir);
    if (uid !== 0) return { uid, gid };
  }
  return passwdEntry('postgres') ?? NOBODY;
}

function passwdEntry(name: string): Account | undefined {
  try {
    for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
      const [user, , uid, gid] = line.split(':');
      if (user === name && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
    }
  } catch {
    // no passwd file (macOS keeps accounts elsewhere): as good as no entry
  }
  return undefined;
}

/**
 * The first folder on the way to `path` (itself included) that the account may not enter, or null when it may go all
 * the way. Root itself may enter everything; this asks for the account that we hand over to.
 */
export function firstClosedFolder(path: string, account: Account | undefined): string | null {
  if (account === undefined) return null;
  const way: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    way.unshift(at);
    if (dirname(at) === at) break;
  }
  for (const folder of way) {
    const { uid, gid, mode } = statSync(folder);
    const bits = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode;
    if ((bits & 1) === 0) return folder;
  }
  return null;
}
