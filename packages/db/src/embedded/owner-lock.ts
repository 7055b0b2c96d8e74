import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';
import { isAlive, processStart } from './process-identity.ts';

const PREFIX = 'owner';
const ATTEMPTS = 5;

/**
 * Says which process works with a data folder: one file `owner.<pid>.<start>.<nonce>` of it. Everybody writes his own
 * file first and looks for others then, and removes only his own or those of the dead, so two can never both believe
 * to be alone (a single lock file that is taken over when stale cannot promise that). When two come at one moment both
 * step back and try again after a random pause.
 */
export async function takeOwnership(folder: string): Promise<() => void> {
  const own = `${PREFIX}.${process.pid}.${processStart(process.pid)}.${randomBytes(4).toString('hex')}`;
  const release = (): void => rmSync(join(folder, own), { force: true });
  for (let attempt = 1; ; attempt++) {
    writeFileSync(join(folder, own), '');
    const other = livingOwner(folder, own);
    if (other === null) return release;
    release();
    if (attempt === ATTEMPTS) {
      throw new EmbeddedPostgresError(
        'already_running',
        `Process ${other} already runs with the data in ${folder}. Stop it first, or choose another data folder.`,
      );
    }
    await sleep(5 + Math.random() * 40);
  }
}

/** Id of a living process that owns the folder (`own` left out), or null. Clears away what dead ones left. */
export function livingOwner(folder: string, own = ''): number | null {
  let living: number | null = null;
  for (const name of readdirSync(folder)) {
    if (name === own || !name.startsWith(`${PREFIX}.`)) continue;
    const [, pidText = '', start = ''] = name.split('.');
    const pid = Number(pidText);
    if (isAlive(pid) && processStart(pid) === start) living = pid;
    else rmSync(join(folder, name), { force: true });
  }
  return living;
}
