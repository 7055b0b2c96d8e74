import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const KEY_BYTES = 32;

/** A new secret key. */
export const newKey = (): Buffer => randomBytes(KEY_BYTES);

/** A secret key in a file: read, or generated with mode 600 when it is missing. All processes that share the data folder share it. @throws Error */
export async function loadKey(file: string): Promise<Buffer> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, newKey().toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  for (let attempt = 0; ; attempt++) {
    const key = Buffer.from(await readFile(file, 'utf8'), 'hex');
    if (key.length === KEY_BYTES) return key;
    // Another process has created it and is about to write it.
    if (attempt === 50) throw new Error(`${file} is not a key`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
