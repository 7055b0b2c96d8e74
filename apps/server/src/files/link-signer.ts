import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface FileLink {
  readonly fileId: string;
  readonly userId: string;
  readonly expiresAtMs: number;
}

const KEY_BYTES = 32;

/** Makes and checks links that open one file of one user for some minutes. All processes that share the data folder share the key. */
export class LinkSigner {
  private key: Promise<Buffer> | null = null;

  /** `keyFile`: read, or generated with mode 600 when it is missing. */
  constructor(private readonly keyFile: string) {}

  async sign(link: FileLink): Promise<string> {
    const text = `${link.fileId}.${link.userId}.${link.expiresAtMs}`;
    return `${text}.${(await this.mac(text)).toString('base64url')}`;
  }

  /** What a ticket opens; null when it was not made here or its time is over. */
  async verify(ticket: string, nowMs: number): Promise<FileLink | null> {
    const match = /^([0-9]{1,18})\.([0-9]{1,18})\.([0-9]{1,15})\.([A-Za-z0-9_-]{43})$/.exec(ticket);
    if (!match) return null;
    const [, fileId, userId, expires, mac] = match as unknown as [string, string, string, string, string];
    const expected = await this.mac(`${fileId}.${userId}.${expires}`);
    const given = Buffer.from(mac, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const expiresAtMs = Number(expires);
    return expiresAtMs > nowMs ? { fileId, userId, expiresAtMs } : null;
  }

  private async mac(text: string): Promise<Buffer> {
    return createHmac('sha256', await (this.key ??= this.loadKey()))
      .update(text)
      .digest();
  }

  private async loadKey(): Promise<Buffer> {
    await mkdir(path.dirname(this.keyFile), { recursive: true, mode: 0o700 });
    try {
      await writeFile(this.keyFile, randomBytes(KEY_BYTES).toString('hex'), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    for (let attempt = 0; ; attempt++) {
      const key = Buffer.from(await readFile(this.keyFile, 'utf8'), 'hex');
      if (key.length === KEY_BYTES) return key;
      // Another process has created it and is about to write it.
      if (attempt === 50) throw new Error(`${this.keyFile} is not a key`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
