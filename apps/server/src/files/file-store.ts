import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The source had more bytes than were allowed. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';
}

export interface WrittenFile {
  readonly storageName: string;
  readonly sizeBytes: number;
}

/** What is on the disk. */
export interface FileOnDisk {
  readonly storageName: string;
  readonly modifiedMs: number;
}

const STORAGE_NAME = /^[0-9a-f]{32}$/;

/** Files below one folder, under generated names only: nothing that a person typed becomes a path. */
export class FileStore {
  constructor(private readonly folder: string) {}

  /** Writes a stream to the disk; its bytes survive a power cut when this resolves. What was begun is removed when it fails. @throws FileTooLargeError, whatever the source throws, AbortError. */
  async write(source: Readable, maxBytes: number, signal?: AbortSignal): Promise<WrittenFile> {
    const storageName = randomBytes(16).toString('hex');
    const file = this.pathOf(storageName);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    let sizeBytes = 0;
    const counter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        sizeBytes += chunk.length;
        done(sizeBytes > maxBytes ? new FileTooLargeError(`more than ${maxBytes} bytes`) : null, chunk);
      },
    });
    try {
      await pipeline(source, counter, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }), signal ? { signal } : {});
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    return { storageName, sizeBytes };
  }

  /** `range`: the first and the last octet that are wanted. */
  read(storageName: string, range?: { readonly start: number; readonly end: number }): Readable {
    return createReadStream(this.pathOf(storageName), range ?? {});
  }

  /** Whether the bytes are (still) there. */
  async exists(storageName: string): Promise<boolean> {
    return await stat(this.pathOf(storageName)).then(
      () => true,
      () => false,
    );
  }

  async remove(storageName: string): Promise<void> {
    await rm(this.pathOf(storageName), { force: true });
  }

  /** Every file, folder by folder. */
  async *list(): AsyncGenerator<FileOnDisk[]> {
    const folders = await readdir(this.folder).catch(() => []);
    for (const name of folders) {
      const files = (await readdir(path.join(this.folder, name)).catch(() => [])).filter((f) => STORAGE_NAME.test(f));
      const found = await Promise.all(
        files.map(async (storageName) => {
          const info = await stat(this.pathOf(storageName)).catch(() => null);
          return info && { storageName, modifiedMs: info.mtimeMs };
        }),
      );
      yield found.filter((f) => f !== null);
    }
  }

  /** Where a file lies. @throws Error for a name that this store did not make. */
  pathOf(storageName: string): string {
    if (!STORAGE_NAME.test(storageName)) throw new Error('not a storage name');
    return path.join(this.folder, storageName.slice(0, 2), storageName);
  }
}
