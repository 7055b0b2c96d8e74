import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { apiError } from '@sightline/contract';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's argon2id minimum: 19 MiB, two passes (about 44 ms of one core). */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashes computed at once: more would only queue for the cores and hold 19 MiB each. */
const CONCURRENT = Math.max(2, availableParallelism() - 1);
const MAX_WAITING = 200;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENT) {
    if (waiting.length >= MAX_WAITING) throw apiError('busy');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    // Hands its place on, so that the count never falls while somebody waits.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** A PHC string with salt and parameters in it. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, PARAMETERS));

/** False also for a stored text that is no hash. */
export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  return await inTurn(async () => {
    try {
      return await verify(stored, password);
    } catch {
      return false;
    }
  });
}

let decoy: Promise<string> | null = null;

/** Takes as long as a real check: an unknown account cannot be told from a wrong password by the clock. */
export async function verifyAgainstNothing(password: string): Promise<void> {
  decoy ??= hashPassword(randomBytes(16).toString('hex'));
  await verifyPassword(await decoy, password);
}
