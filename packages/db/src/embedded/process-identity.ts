import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { systemErrorCode } from './errors.ts';

/** True when a process with this id exists, also one of another account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}

/**
 * When a process began, as a text without blanks or dots that is only good for comparing; '' when it does not exist.
 * Process ids are used again after a crash or a restart of a container; the pair of id and start is not.
 */
export function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5): the command name in brackets may hold anything, so count from the last bracket; starttime is field 22.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    if (process.platform === 'linux') return '';
    return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
      .stdout.trim()
      .replaceAll(/[\s.]+/g, '_');
  }
}

/** True when the process is a PostgreSQL server that works in `dataDir` (a server changes into its data folder). */
export function isServerOf(pid: number, dataDir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === dataDir;
  } catch {
    if (process.platform === 'linux') return false;
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(dataDir);
  }
}
