import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, systemErrorCode } from './errors.ts';
import { isAlive, isServerOf } from './process-identity.ts';

const POLL_MS = 5;

/** `postmaster.pid`: process id in line 1, its state in line 8 (`starting`, `ready`, `stopping`, `standby`). */
export interface PostmasterFile {
  readonly pid: number;
  readonly status: string;
}

export function readPostmasterFile(dataDir: string): PostmasterFile | null {
  try {
    const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), status: (lines[7] ?? '').trim() };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * A server outlives a program that was killed. Its settings may be those of an older version of the program, so it is
 * stopped in good order (nothing committed is lost) rather than used. A lock file whose process is gone, or is another
 * program that got the same id after a restart, is removed: the server itself would refuse to start over the latter.
 * Call it only as the owner of the folder.
 */
export async function clearOrphan(dataDir: string): Promise<void> {
  const file = readPostmasterFile(dataDir);
  if (file === null) return;
  if (isAlive(file.pid) && isServerOf(file.pid, dataDir)) await endServer(file.pid, () => !isAlive(file.pid));
  else rmSync(join(dataDir, 'postmaster.pid'), { force: true });
}

/** Fast shutdown (SIGINT: roll back, checkpoint, exit); immediate (SIGQUIT: recovery at the next start) when it hangs. */
export async function endServer(pid: number, isGone: () => boolean): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (systemErrorCode(error) === 'ESRCH') return;
      throw error;
    }
    for (const end = Date.now() + waitMs; Date.now() < end;) {
      if (isGone()) return;
      await sleep(POLL_MS);
    }
  }
  throw new EmbeddedPostgresError('stop_failed', `The PostgreSQL server ${pid} does not stop.`);
}

/** Waits until the server reports itself ready in its lock file. `failed` gives what it said when it has ended. */
export async function waitUntilReady(dataDir: string, pid: number, failed: () => string | null, timeoutMs: number): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end;) {
    const said = failed();
    if (said !== null) throw new EmbeddedPostgresError('start_failed', `PostgreSQL did not start on ${dataDir}.`, said);
    if (existsSync(dataDir)) {
      const file = readPostmasterFile(dataDir);
      if (file?.pid === pid && file.status === 'ready') return;
    }
    await sleep(POLL_MS);
  }
  throw new EmbeddedPostgresError('start_failed', `PostgreSQL was not ready on ${dataDir} after ${timeoutMs} ms.`);
}
